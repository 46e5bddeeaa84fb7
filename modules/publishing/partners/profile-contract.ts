import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField, byLocale, localeFields } from '#lib/field-schema.ts'
import { PICTURE_REFUSALS, PICTURE_UPLOAD, cropQuery } from '#modules/catalog/pictures/contract.ts'
import { PROFILE_FIELDS, PROFILE_RULES, SELLER_RULES } from './rules.ts'
import { done } from '#modules/identity/contract.ts'
import { ATTEMPTS } from '#lib/limit.ts'
import { one, pageNumber, perPage, time } from '#lib/wire.ts'
import { itemCard, verified } from '#modules/catalog/contract.ts'

const TAG = 'Partners'
const MEMBERS = partnersWho('view')
const WRITERS = partnersWho('publish')
const params = z.object({ partner: z.string().max(60) })
const revision = z
  .int()
  .min(0)
  .describe('that the page was made from: who began from an older one is told')
const saved = z.object({ revision })
const at = z.iso.datetime()

const words = byLocale(z.string())
const seller = z.object({
  legal_name: z.string().nullable(),
  legal_address: z.string().nullable(),
  tax_office: z.string().nullable(),
  tax_number: z.string().nullable(),
  registry_number: z.string().nullable(),
  registered_mail: z.string().nullable(),
  phone: z.string().nullable(),
})

export const profile = z.object({
  revision,
  changed: z.object({ at, by: z.string() }).nullable(),
  slug: z.string().describe('of its page in the shop'),
  name: z.string(),
  about: words,
  website: z.string().nullable(),
  support_email: z.string().nullable(),
  support_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  logo: z.string().nullable(),
  seller,
  listed: z.boolean().describe('it has something in the market, so it has a page there'),
  missing: z
    .array(z.enum(PROFILE_FIELDS))
    .describe('what a whole profile has and this one has not'),
  fields: z.int().describe('how many a whole profile has'),
})
export type ProfileAnswer = z.output<typeof profile>

export const getPartnerProfile = declareOperation({
  id: 'getPartnerProfile',
  summary: 'What a partner says of itself',
  tag: TAG,
  source: 'D1 D19',
  method: 'get',
  path: '/partners/{partner}/profile',
  policy: MEMBERS,
  params,
  output: profile,
  refusals: [],
})

const address = z.union(
  [
    z.literal(''),
    z
      .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'field.https' })
      .max(500)
      .refine((text) => URL.parse(text)?.username === '', { error: 'field.https' }),
  ],
  { error: 'field.https' },
)

export const changePartnerProfile = declareOperation({
  id: 'changePartnerProfile',
  summary: 'Write what stores read about a partner',
  tag: TAG,
  source: 'D1 D19',
  method: 'put',
  path: '/partners/{partner}/profile',
  policy: WRITERS,
  params,
  body: z.object({
    revision,
    name: textField(PROFILE_RULES.name),
    ...localeFields('about', textField(PROFILE_RULES.about)),
    website: address,
    support_email: textField(PROFILE_RULES.support_email),
    support_url: address,
    privacy_url: address,
  }),
  output: saved,
  refusals: ['partners.draft_changed'],
})

export const changePartnerSeller = declareOperation({
  id: 'changePartnerSeller',
  summary: 'Write who sells: what a marketplace has to show of a seller',
  tag: TAG,
  source: 'D19',
  method: 'put',
  path: '/partners/{partner}/profile/seller',
  policy: WRITERS,
  params,
  body: z.object({
    revision,
    legal_name: textField(SELLER_RULES.legal_name),
    legal_address: textField(SELLER_RULES.legal_address),
    tax_office: textField(SELLER_RULES.tax_office),
    tax_number: textField(SELLER_RULES.tax_number),
    registry_number: textField(SELLER_RULES.registry_number),
    registered_mail: textField(SELLER_RULES.registered_mail),
    phone: textField(SELLER_RULES.phone),
  }),
  output: saved,
  refusals: ['partners.draft_changed'],
})

