import { MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { z } from 'zod'
import { COMPANY_FACTS, type CompanyFact } from '#lib/company-facts.ts'
import { textField, byLocale } from '#lib/field-schema.ts'
import { isTimeZone } from '#lib/time-zone.ts'
import { countryCode, day } from '#lib/wire.ts'
import { LOCALES, forEachLocale } from '#lib/locale.ts'
import { declareOperation } from '#kernel/operation.ts'
import { cropQuery, PICTURE_REFUSALS, PICTURE_UPLOAD } from '#modules/catalog/pictures/contract.ts'
import { done } from '#modules/identity/contract.ts'
import {
  BRAND_COLOURS,
  FACE_KINDS,
  FACE_RULES,
  OPERATOR_RULES,
  TEXT_PATHS,
  TEXT_RULES,
} from './rules.ts'

const TAG = 'Operator: texts and settings'
const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const ADMIN = { who: 'operator', roles: ['admin'] } as const

const at = z.iso.datetime()
const path = z.enum(TEXT_PATHS)

const part = z.object({
  heading: z.string(),
  paragraphs: z.array(z.string()).optional(),
  list: z.array(z.string()).optional(),
  table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).optional(),
  code: z.string().optional(),
  links: z.array(z.object({ href: z.string(), name: z.string() })).optional(),
})

export const getText = declareOperation({
  id: 'getText',
  summary: 'A page of text that the market has written itself, and what such pages are called',
  tag: 'Market',
  source: 'S1.6 D21',
  method: 'get',
  path: '/texts',
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({ path: z.string().max(60).describe('of the page, e.g. /legal/terms') }),
  output: z.object({
    data: z
      .object({
        title: z.string(),
        lead: z.string(),
        parts: z.array(part),
        version: z.int(),
        published_at: at,
      })
      .nullable()
      .describe('null: the text that came with the release is shown'),
    titles: z
      .array(z.object({ path, title: z.string(), lead: z.string() }))
      .describe('of every page that the market has written'),
    shown: z
      .object({ title: z.string(), lead: z.string(), parts: z.array(part) })
      .nullable()
      .describe('what readers see: the text of the market, else that of the release'),
    related: z.array(z.object({ path: z.string(), title: z.string() })),
  }),
  refusals: [],
})

const words = z.object({
  title: textField(TEXT_RULES.title),
  lead: textField(TEXT_RULES.lead),
  body: textField(TEXT_RULES.body),
})
const writtenText = z.object({ title: z.string(), lead: z.string(), body: z.string() })
const written = byLocale(writtenText)
const version = z.object({
  version: z.int(),
  by: z.string(),
  written_at: at,
  published_at: at.nullable(),
  own: z.boolean().describe('false: back to the text of the release'),
})
const name = z
  .string()
  .max(60)
  .describe('its path without the first stroke, with points for the others: legal.terms')

export const listTexts = declareOperation({
  id: 'listMarketTexts',
  summary: 'Pages of text, and which of them the market has written itself',
  tag: TAG,
  source: 'D21',
  method: 'get',
  path: '/operator/texts',
  policy: EVERY_OPERATOR,
  output: z.object({
    texts: z.array(
      z.object({ path, title: z.string(), shown: version.nullable(), draft: version.nullable() }),
    ),
  }),
  refusals: [],
})
export const getMarketText = declareOperation({
  id: 'getMarketText',
  summary: 'A page of text: its draft, what is shown, and every version',
  tag: TAG,
  source: 'D21',
  method: 'get',
  path: '/operator/texts/{text}',
  policy: EVERY_OPERATOR,
  params: z.object({ text: name }),
  query: z.object({
    version: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional()
      .describe('an older one to look at'),
  }),
  output: z.object({
    path,
    content: written
      .nullable()
      .describe('of the draft, else of what is shown; null: the text of the release'),
    release: z.record(z.enum(LOCALES), writtenText).describe('the text of the release'),
    places: z
      .record(z.enum(LOCALES), z.record(z.string(), z.string()))
      .describe('values of the placeholders'),
    draft: version.nullable(),
    shown: version.nullable(),
    versions: z.array(version),
  }),
  refusals: [],
})
export const saveText = declareOperation({
  id: 'saveMarketText',
  summary: 'Keep a draft of a page in the languages of the market',
  tag: TAG,
  source: 'D21',
  method: 'put',
  path: '/operator/texts/{text}',
  policy: ADMIN,
  params: z.object({ text: name }),
  body: z.object(forEachLocale(() => words.optional())),
  output: done,
  refusals: [],
})
export const publishText = declareOperation({
  id: 'publishMarketText',
  summary: 'Show the draft of a page to everybody',
  tag: TAG,
  source: 'D21',
  method: 'post',
  path: '/operator/texts/{text}/publish',
  policy: ADMIN,
  params: z.object({ text: name }),
  output: done,
  refusals: ['texts.no_draft'],
})
export const resetText = declareOperation({
  id: 'resetMarketText',
  summary: 'Show the text that came with the release again',
  tag: TAG,
  source: 'D21',
  method: 'delete',
  path: '/operator/texts/{text}',
  policy: ADMIN,
  params: z.object({ text: name }),
  output: done,
  refusals: ['texts.not_own'],
})

