import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { byLocale, textField } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { amount, currency } from '#lib/wire.ts'
import { done } from '#modules/identity/contract.ts'
import { BUNDLE_STATES, MOST_ITEMS, PERCENT_OFF } from './bundle-rules.ts'
import { givenDays, shownDays } from './merchandising-contract.ts'
import { SHELF_RULES } from './merchandising-rules.ts'

/** How operators tend bundles (docs/decisions/0067). */

const BUNDLES = { tag: 'Operator: bundles', source: 'D19' } as const
const READ = { ...BUNDLES, policy: { who: 'operator', roles: OPERATOR_ROLES } } as const
const CHANGE = { ...BUNDLES, policy: { who: 'operator', roles: ['admin', 'reviewer'] } } as const
const params = z.object({ bundle: z.string().max(60) })

const slug = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const shown = z.partialRecord(z.enum(LOCALES), z.string())
const facts = {
  // In the languages of the market; one that is empty is not there (D18).
  name: byLocale(textField({ max: SHELF_RULES.name.max })),
  lead: byLocale(textField(SHELF_RULES.lead)),
  percent_off: z.coerce
    .number({ error: 'field.percent_off' })
    .int({ error: 'field.percent_off' })
    .min(PERCENT_OFF.min, { error: 'field.percent_off' })
    .max(PERCENT_OFF.max, { error: 'field.percent_off' })
    .describe("off the sum of its items' prices"),
  ...givenDays,
}

const bundleLine = z.object({
  id: z.string(),
  market: z.enum(MARKETS),
  slug: z.string(),
  name: shown,
  percent_off: z.int(),
  state: z.enum(BUNDLE_STATES),
  ...shownDays,
  items: z.int(),
  missing: z.array(z.enum(LOCALES)).describe('languages in which nothing is written'),
  changed_at: z.iso.datetime(),
})

const plan = z.object({
  id: z.string(),
  name: z.string(),
  price: amount.nullable().describe('in `currency`; null where it cannot be converted'),
})

const bundle = bundleLine.omit({ items: true }).extend({
  lead: shown,
  currency: currency
    .nullable()
    .describe("of the market's first platform; null before there is one"),
  items: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      plan,
      sold: z.boolean().describe('false: stores do not see it in the bundle'),
      price_in_bundle: amount.nullable(),
    }),
  ),
  sum: z
    .object({ price: amount, price_in_bundle: amount, saved: amount })
    .nullable()
    .describe('of the items that are sold'),
})
export type OperatorBundle = z.output<typeof bundle>

export const listBundles = declareOperation({
  ...READ,
  id: 'listBundles',
  summary: 'Bundles of both markets, the ones changed last first',
  method: 'get',
  path: '/operator/bundles',
  query: z.object({ after: z.string().max(200).optional().describe('`next` of the page before') }),
  output: z.object({ bundles: z.array(bundleLine), next: z.string().nullable() }),
  refusals: [],
})

export const getOperatorBundle = declareOperation({
  ...READ,
  id: 'getOperatorBundle',
  summary: 'A bundle with what its items cost alone and in it',
  method: 'get',
  path: '/operator/bundles/{bundle}',
  params,
  output: bundle,
  refusals: ['not_found'],
})

export const findItemsForBundle = declareOperation({
  ...READ,
  id: 'findItemsForBundle',
  summary: 'Items that can be added to a bundle, each with the plans that are paid once or free',
  method: 'get',
  path: '/operator/bundles/{bundle}/candidates',
  params,
  query: z.object({
    q: z.string().trim().max(200).describe('slug, or from three letters on a part of the name'),
  }),
  output: z.object({
    items: z.array(
      z.object({ id: z.string(), slug: z.string(), name: z.string(), plans: z.array(plan) }),
    ),
  }),
  refusals: ['not_found'],
})

export const createBundle = declareOperation({
  ...CHANGE,
  id: 'createBundle',
  summary: 'A new bundle: a draft without items, or with those of a collection',
  method: 'post',
  path: '/operator/bundles',
  body: z.object({
    market: z.enum(MARKETS),
    slug,
    ...facts,
    collection: z
      .string()
      .max(60)
      .optional()
      .describe('it begins with the first items of this collection that can be in a bundle'),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['backoffice.slug_taken'],
})

export const changeBundle = declareOperation({
  ...CHANGE,
  id: 'changeBundle',
  summary: 'Other words, days or another discount for a bundle; orders keep what they were sold as',
  method: 'put',
  path: '/operator/bundles/{bundle}',
  params,
  body: z.object(facts),
  output: done,
  refusals: ['not_found'],
})

export const setBundleItems = declareOperation({
  ...CHANGE,
  id: 'setBundleItems',
  summary: 'The items of a bundle in their order, each with a plan that is paid once or free',
  method: 'put',
  path: '/operator/bundles/{bundle}/items',
  params,
  body: z.object({
    items: z
      .array(z.object({ item: z.string().max(60), plan: z.string().max(80) }))
      .max(MOST_ITEMS),
  }),
  output: done,
  refusals: ['not_found', 'catalog.bundle_small'],
})

export const publishBundle = declareOperation({
  ...CHANGE,
  id: 'publishBundle',
  summary: 'Offer a bundle to stores',
  method: 'post',
  path: '/operator/bundles/{bundle}/publish',
  params,
  output: done,
  refusals: ['not_found', 'catalog.bundle_small'],
})

export const withdrawBundle = declareOperation({
  ...CHANGE,
  id: 'withdrawBundle',
  summary: 'Offer a bundle no longer; stores keep what they bought',
  method: 'post',
  path: '/operator/bundles/{bundle}/withdraw',
  params,
  output: done,
  refusals: ['not_found'],
})

export const deleteBundle = declareOperation({
  ...CHANGE,
  id: 'deleteBundle',
  summary: 'Take a bundle away that was never published',
  method: 'delete',
  path: '/operator/bundles/{bundle}',
  params,
  output: done,
  refusals: ['not_found', 'catalog.bundle_public'],
})
