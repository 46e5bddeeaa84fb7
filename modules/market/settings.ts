import type { Db } from '#db/client.ts'
import {
  COMPANY_FACTS,
  type CompanyFacts,
  companyFactsIn,
  isCompanyFact,
} from '#lib/company-facts.ts'
import { DEFAULT_COUNTRY } from '#lib/countries.ts'
import { LANGUAGE_TAGS, LOCALES, type Locale, languageName } from '#lib/locale.ts'
import { MARKET_NAME } from '#lib/market-name.ts'
import { DEFAULT_ZONE } from '#lib/market-days.ts'
import { isVatNumber } from '#lib/vat-number.ts'
import { personOf } from '#kernel/actor.ts'
import {
  type Branding,
  type ConsoleCtx,
  type Services,
  listOriginSettings,
} from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findTextCoverage, storePicture } from '#modules/catalog/public.ts'
import { readBrand } from './brand.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { listZones } from './place.ts'
import { BRAND_COLOURS, type FaceKind } from './rules.ts'
import { listTextsWithout } from './texts.ts'

const done = { success: true as const }

export const getMarketSettings = defineOperation({
  ...contract.getMarketSettings,
  run: async (ctx) => {
    const [saved, faces, zones, coverage] = await Promise.all([
      findSettings(ctx.db),
      findBrandingRows(ctx.db),
      listZones(ctx.db),
      findTextCoverage(ctx.db),
    ])
    const operator = saved.operator ?? ctx.operator
    const { name, address, mail } = operator
    const { origins } = ctx
    const facts = companyFactsIn(saved.country)
    const zone = zones.at(-1)
    return {
      operator: {
        name,
        address,
        mail,
        ...Object.fromEntries(facts.map((fact) => [fact, operator[fact] ?? ''])),
      },
      facts: [...facts],
      country: saved.country,
      time_zone: zone?.timeZone ?? DEFAULT_ZONE,
      zone_from: zone && zone.beginsAt > ctx.clock.now() ? zone.fromDay : null,
      own: { operator: saved.operator !== null, brand: saved.brand !== null },
      faces,
      languages: saved.languages,
      coverage,
      second_needed: saved.secondNeeded,
      return_days: saved.returnDays,
      colours: Object.fromEntries(
        Object.entries(saved.brand?.colours ?? {}).map(([token, [light, dark]]) => [
          token,
          { light, dark },
        ]),
      ),
      // Only settings that are not secret.
      settings: [
        ...listOriginSettings(ctx),
        { name: 'CONSOLE_ORIGIN', value: origins.console },
        { name: 'INSTALLER_ORIGIN', value: origins.installer },
        { name: 'PREVIEW_ORIGIN', value: origins.preview },
        { name: 'CONTACT_MAIL_TO', value: ctx.contactMailTo },
        { name: 'ALERT_MAIL_TO', value: ctx.alertMailTo },
        { name: 'GATEWAY', value: ctx.gateway.name },
        { name: 'INVOICES', value: ctx.invoices.name },
      ],
    }
  },
})

const readSettings = async (db: ConsoleCtx['db']) => {
  const { operator, brand, secondNeeded, languages, returnDays } = await findSettings(db)
  return {
    languages: languages.join(', '),
    second_needed: secondNeeded,
    return_days: returnDays,
    ...(operator && {
      company: operator.name,
      address: operator.address,
      support: operator.mail,
      tax: COMPANY_FACTS.map((fact) => operator[fact])
        .filter(Boolean)
        .join(' '),
    }),
    ...(brand && { colours: brand.colours }),
  }
}
const audit = { kind: 'settings', id: () => 'market', read: readSettings }