export const setPartnerLogo = declareOperation({
  id: 'setPartnerLogo',
  summary: "Put up a partner's picture; it is read, cropped and encoded anew",
  tag: TAG,
  source: 'D15',
  method: 'post',
  path: '/partners/{partner}/profile/logo',
  policy: WRITERS,
  params,
  query: cropQuery,
  upload: PICTURE_UPLOAD,
  output: saved,
  refusals: PICTURE_REFUSALS,
})

export const removePartnerLogo = declareOperation({
  id: 'removePartnerLogo',
  summary: "Take a partner's picture down",
  tag: TAG,
  source: 'D15',
  method: 'delete',
  path: '/partners/{partner}/profile/logo',
  policy: WRITERS,
  params,
  output: saved,
  refusals: [],
})

export const getPartnerProofs = declareOperation({
  id: 'getPartnerProofs',
  summary: 'What of a partner was verified, and how the rest is',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/proofs',
  policy: partnersWho('view'),
  params,
  output: z.object({
    verified_at: at.nullable(),
    domain: z
      .object({
        name: z.string(),
        record: z.object({ name: z.string(), value: z.string() }),
        file: z.object({ address: z.string(), text: z.string() }),
        proved_at: at.nullable(),
        way: z.enum(['dns', 'file']).nullable(),
        checked_at: at.nullable(),
        missing_since: at.nullable(),
        lapses_at: at.nullable(),
      })
      .nullable()
      .describe('null without a site'),
    mail: z
      .object({ address: z.string(), proved_at: at.nullable(), sent_at: at.nullable() })
      .nullable()
      .describe('null without a support address'),
  }),
  refusals: [],
})

export const checkPartnerDomain = declareOperation({
  id: 'checkPartnerDomain',
  summary: "Look now whether the site says that it is this partner's",
  tag: TAG,
  source: 'D7 D19',
  method: 'post',
  path: '/partners/{partner}/proofs/domain',
  policy: WRITERS,
  params,
  output: z.object({ way: z.enum(['dns', 'file']) }),
  refusals: ['partners.no_site', 'partners.proof_nowhere', 'partners.proof_unreachable'],
})

export const sendPartnerMailCheck = declareOperation({
  id: 'sendPartnerMailCheck',
  summary: 'Mail a link to the support address, to prove that it is read',
  tag: TAG,
  source: 'D19 TOK-15',
  method: 'post',
  path: '/partners/{partner}/proofs/mail',
  policy: WRITERS,
  params,
  output: done,
  refusals: ['partners.no_support_mail'],
})

export const confirmPartnerMail = declareOperation({
  id: 'confirmPartnerMail',
  summary: 'The link of that mail was pressed',
  tag: TAG,
  source: 'D19 TOK-15',
  method: 'post',
  path: '/partner-mail-checks',
  policy: { who: 'guest' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({ partner: z.string() }),
  refusals: ['partners.mail_link_over'],
})

const developer = z.object({
  slug: z.string(),
  name: z.string(),
  about: z.string().nullable().describe("in the reader's language, else in one that there is"),
  logo: z.string().nullable(),
  website: z.string().nullable(),
  support_email: z.string().nullable(),
  support_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  verified: verified.nullable(),
  seller: seller.describe('who sells, as far as it is known'),
  since: time,
  items: z.array(itemCard),
  total: z.int().describe('items in this market'),
})
export type Developer = z.output<typeof developer>

export const getDeveloper = declareOperation({
  id: 'getDeveloper',
  summary: 'Who lists items, in their own words, and which',
  tag: 'Catalogue',
  source: 'S2.17 D19',
  method: 'get',
  path: '/developers/{developer}',
  policy: { who: 'anyone' },
  params: z.object({ developer: z.string().max(120) }),
  query: z.object({ page: pageNumber, per_page: perPage }),
  output: one(developer),
  refusals: ['partners.developer_not_found'],
})
