import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { cropQuery, PICTURE_REFUSALS, PICTURE_UPLOAD } from '#modules/catalog/pictures/contract.ts'
import { PROFILE_FIELDS, PROFILE_RULES, SELLER_RULES } from './profile-rules.ts'

const TAG = 'Partners'
const MEMBERS = { who: 'partner', roles: PARTNER_ROLES } as const
const WRITERS = { who: 'partner', roles: ['owner', 'developer'] } as const
const params = z.object({ partner: z.string().max(60) })
const revision = z
  .int()
  .min(0)
  .describe('that the page was made from: who began from an older one is told')
const saved = z.object({ revision })
const at = z.iso.datetime()

const words = z.object({ tr: z.string(), en: z.string(), ar: z.string() })
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
    about_tr: textField(PROFILE_RULES.about),
    about_en: textField(PROFILE_RULES.about),
    about_ar: textField(PROFILE_RULES.about),
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