export const changeOperatorFacts = defineOperation({
  ...contract.changeOperatorFacts,
  audit,
  run: async (ctx, { body }) => {
    const { country } = await findSettings(ctx.db)
    const facts = companyFactsIn(country)
    const fields = Object.fromEntries(
      facts
        .filter(
          (fact) =>
            !isCompanyFact(country, fact, body[fact]) ||
            (fact === 'vatId' && body[fact] !== '' && !isVatNumber(country, body[fact])),
        )
        .map((fact) => [fact, { code: 'field.invalid' }]),
    )
    if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields })
    const { name, address, mail } = body
    const written = facts.filter((fact) => body[fact] !== '').map((fact) => [fact, body[fact]])
    await changeSettings(
      ctx.db,
      { operator: { name, address, mail, ...(Object.fromEntries(written) as CompanyFacts) } },
      ctx.clock.now(),
    )
    return done
  },
})

/** The default language is what readers of a language without a text get, so it must have them. */
export async function requireWritten(ctx: ConsoleCtx, language: Locale): Promise<void> {
  const [{ of }, texts] = await Promise.all([
    findTextCoverage(ctx.db),
    listTextsWithout(ctx.db, language),
  ])
  const missing = [...texts, ...of[language].unnamed]
  if (missing.length > 0)
    throw refuse('texts.language_incomplete', {
      params: {
        language: languageName(language, ctx.locale),
        what: new Intl.ListFormat(LANGUAGE_TAGS[ctx.locale]).format(missing.slice(0, 10)),
      },
    })
}

export const changeMarketLanguages = defineOperation({
  ...contract.changeMarketLanguages,
  audit,
  run: async (ctx, { body: { languages } }) => {
    await requireWritten(ctx, languages[0]!)
    await changeSettings(ctx.db, { languages }, ctx.clock.now())
    return done
  },
})

/** The person who requires a second factor must have one, or everybody would be locked out. */
export const changeSecondNeeded = defineOperation({
  ...contract.changeSecondNeeded,
  audit,
  run: async (ctx, { body }) => {
    if (body.needed && !personOf(ctx).hasSecondFactor) throw refuse('texts.second_first')
    await changeSettings(ctx.db, { secondNeeded: body.needed }, ctx.clock.now())
    return done
  },
})

export const changeReturnDays = defineOperation({
  ...contract.changeReturnDays,
  audit,
  run: async (ctx, { body }) => {
    await changeSettings(ctx.db, { returnDays: body.days }, ctx.clock.now())
    return done
  },
})

/** The colors that were given, or null for none. Refuses half pairs and unreadable texts. */
export function colorsOf(
  given: Partial<Record<(typeof BRAND_COLOURS)[number], { light: string; dark: string }>>,
): BrandColors | null {
  const colours: BrandColors['colours'] = {}
  for (const token of BRAND_COLOURS) {
    const { light = '', dark = '' } = given[token] ?? {}
    if ((light === '') !== (dark === '')) throw refuse('texts.colour_pair', { params: { token } })
    if (light !== '') colours[token] = [light.toLowerCase(), dark.toLowerCase()]
  }
  if (Object.keys(colours).length === 0) return null
  try {
    readBrand(JSON.stringify({ colours }))
  } catch (error) {
    throw refuse('texts.unreadable', { params: { why: (error as Error).message } })
  }
  return { colours }
}

export const changeBrand = defineOperation({
  ...contract.changeBrand,
  audit,
  run: async (ctx, { body }) => {
    const brand = colorsOf(body.colours)
    await changeSettings(ctx.db, { brand }, ctx.clock.now())
    return done
  },
})

const brandingAudit = {
  kind: 'settings',
  id: ({ params }: { params: { face: FaceKind } }) => params.face,
  read: async (db: ConsoleCtx['db'], id: string) => {
    const { name, logo, mail } = (await findBrandingRows(db))[id as FaceKind]
    return { title: name, logo, support: mail }
  },
}

/** An empty field takes the value of the whole market, or the default there. */
export const changeMarketName = defineOperation({
  ...contract.changeMarketName,
  audit: brandingAudit,
  run: async (ctx, { params, body }) => {
    await changeBranding(
      ctx.db,
      params.face,
      { name: body.name || null, mail: body.mail || null },
      ctx.clock.now(),
    )
    return done
  },
})

