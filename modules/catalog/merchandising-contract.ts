import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField, byLocale } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { done } from '#modules/identity/contract.ts'
import { drawn } from './drawing-contract.ts'
import { MOST_IN_COLLECTION, ORDERED_LISTS, SHELF_RULES, SHOWINGS } from './merchandising-rules.ts'
import { cropQuery, PICTURE_REFUSALS, PICTURE_UPLOAD } from './pictures/contract.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const MERCHANDISING = { tag: 'Operator: shelves', source: 'D19' } as const
const CHANGE = {
  ...MERCHANDISING,
  policy: { who: 'operator', roles: ['admin', 'reviewer'] },
} as const

const id = z.string().max(60)
const slug = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const ofCategory = { ...CHANGE, params: z.object({ category: id }) }
const ofCollection = { ...CHANGE, params: z.object({ collection: id }) }
const ofBanner = { ...CHANGE, params: z.object({ banner: id }) }
const market = z.enum(MARKETS)
/**
 * In the languages of the market; one that is empty is not there, and readers get another one
 * (D18).
 */
const texts = (rules: { max: number }) => byLocale(textField({ max: rules.max }))
const shown = z.partialRecord(z.enum(LOCALES), z.string())
const missing = z.array(z.enum(LOCALES)).describe('languages in which nothing is written')
const drawing = z
  .string()
  .max(40)
  .regex(/^[a-z-]+$/)
  .nullable()

const day = z.iso.datetime({ offset: true }).nullable()
/** On which days something is shown, when it is written … */
export const givenDays = {
  starts_at: day.default(null).describe('null: no limit'),
  ends_at: day.default(null),
}
/** … and when it is read. */
export const shownDays = {
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  showing: z.enum(SHOWINGS).describe('at this moment'),
}

const categoryFacts = { name: texts(SHELF_RULES.name), drawing }
const collectionFacts = {
  name: texts(SHELF_RULES.name),
  lead: texts(SHELF_RULES.lead),
  active: z.boolean(),
  ...givenDays,
}
const bannerFacts = {
  place: z.enum(['home', 'list']),
  locale: z.enum(LOCALES).nullable(),
  platform_id: z.coerce.number().int().min(1).max(MAX_PLATFORM_ID).nullable(),
  title: textField(SHELF_RULES.title),
  text: textField(SHELF_RULES.text),
  action: textField(SHELF_RULES.action),
  target: textField(SHELF_RULES.target),
  external: z.boolean().describe('may lead out of the market (S4.3)'),
  ground: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/)
    .nullable(),
  ...givenDays,
  active: z.boolean(),
}

export const category = z.object({
  id,
  market,
  slug: z.string(),
  name: shown,
  drawing: z.string().nullable(),
  ...drawn,
  position: z.int().describe('in its list; changed by `orderShelves`, no form takes it'),
  tag: z.boolean(),
  items: z.int(),
  missing,
})
export const collection = z.object({
  id,
  market,
  slug: z.string(),
  name: shown,
  lead: shown,
  position: z.int().describe('in its list; changed by `orderShelves`, no form takes it'),
  active: z.boolean(),
  items: z.int(),
  missing,
  ...shownDays,
  ...drawn,
})
export const banner = z.object({
  id,
  market,
  place: z.enum(['home', 'list']),
  locale: z.enum(LOCALES).nullable(),
  platform_id: z.int().nullable(),
  title: z.string(),
  text: z.string(),
  action: z.string(),
  target: z.string(),
  external: z.boolean(),
  picture: z
    .object({
      sources: z.array(z.object({ path: z.string(), type: z.string(), width: z.int() })),
      width: z.int(),
      height: z.int(),
      placeholder: z.string().nullable(),
      alt: shown,
    })
    .nullable(),
  ground: z.string().nullable(),
  ...shownDays,
  position: z.int().describe('in its list; changed by `orderShelves`, no form takes it'),
  active: z.boolean(),
  now: z.boolean().describe('hangs at this moment'),
})