const companyFact = z.enum(COMPANY_FACTS)
const facts = z
  .object({ name: z.string(), address: z.string(), mail: z.string() })
  .catchall(z.string())
  .describe('with the facts that companies of the country have')
const companyFields = Object.fromEntries(
  COMPANY_FACTS.map((name) => [name, textField(OPERATOR_RULES[name]).default('')]),
) as Record<CompanyFact, z.ZodDefault<ReturnType<typeof textField>>>
const language = z.enum(LOCALES)
const pair = z.object({ light: z.string(), dark: z.string() })
const colour = z.union([z.literal(''), z.string().regex(/^#[0-9A-Fa-f]{6}$/)], {
  error: 'field.colour',
})

const faceKind = z
  .enum(FACE_KINDS)
  .describe('both: the whole market; app, theme: where that one differs')
const ofFace = {
  params: z.object({ face: faceKind }),
  policy: ADMIN,
  tag: TAG,
  source: 'D3',
} as const

export const getMarketSettings = declareOperation({
  id: 'getMarketSettings',
  summary: 'Who runs the market, its colours, and what the environment says',
  tag: TAG,
  source: 'D3 D21',
  method: 'get',
  path: '/operator/settings',
  policy: EVERY_OPERATOR,
  output: z.object({
    operator: facts,
    facts: z.array(companyFact).describe('of companies in the country, in the order of the form'),
    country: z.string(),
    time_zone: z.string().describe('the one chosen last'),
    zone_from: day.nullable().describe('when it begins; null: it holds'),
    own: z
      .object({ operator: z.boolean(), brand: z.boolean() })
      .describe('written here; else as the environment says'),
    faces: z
      .record(
        faceKind,
        z.object({
          name: z.string().nullable(),
          logo: z.string().nullable(),
          mail: z.string().nullable(),
        }),
      )
      .describe('as written here; null in a market: as the whole has it'),
    languages: z.array(language).describe('that the market is offered in, its default first'),
    coverage: z.object({
      items: z.int().describe('published ones'),
      of: z.record(
        language,
        z.object({
          items: z.int().describe('that have texts in it'),
          unnamed: z.array(z.string()).describe('categories and collections without a name in it'),
        }),
      ),
    }),
    colours: z.partialRecord(z.enum(BRAND_COLOURS), pair),
    second_needed: z.boolean(),
    return_days: z.int().describe('in which a purchase may be returned; 0: never'),
    settings: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  }),
  refusals: [],
})
export const changeOperatorFacts = declareOperation({
  id: 'changeOperatorFacts',
  summary: 'Who runs the market, as legal texts, mails and invoices name it',
  tag: TAG,
  source: 'D21',
  method: 'put',
  path: '/operator/settings/operator',
  policy: ADMIN,
  body: z.object({
    name: textField(OPERATOR_RULES.name),
    address: textField(OPERATOR_RULES.address),
    mail: textField(OPERATOR_RULES.mail),
    ...companyFields,
  }),
  output: done,
  refusals: [],
})

export const changeMarketPlace = declareOperation({
  id: 'changeMarketPlace',
  summary: 'The country of the company, and the time zone of the days of statements and analytics',
  tag: TAG,
  source: 'D21',
  method: 'put',
  path: '/operator/settings/place',
  policy: ADMIN,
  body: z.object({
    country: z.string().trim().toUpperCase().pipe(countryCode),
    time_zone: z.string().max(60).refine(isTimeZone, 'field.invalid'),
  }),
  output: done,
  refusals: [],
})
const languageList = z
  .array(language)
  .min(1, { error: 'field.required' })
  .refine((list) => new Set(list).size === list.length, { error: 'field.invalid' })

export const changeMarketLanguages = declareOperation({
  id: 'changeMarketLanguages',
  summary: 'The languages that the market is offered in, its default first',
  tag: TAG,
  source: 'D29',
  method: 'put',
  path: '/operator/settings/languages',
  policy: ADMIN,
  body: z.object({ languages: languageList }),
  output: done,
  refusals: ['texts.language_incomplete'],
})
export const changeSecondNeeded = declareOperation({
  id: 'changeSecondNeeded',
  summary: 'Whether operators come in with a second proof only',
  tag: TAG,
  source: 'D1',
  method: 'put',
  path: '/operator/settings/second',
  policy: ADMIN,
  body: z.object({ needed: z.boolean() }),
  output: done,
  refusals: ['texts.second_first'],
})
export const changeReturnDays = declareOperation({
  id: 'changeReturnDays',
  summary: 'In how many days stores may return a one-time purchase',
  tag: TAG,
  source: 'D10',
  method: 'put',
  path: '/operator/settings/returns',
  policy: ADMIN,
  body: z.object({
    days: z
      .int({ error: 'field.number' })
      .min(0, { error: 'field.number' })
      .max(90, { error: 'field.number' }),
  }),
  output: done,
  refusals: [],
})
export const changeBrand = declareOperation({
  id: 'changeBrand',
  summary: "The market's colours by day and by night; what could not be read is refused",
  tag: TAG,
  source: 'D3',
  method: 'put',
  path: '/operator/settings/brand',
  policy: ADMIN,
  body: z.object({
    colours: z.partialRecord(z.enum(BRAND_COLOURS), z.object({ light: colour, dark: colour })),
  }),
  output: done,
  refusals: ['texts.unreadable', 'texts.colour_pair'],
})

export const changePlatformFace = declareOperation({
  id: 'changePlatformFace',
  summary: 'What the market is called at the stores of a platform, and its colors there',
  tag: TAG,
  source: 'D26',
  method: 'put',
  path: '/operator/platforms/{platform}/face',
  policy: ADMIN,
  params: z.object({ platform: z.coerce.number().int().min(1).max(MAX_PLATFORM_ID) }),
  body: z.object({
    market_name: textField(FACE_RULES.name).refine((name) => !/[{}<>]/.test(name), 'field.invalid'),
    colours: z.partialRecord(z.enum(BRAND_COLOURS), z.object({ light: colour, dark: colour })),
  }),
  output: done,
  refusals: ['texts.unreadable', 'texts.colour_pair'],
})

export const changePlatformLanguages = declareOperation({
  id: 'changePlatformLanguages',
  summary:
    'Which of the market’s languages the stores of a platform are offered, its default first',
  tag: TAG,
  source: 'D26 D29',
  method: 'put',
  path: '/operator/platforms/{platform}/languages',
  policy: ADMIN,
  params: z.object({ platform: z.coerce.number().int().min(1).max(MAX_PLATFORM_ID) }),
  body: z.object({ languages: languageList.nullable().describe('null: all, as in the market') }),
  output: done,
  refusals: ['texts.language_incomplete', 'texts.language_unoffered'],
})

const ofPlatformLogo = {
  tag: TAG,
  source: 'D26',
  path: '/operator/platforms/{platform}/logo',
  policy: ADMIN,
  params: z.object({ platform: z.coerce.number().int().min(1).max(MAX_PLATFORM_ID) }),
  output: done,
} as const
export const setPlatformLogo = declareOperation({
  ...ofPlatformLogo,
  id: 'setPlatformLogo',
  summary: "A platform's logo: a square picture, encoded anew",
  method: 'post',
  query: cropQuery,
  upload: PICTURE_UPLOAD,
  refusals: PICTURE_REFUSALS,
})
export const removePlatformLogo = declareOperation({
  ...ofPlatformLogo,
  id: 'removePlatformLogo',
  summary: "A platform's logo is drawn from its letters again",
  method: 'delete',
  refusals: [],
})

/** The name is used in headers, titles and mails: no line breaks or markup. */
export const changeMarketName = declareOperation({
  ...ofFace,
  id: 'changeMarketName',
  summary: 'What the market is called, and where what people write to it is sent',
  method: 'put',
  path: '/operator/settings/faces/{face}',
  body: z.object({
    name: textField(FACE_RULES.name).refine((name) => !/[{}<>]/.test(name), 'field.invalid'),
    mail: textField(FACE_RULES.mail),
  }),
  output: done,
  refusals: [],
})
export const setMarketLogo = declareOperation({
  ...ofFace,
  id: 'setMarketLogo',
  summary:
    "The market's sign beside its name and in browsers' tabs: a square picture, encoded anew",
  method: 'post',
  path: '/operator/settings/faces/{face}/logo',
  query: cropQuery,
  upload: PICTURE_UPLOAD,
  output: done,
  refusals: PICTURE_REFUSALS,
})
export const removeMarketLogo = declareOperation({
  ...ofFace,
  id: 'removeMarketLogo',
  summary: "The house's own sign again, or that of the whole market",
  method: 'delete',
  path: '/operator/settings/faces/{face}/logo',
  output: done,
  refusals: [],
})
