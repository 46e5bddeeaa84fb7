import { defineOperation } from '#kernel/define-operation.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { personOf } from '#kernel/actor.ts'
import { listOriginSettings } from '#kernel/site-origin.ts'
import { readBrand } from './brand.ts'
import {
  changeBrand as brandContract,
  changeOperatorFacts as factsContract,
  changeSecondNeeded as secondContract,
  getMarketSettings as getContract,
} from './contract.ts'
import { refuse } from './errors.ts'
import { BRAND_COLOURS } from './rules.ts'
import { changeSettings, findFaces, findSettings, type BrandWish } from './settings-data.ts'

const done = { success: true as const }

export const getMarketSettings = defineOperation({
  ...getContract,
  run: async (ctx) => {
    const [kept, faces] = await Promise.all([findSettings(ctx.db), findFaces(ctx.db)])
    const { name, address, mail, taxOffice = '', taxNumber = '' } = kept.operator ?? ctx.operator
    const { origins } = ctx
    return {
      operator: { name, address, mail, taxOffice, taxNumber },
      own: { operator: kept.operator !== null, brand: kept.brand !== null },
      faces,
      second_needed: kept.secondNeeded,
      colours: Object.fromEntries(
        Object.entries(kept.brand?.colours ?? {}).map(([token, [light, dark]]) => [
          token,
          { light, dark },
        ]),
      ),
      // Nothing of it is secret: no key, no credential, no address of a database.
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
  const { operator, brand, secondNeeded } = await findSettings(db)
  return {
    second_needed: secondNeeded,
    ...(operator && {
      company: operator.name,
      address: operator.address,
      support: operator.mail,
      tax: [operator.taxOffice, operator.taxNumber].filter(Boolean).join(' '),
    }),
    ...(brand && { colours: brand.colours }),
  }
}
const audit = { kind: 'settings', id: () => 'market', read: readSettings }

export const changeOperatorFacts = defineOperation({
  ...factsContract,
  audit,
  run: async (ctx, { body: { taxOffice, taxNumber, ...facts } }) => {
    await changeSettings(
      ctx.db,
      { operator: { ...facts, ...(taxOffice && { taxOffice }), ...(taxNumber && { taxNumber }) } },
      ctx.clock.now(),
    )
    return done
  },
})

/** Whoever asks it of others has one: nobody locks the market up. */
export const changeSecondNeeded = defineOperation({
  ...secondContract,
  audit,
  run: async (ctx, { body }) => {
    if (body.needed && !personOf(ctx).hasSecondFactor) throw refuse('texts.second_first')
    await changeSettings(ctx.db, { secondNeeded: body.needed }, ctx.clock.now())
    return done
  },
})

export const changeBrand = defineOperation({
  ...brandContract,
  audit,
  run: async (ctx, { body }) => {
    const colours: BrandWish['colours'] = {}
    for (const token of BRAND_COLOURS) {
      const { light = '', dark = '' } = body.colours[token] ?? {}
      if ((light === '') !== (dark === '')) throw refuse('texts.colour_pair', { params: { token } })
      if (light !== '') colours[token] = [light.toLowerCase(), dark.toLowerCase()]
    }
    const brand = Object.keys(colours).length === 0 ? null : { colours }
    if (brand) {
      try {
        readBrand(JSON.stringify(brand))
      } catch (error) {
        throw refuse('texts.unreadable', { params: { why: (error as Error).message } })
      }
    }
    await changeSettings(ctx.db, { brand }, ctx.clock.now())
    return done
  },
})