export const getShelves = declareOperation({
  ...MERCHANDISING,
  id: 'getShelves',
  summary: 'Categories, tags, collections and banners of both markets',
  method: 'get',
  path: '/operator/shelves',
  policy: EVERY_OPERATOR,
  output: z.object({
    categories: z.array(category),
    collections: z.array(collection),
    banners: z.array(banner),
    platforms: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  refusals: [],
})

export const orderShelves = declareOperation({
  ...CHANGE,
  id: 'orderShelves',
  summary: 'Another order for the categories, collections, goals or banners of a market',
  method: 'put',
  path: '/operator/shelves/order',
  body: z.object({
    market,
    list: z.enum(ORDERED_LISTS),
    ids: z.array(id).max(500).describe('all of the list, in the new order'),
  }),
  output: done,
  refusals: ['catalog.order_changed'],
})

export const createCategory = declareOperation({
  ...CHANGE,
  id: 'createCategory',
  summary: 'A new category, or a new tag',
  method: 'post',
  path: '/operator/categories',
  body: z.object({
    market,
    slug,
    ...categoryFacts,
    tag: z
      .boolean()
      .default(false)
      .describe('a tag: stands behind the categories and is no way into the market'),
  }),
  output: z.object({ id }),
  refusals: ['backoffice.slug_taken'],
})
export const changeCategory = declareOperation({
  ...ofCategory,
  id: 'changeCategory',
  summary: 'Other words or another drawing for a category',
  method: 'put',
  path: '/operator/categories/{category}',
  body: z.object(categoryFacts),
  output: done,
  refusals: [],
})
export const deleteCategory = declareOperation({
  ...ofCategory,
  id: 'deleteCategory',
  summary: 'Take an empty category away',
  method: 'delete',
  path: '/operator/categories/{category}',
  output: done,
  refusals: ['backoffice.category_full'],
})

export const mergeTag = declareOperation({
  ...ofCategory,
  id: 'mergeTag',
  summary: 'Let a tag become another one: its items, drafts and address go with it',
  method: 'post',
  path: '/operator/categories/{category}/merge',
  body: z.object({ into: id }),
  output: done,
  refusals: [],
})

export const createCollection = declareOperation({
  ...CHANGE,
  id: 'createCollection',
  summary: 'A new collection; the first one is what the home page features',
  method: 'post',
  path: '/operator/collections',
  body: z.object({ market, slug, ...collectionFacts }),
  output: z.object({ id }),
  refusals: ['backoffice.slug_taken'],
})
export const getCollection = declareOperation({
  ...MERCHANDISING,
  id: 'getCollection',
  summary: 'A collection and its items in their order',
  method: 'get',
  path: '/operator/collections/{collection}',
  policy: EVERY_OPERATOR,
  params: z.object({ collection: id }),
  output: collection.extend({
    members: z.array(
      z.object({
        id,
        slug: z.string(),
        name: z.string(),
        status: z.enum(['draft', 'published', 'unpublished']),
      }),
    ),
  }),
  refusals: [],
})
export const changeCollection = declareOperation({
  ...ofCollection,
  id: 'changeCollection',
  summary: 'Other words or days for a collection, shown or not',
  method: 'put',
  path: '/operator/collections/{collection}',
  body: z.object(collectionFacts),
  output: done,
  refusals: [],
})
export const setCollectionItems = declareOperation({
  ...ofCollection,
  id: 'setCollectionItems',
  summary: 'The items of a collection in their order',
  method: 'put',
  path: '/operator/collections/{collection}/items',
  body: z.object({ items: z.array(id).max(MOST_IN_COLLECTION) }),
  output: done,
  refusals: [],
})
export const deleteCollection = declareOperation({
  ...ofCollection,
  id: 'deleteCollection',
  summary: 'Take a collection away; its items stay',
  method: 'delete',
  path: '/operator/collections/{collection}',
  output: done,
  refusals: [],
})

export const createBanner = declareOperation({
  ...CHANGE,
  id: 'createBanner',
  summary: 'A new banner',
  method: 'post',
  path: '/operator/banners',
  body: z.object({ market, ...bannerFacts }),
  output: z.object({ id }),
  refusals: [],
})
export const changeBanner = declareOperation({
  ...ofBanner,
  id: 'changeBanner',
  summary: 'Other words, days or page for a banner',
  method: 'put',
  path: '/operator/banners/{banner}',
  body: z.object(bannerFacts),
  output: done,
  refusals: [],
})
export const deleteBanner = declareOperation({
  ...ofBanner,
  id: 'deleteBanner',
  summary: 'Take a banner down',
  method: 'delete',
  path: '/operator/banners/{banner}',
  output: done,
  refusals: [],
})

export const setBannerPicture = declareOperation({
  ...ofBanner,
  id: 'setBannerPicture',
  summary: 'Put a picture into a banner; it is read, cropped and encoded anew',
  method: 'post',
  path: '/operator/banners/{banner}/picture',
  query: cropQuery,
  upload: PICTURE_UPLOAD,
  output: done,
  refusals: PICTURE_REFUSALS,
})
export const describeBannerPicture = declareOperation({
  ...ofBanner,
  id: 'describeBannerPicture',
  summary: "Say what is on a banner's picture, for those who do not see it",
  method: 'put',
  path: '/operator/banners/{banner}/picture',
  body: z.object({ alt: texts(SHELF_RULES.alt) }),
  output: done,
  refusals: [],
})
export const removeBannerPicture = declareOperation({
  ...ofBanner,
  id: 'removeBannerPicture',
  summary: "Take a banner's picture out of it",
  method: 'delete',
  path: '/operator/banners/{banner}/picture',
  output: done,
  refusals: [],
})
