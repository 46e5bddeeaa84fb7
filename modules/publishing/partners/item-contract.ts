import { byLocale } from '#lib/field-schema.ts'
import { PARTNER_ROLES, partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { plainText } from '#lib/text.ts'
import { CURRENCIES } from '#lib/money.ts'
import { PARTS } from './rules.ts'
import { PICTURE_REFUSALS, PICTURE_UPLOAD, cropQuery } from '#modules/catalog/pictures/contract.ts'
import { LISTING_PLACES } from '#modules/catalog/pictures/places.ts'

const TAG = 'Partners'
const MEMBERS = partnersWho('view', 'upload')
const WRITERS = partnersWho('publish', 'upload')

const partner = z.string().max(60)
const item = z.string().max(60)
const locale = z.enum(LOCALES)
/**
 * Cleaned text with a generous limit. The rule pack's limits are reported as problems, so that
 * nobody loses a text for being too long.
 */
const text = (max: number) => z.string().max(max).transform(plainText)
const revision = z.int().min(0).describe('of the draft that was looked at')
const slug = z.string().trim().max(60)

export const suggestItemNames = declareOperation({
  id: 'suggestItemNames',
  summary: 'A slug and a prefix for a name, and whether they are free',
  tag: TAG,
  source: 'D3',
  method: 'get',
  path: '/partners/{partner}/item-names',
  policy: WRITERS,
  params: z.object({ partner }),
  query: z.object({
    name: z.string().max(200).default(''),
    slug: slug.optional(),
    prefix: slug.optional(),
  }),
  output: z.object({
    slug: z.object({ text: z.string(), state: z.enum(['free', 'taken', 'reserved', 'malformed']) }),
    prefix: z.object({
      text: z.string(),
      state: z.enum(['free', 'taken', 'reserved', 'malformed']),
    }),
  }),
  refusals: [],
})

export const createItem = declareOperation({
  id: 'createItem',
  summary: 'A new item, a draft that nobody else sees',
  tag: TAG,
  source: 'D1 D3',
  method: 'post',
  path: '/partners/{partner}/items',
  policy: WRITERS,
  params: z.object({ partner }),
  body: z.object({
    market: z.enum(MARKETS),
    name: text(60).pipe(z.string().min(2)),
    slug,
    prefix: slug,
  }),
  output: z.object({ id: z.string() }),
  refusals: [],
})

export const getPartnerItem = declareOperation({
  id: 'getPartnerItem',
  summary: 'An item of the partner, and how far its draft is',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/partners/{partner}/items/{item}',
  policy: MEMBERS,
  params: z.object({ partner, item }),
  output: z.object({
    id: z.string(),
    market: z.enum(MARKETS),
    slug: z.string(),
    prefix: z.string(),
    name: z.string(),
    status: z.enum(['draft', 'published', 'unpublished']),
    icon: z.string().nullable(),
    role: z.enum(PARTNER_ROLES),
    missing: z.int().describe('how many things keep it from being handed in'),
    differs: z.boolean().describe('the draft says something else than stores see'),
  }),
  refusals: [],
})

const said = z.object({
  locale,
  name: z.string(),
  tagline: z.string(),
  description: z.array(z.string()),
  features: z.array(z.string()),
})
const words = z.partialRecord(locale, z.string())
const fact = z.object({ title: words, text: words })
export const pictureOut = z.object({
  id: z.string().describe('of the picture in this draft'),
  role: z.enum(['cover', 'screenshot']),
  locale: locale.nullable(),
  device: z.enum(['desktop', 'phone']),
  position: z.int(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string().nullable(),
  origin: z
    .string()
    .nullable()
    .describe('SHA-256 of the file that was sent; null where nobody knows'),
  sources: z.array(z.object({ path: z.string(), type: z.string(), width: z.int() })),
  alt: words,
})
export const planOut = z.object({
  kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
  period: z.enum(['month', 'year']).nullable(),
  name: words,
  features: z.partialRecord(locale, z.array(z.string())),
  amountMinor: z.int(),
  currency: z.enum(CURRENCIES),
  prices: z.partialRecord(z.enum(CURRENCIES), z.int()).optional().describe('in other currencies'),
  trialDays: z.int(),
  trialNeedsCard: z.boolean(),
  meters: z.array(
    z.object({
      key: z.string(),
      name: words,
      included: z.int(),
      tiers: z.array(z.object({ upTo: z.int().nullable(), priceMinor: z.int(), per: z.int() })),
    }),
  ),
  capMinor: z.int().nullable(),
  soldTo: z.enum(['offers', 'nobody']).optional().describe('without it: everybody'),
})

const measure = z.object({ done: z.int(), of: z.int() })

/** What a partner writes of an item, as its page in the store shows it. */
export const listingContent = z.object({
  texts: z.array(said),
  categoryIds: z.array(z.string()),
  tagIds: z.array(z.string()),
  links: z.record(z.string(), z.string()),
  icon: z.string().nullable(),
  icon_origin: z.string().nullable(),
  swatches: z.array(z.string()),
  ground: z.string().nullable(),
  inAppPurchase: z.boolean(),
  plans: z.array(planOut),
  pictures: z.array(pictureOut),
  facts: z.object({
    touches: z.array(fact),
    leaves_alone: z.array(fact),
    support: z.array(
      z.object({ heading: words, paragraphs: z.partialRecord(locale, z.array(z.string())) }),
    ),
  }),
  credits: z.array(
    z.object({
      package: z.string(),
      version: z.string(),
      author: z.string(),
      licence: z.string(),
      source: z.string(),
    }),
  ),
})

export const listing = z.object({
  revision,
  currencies: z.array(z.enum(CURRENCIES)).describe('that the market uses'),
  changed: z
    .object({ at: z.iso.datetime(), by: z.string() })
    .nullable()
    .describe('null while nobody has drafted anything'),
  content: listingContent,
  missing: z.array(
    z.object({
      rule: z.string(),
      part: z.enum(PARTS),
      field: z.string(),
      wrong: z.string(),
      mend: z.string(),
      evidence: z.string().nullable(),
    }),
  ),
  measures: z
    .record(z.enum(LOCALES), measure)
    .describe('how much of what a language must say it says'),
  categories: z.array(z.object({ id: z.string(), name: z.string(), names: words })),
  tags: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ListingAnswer = z.output<typeof listing>

export const getListing = declareOperation({
  id: 'getListing',
  summary: "An item's listing as its partner has drafted it, and what is missing",
  tag: TAG,
  source: 'D15',
  method: 'get',
  path: '/partners/{partner}/items/{item}/listing',
  policy: MEMBERS,
  params: z.object({ partner, item }),
  output: listing,
  refusals: [],
})

const saved = z.object({ revision })
const row = z.object({ title: text(200), text: text(1_000) })

export const changeListingWords = declareOperation({
  id: 'changeListingWords',
  summary: 'Write what the listing says in one language',
  tag: TAG,
  source: 'D15',
  method: 'put',
  path: '/partners/{partner}/items/{item}/listing/words/{locale}',
  policy: WRITERS,
  params: z.object({ partner, item, locale }),
  body: z.object({
    revision,
    name: text(200),
    tagline: text(300),
    description: text(10_000).describe('paragraphs between empty lines'),
    features: text(2_000).describe('one in a line'),
    touches: z.array(row).max(12),
    leaves_alone: z.array(row).max(12),
    support: z.array(z.object({ title: text(200), text: text(4_000) })).max(12),
  }),
  output: saved,
  refusals: ['partners.draft_changed'],
})

const link = z.union(
  [
    z.literal(''),
    z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'field.https' }).max(500),
  ],
  { error: 'field.https' },
)
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, { error: 'field.colour' })

export const changeListingFacts = declareOperation({
  id: 'changeListingFacts',
  summary: 'Write what the listing says in every language',
  tag: TAG,
  source: 'D15',
  method: 'put',
  path: '/partners/{partner}/items/{item}/listing/about',
  policy: WRITERS,
  params: z.object({ partner, item }),
  body: z.object({
    revision,
    category_ids: z.array(z.string().max(60)).max(3, { error: 'field.three' }),
    tag_ids: z
      .array(z.string().max(60))
      .max(5, { error: 'field.five' })
      .optional()
      .describe('left out: as they are'),
    in_app_purchase: z.boolean(),
    links: z.object({ support: link, contact: link, document: link, live_preview: link }),
    ground: z.union([z.literal(''), colour], { error: 'field.colour' }),
    swatches: z.array(colour).max(6),
    credits: z
      .array(
        z.object({
          package: text(120),
          version: text(40),
          author: text(120),
          licence: text(120),
          source: link,
        }),
      )
      .max(12),
  }),
  output: saved,
  refusals: ['partners.draft_changed'],
})

const picture = z.string().max(60)
const pictureSaved = z.object({ revision: z.int() })
const altText = z.string().max(300).transform(plainText)

export const addPicture = declareOperation({
  id: 'addPicture',
  summary: 'Put a picture into a place of the listing; it is read, cropped and encoded anew',
  tag: TAG,
  source: 'D15',
  method: 'post',
  path: '/partners/{partner}/items/{item}/pictures',
  policy: WRITERS,
  params: z.object({ partner, item }),
  query: cropQuery.extend({
    place: z.enum(LISTING_PLACES),
    locale: z.enum(LOCALES).optional().describe('for readers of this language only'),
  }),
  upload: PICTURE_UPLOAD,
  output: pictureSaved,
  refusals: [...PICTURE_REFUSALS, 'partners.picture_many'],
})

export const describePicture = declareOperation({
  id: 'describePicture',
  summary: 'Say what is on a picture, for those who do not see it',
  tag: TAG,
  source: 'D15',
  method: 'put',
  path: '/partners/{partner}/items/{item}/pictures/{picture}',
  policy: WRITERS,
  params: z.object({ partner, item, picture }),
  body: z.object({
    revision: z.int().min(0),
    alt: byLocale(altText),
  }),
  output: pictureSaved,
  refusals: ['partners.draft_changed'],
})

export const movePicture = declareOperation({
  id: 'movePicture',
  summary: 'Move a picture one place',
  tag: TAG,
  source: 'D15',
  method: 'post',
  path: '/partners/{partner}/items/{item}/pictures/{picture}/move',
  policy: WRITERS,
  params: z.object({ partner, item, picture }),
  body: z.object({ towards: z.enum(['earlier', 'later']) }),
  output: pictureSaved,
  refusals: [],
})

export const removePicture = declareOperation({
  id: 'removePicture',
  summary: 'Take a picture out of the draft',
  tag: TAG,
  source: 'D15',
  method: 'delete',
  path: '/partners/{partner}/items/{item}/pictures/{picture}',
  policy: WRITERS,
  params: z.object({ partner, item, picture }),
  output: pictureSaved,
  refusals: [],
})