export const setMarketLogo = defineOperation({
  ...contract.setMarketLogo,
  audit: brandingAudit,
  limits: () => [{ key: 'pictures of the market', most: 300, seconds: 3_600 }],
  prepare: async (ctx, { query, upload }) =>
    (await storePicture(ctx, upload, 'icon', query)).sources[0]?.path ?? null,
  run: async (ctx, { params }, logo) => {
    await changeBranding(ctx.db, params.face, { logo }, ctx.clock.now())
    return done
  },
})

export const removeMarketLogo = defineOperation({
  ...contract.removeMarketLogo,
  audit: brandingAudit,
  run: async (ctx, { params }) => {
    await changeBranding(ctx.db, params.face, { logo: null }, ctx.clock.now())
    return done
  },
})

export type OperatorFacts = Services['operator']
/** The country has a column of its own. */
type SavedOperator = Omit<OperatorFacts, 'country'>
/** The colors of `readBrand`: for light and dark mode. */
interface BrandColors {
  colours: Partial<Record<(typeof BRAND_COLOURS)[number], [string, string]>>
}

/** Settings of the console, which replace those of the environment. */
export async function findSettings(db: Db) {
  const row = await db
    .selectFrom('market_settings')
    .select(['operator', 'brand', 'operators_need_second', 'languages', 'country', 'return_days'])
    .executeTakeFirst()
  return {
    operator: (row?.operator ?? null) as SavedOperator | null,
    country: row?.country ?? DEFAULT_COUNTRY,
    brand: (row?.brand ?? null) as BrandColors | null,
    secondNeeded: row?.operators_need_second ?? false,
    returnDays: row?.return_days ?? 14,
    languages: (row?.languages ?? LOCALES) as Locale[],
  }
}

const changeSettings = (
  db: Db,
  change: {
    operator?: SavedOperator | null
    brand?: BrandColors | null
    languages?: Locale[]
    secondNeeded?: boolean
    returnDays?: number
  },
  now: Date,
) =>
  db
    .updateTable('market_settings')
    .set({
      ...('operator' in change && {
        operator: change.operator === null ? null : JSON.stringify(change.operator),
      }),
      ...('brand' in change && {
        brand: change.brand === null ? null : JSON.stringify(change.brand),
      }),
      ...(change.languages && { languages: change.languages }),
      ...(change.secondNeeded !== undefined && { operators_need_second: change.secondNeeded }),
      ...(change.returnDays !== undefined && { return_days: change.returnDays }),
      changed_at: now,
    })
    .execute()

/** The branding until operators change it. */
export const DEFAULT_BRANDING: Branding = { name: MARKET_NAME, logo: null, mail: null }

interface BrandingRow {
  name: string | null
  logo: string | null
  mail: string | null
}
type BrandingRows = Record<FaceKind, BrandingRow>

/** Only what operators have set. */
export async function findBrandingRows(db: Db): Promise<BrandingRows> {
  const rows = await db
    .selectFrom('market_faces')
    .select(['market', 'name', 'logo', 'mail'])
    .execute()
  return Object.fromEntries(
    rows.map(({ market, ...face }) => [market, face]),
  ) as unknown as BrandingRows
}

const changeBranding = (db: Db, market: FaceKind, change: Partial<BrandingRow>, now: Date) =>
  db
    .updateTable('market_faces')
    .set({ ...change, changed_at: now })
    .where('market', '=', market)
    .execute()

/** A market's own values, else those of the whole market, else the default. */
export function brandingOf({ both, app, theme }: BrandingRows): Services['branding'] {
  const over = (row: BrandingRow, base: Branding): Branding => ({
    name: row.name ?? base.name,
    logo: row.logo ?? base.logo,
    mail: row.mail ?? base.mail,
  })
  const whole = over(both, DEFAULT_BRANDING)
  return { both: whole, app: over(app, whole), theme: over(theme, whole) }
}
