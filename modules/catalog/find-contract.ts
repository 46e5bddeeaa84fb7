import { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import { declareOperation } from '#kernel/operation.ts'
import { one, pageNumber, perPage } from '#lib/wire.ts'
import { itemCard, named } from './contract.ts'
import { MOST_PLATFORMS } from '#lib/platform-id.ts'
import { ASKED, RELEASED, TRAIT_FACETS } from './traits.ts'

/**
 * Finding items: the list of a market with its search, and what is suggested while somebody types.
 */

export const SORTS = [
  'smart',
  'rating',
  'price_asc',
  'price_desc',
  'installs_asc',
  'installs_desc',
  'newest',
] as const

const counted = { count: z.number().int() }
const facets = z
  .object({
    categories: z.array(z.object({ slug: z.string(), name: z.string(), ...counted })),
    goals: z.array(z.object({ slug: z.string(), name: z.string(), lead: z.string(), ...counted })),
    price: z.array(z.object({ value: z.enum(['free', 'paid']), ...counted })),
    rating: z.array(z.object({ value: z.number(), ...counted })),
    platform: z
      .array(z.object({ value: z.string(), name: z.string(), ...counted }))
      .describe('the platform of this request'),
    permission: z.array(z.object({ value: z.enum(ASKED), ...counted })),
    language: z.array(z.object({ value: z.enum(LOCALES), ...counted })),
    released: z.array(z.object({ value: z.enum(RELEASED), ...counted })),
  })
  .describe('how many there would be with one choice changed and all others kept')
export type ListFacets = z.output<typeof facets>

export const SMART_TERMS = ['rating', 'installs', 'recency', 'quality', 'verified'] as const
export const whyHere = z.object({
  matched: z
    .array(z.enum(['name', 'tagline', 'developer', 'category', 'description', 'release_notes']))
    .describe('where the words of the search stand'),
  by_meaning: z
    .boolean()
    .describe('not the words that were typed, but others that were looked for besides'),
  terms: z.array(
    z.object({
      term: z.enum(SMART_TERMS),
      weight: z.number(),
      value: z
        .number()
        .describe(
          'stars with ten times 3.5 given before; installs; years since 2020; share of a whole listing; 1 for a checked developer',
        ),
      points: z.number(),
    }),
  ),
  score: z.number().describe('the sum of all points: its place in the smart order'),
})
export type WhyHere = z.output<typeof whyHere>

export const listItems = declareOperation({
  id: 'listItems',
  summary: 'Items of the market, filtered and sorted',
  tag: 'Catalogue',
  source: 'S7.4 S7.27 S2.16',
  method: 'get',
  path: { app: '/market/app/list', theme: '/market/theme/list' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({
    is_active: z.literal('1').optional(),
    page: pageNumber.describe('nothing comes after the first 10,000 items'),
    per_page: perPage,
    q: z.string().trim().max(200).optional(),
    only_typed: z
      .literal('1')
      .optional()
      .describe('look for nothing but the words of `q` as they stand'),
    category: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .optional(),
    goal: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .optional()
      .describe('what an owner wants, across categories; counts only without `category`'),
    price: z.enum(['paid', 'free']).optional(),
    rating: z.coerce
      .number()
      .min(0)
      .max(5)
      .multipleOf(0.5)
      .optional()
      .describe('at least so many stars, in halves'),
    platform: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_PLATFORMS)
      .optional()
      .describe('works on this platform'),
    permission: z
      .enum(ASKED)
      .optional()
      .describe('what it asks for on a store; `none`: for nothing'),
    language: z.enum(LOCALES).optional().describe('its texts are written in it'),
    released: z
      .enum(RELEASED)
      .optional()
      .describe('its newest release is at most so many days old'),
    sort: z.enum(SORTS).default('smart'),
    why: z.literal('1').optional().describe('say of each item why it stands here (D13)'),
  }),
  output: z.object({
    data: z.array(itemCard.extend({ why: whyHere.nullable().describe('null without `why=1`') })),
    meta: z.object({
      total: z.number().int(),
      page: z.number().int(),
      per_page: z.number().int(),
      total_is_at_least: z
        .boolean()
        .describe('a word that very many items have is not counted to the end'),
      corrected: z
        .string()
        .nullable()
        .describe('the words that were looked for, when those that were asked for exist nowhere'),
      widened: z
        .boolean()
        .describe('few had the words as they stand, so other forms of them were looked for, too'),
      also: z
        .array(z.string())
        .describe('other words that were looked for, too: with the same meaning, or spelt alike'),
      dropped: z
        .array(z.string())
        .describe('words that were left out, because nothing has all that were asked for'),
      near: z
        .array(z.string())
        .describe('words that could have been meant, when nothing was found'),
      without: z
        .array(
          z.object({
            filter: z.enum(['q', 'category', 'goal', 'price', 'rating', ...TRAIT_FACETS]),
            total: z.number().int(),
          }),
        )
        .describe('for each choice in force, how many there would be without it'),
      facets,
    }),
  }),
  refusals: [],
})

export type ListAnswer = z.output<typeof listItems.output>

export const listSuggestions = declareOperation({
  id: 'listSuggestions',
  summary: 'What somebody who is still typing could mean: eight at most, of all kinds together',
  tag: 'Catalogue',
  source: 'S2.3 D24',
  method: 'get',
  path: { app: '/market/app/suggest', theme: '/market/theme/suggest' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({ q: z.string().trim().max(100) }),
  output: one(
    z.object({
      words: z.array(z.string()).describe('what was typed, its last word completed'),
      corrected: z.string().nullable().describe('instead of words that nobody has'),
      items: z.array(z.object({ slug: z.string(), name: z.string(), icon: z.string().nullable() })),
      categories: z.array(named),
      developers: z.array(named),
    }),
  ),
  refusals: [],
})
export type Suggestions = z.output<typeof listSuggestions.output>['data']
