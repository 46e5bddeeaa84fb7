import type { ShopFindings } from '#modules/installs/shop-look/contract.ts'
import { LANGUAGE_NAMES } from '#lib/locale.ts'
import type {
  ListFacets,
  SORTS as SortsOfContract,
  WhyHere,
} from '#modules/catalog/find-contract.ts'
import type { ListedItem } from '../../item-card.tsx'
import type { Banner } from '#modules/catalog/contract.ts'
import { withQuery } from '../../paths.ts'
import type { MessageKey } from '#locales/keys.ts'
import { useWords } from '../../messages.tsx'
import { isolated } from '../../item-card.tsx'
import { formatFigure } from '../../formats.ts'
import { useShell } from '../../shell.tsx'

/**
 * The contract's sort orders, the default first. Repeated here, because the contract imports the
 * schema library.
 */
export const SORTS = [
  'smart',
  'rating',
  'price_asc',
  'price_desc',
  'installs_desc',
  'installs_asc',
  'newest',
] as const satisfies readonly (typeof SortsOfContract)[number][]

/** The filters in page order. */
export const FILTERS = [
  'category',
  'goal',
  'price',
  'rating',
  'platform',
  'permission',
  'language',
  'released',
] as const
export type Filter = (typeof FILTERS)[number]

/** The query of a list. Values are unvalidated: the operation checks them. */
export type ListQuery = { [name in (typeof NAMES)[number]]?: string }

/** `why` is the slug of the item whose ranking is explained (D13). */
const NAMES = ['q', 'only_typed', ...FILTERS, 'sort', 'page', 'why'] as const

export function readListQuery(search: URLSearchParams): ListQuery {
  const query: ListQuery = {}
  for (const name of NAMES) {
    const value = search.get(name)?.trim()
    if (value) query[name] = value
  }
  return query
}

/** URL of a list; the default order and page 1 are left out. */
export function listAddress(path: string, { sort, page, ...filters }: ListQuery): string {
  return withQuery(path, {
    ...filters,
    sort: sort === SORTS[0] ? undefined : sort,
    page: page === '1' ? undefined : page,
  })
}

/** The list at this address with the explanation of an item's rank. */
export const withWhy = (address: string, slug: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}why=${slug}`

/** The first page of the list with other filters. */
export const changed = (query: ListQuery, changes: ListQuery): ListQuery => ({
  ...query,
  page: undefined,
  why: undefined,
  // Goals are counted for the whole market, categories within the goal; a search is in one of both.
  ...(changes.goal !== undefined && { category: undefined }),
  ...(changes.category !== undefined && query.q !== undefined && { goal: undefined }),
  ...changes,
})

export const hasFilters = (query: ListQuery): boolean =>
  FILTERS.some((name) => query[name] !== undefined)

export const PAGE_SIZE = 24
/** The operation returns nothing beyond this number. */
export const REACHABLE = 10_000
/**
 * "Show more" extends a list up to this number of pages, then starts a new one. The operation
 * returns at most 100 items.
 */
const PAGES_SHOWN = 4

/**
 * Page 3 shows all pages up to it, because "show more" extends the list; page 5 starts a new range.
 * `from` counts from 0; `ask` is the operation's input, `take` the number of its items to show.
 */
export function stretchOf(page: number): {
  from: number
  take: number
  ask: { page: number; per_page: number }
} {
  const stretch = Math.floor((page - 1) / PAGES_SHOWN)
  const from = stretch * PAGES_SHOWN * PAGE_SIZE
  const take = (page - stretch * PAGES_SHOWN) * PAGE_SIZE
  return {
    from,
    take,
    ask:
      stretch === 0
        ? { page: 1, per_page: take }
        : { page: stretch + 1, per_page: PAGES_SHOWN * PAGE_SIZE },
  }
}

/** Parses a page number; null when invalid. */
export function readPage(page: string | undefined): number | null {
  if (page === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : null
}

/** Why an item was found, in short. */
export type Reason = Pick<WhyHere, 'matched' | 'by_meaning'>

export interface ListData {
  /** For a signed-in owner. */
  findings: ShopFindings | null
  query: ListQuery
  page: number
  /** Number of items before the first one shown. */
  from: number
  items: ListedItem[]
  /** All items have a cover. */
  covered: boolean
  total: number
  /** The count is a lower bound. */
  atLeast: boolean
  /** The corrected search text, when the typed words do not exist. */
  corrected: string | null
  /** Other forms of the words were searched, too. */
  widened: boolean
  /** Other words that were searched, too. */
  also: string[]
  /** Words that were left out, because nothing has all of them. */
  dropped: string[]
  /** The number of results without each of the current filters. */
  without: { filter: Filter | 'q'; total: number }[]
  /** Suggestions when nothing was found: similar words, popular categories, other items. */
  near: string[]
  popular: ListFacets['categories']
  others: ListedItem[]
  /** False when the query has an unknown filter value. */
  understood: boolean
  facets: ListFacets
  /** The ranking of the item in the query's `why`. */
  why: WhyHere | null
  /** Of a search: where its words stand, by slug. */
  reasons: Record<string, Reason>
  /** "All prices are in Turkish lira, tax included"; null when they are in several. */
  prices: { currency: string; taxed: boolean } | null
  /** At least one of the items is rated. */
  rated: boolean
  banners: Banner[]
}

export interface Option {
  value: string
  label: string
  /** Number of results; left out when not counted. */
  count?: number
  chosen: boolean
}

/** Longer lists of options are collapsed to this number. */
const SHORT = 9
const SHOWN = 7

/** Without results, so shown muted; a chosen option never is. */
export const isQuiet = ({ count, chosen }: Option): boolean => count === 0 && !chosen

/**
 * The visible options and those behind "more": in a long list, options without results come last. A
 * chosen option is always visible.
 */
export function split(options: readonly Option[]): { shown: Option[]; more: Option[] } {
  if (options.length <= SHORT + 1) return { shown: [...options], more: [] }
  const ordered = [...options.filter((option) => !isQuiet(option)), ...options.filter(isQuiet)]
  const isShown = (option: Option, place: number) => place <= SHOWN || option.chosen
  return {
    shown: ordered.filter(isShown),
    more: ordered.filter((option, place) => !isShown(option, place)),
  }
}

/** Label of a filter's value; `null` is the option that removes the filter. */
type SayFilter = (name: Filter, value: string | null) => string

/** The number of results without each of the current filters. */
export type Without = readonly { filter: string; total: number }[]

/**
 * The facets, each with the option that removes it. `total` is that of the current choices; null
 * while others are loading.
 */
export function optionsOf(
  facets: ListFacets,
  query: ListQuery,
  total: number | null,
  say: SayFilter,
  without: Without = [],
): Record<Filter, Option[]> {
  const facet = (
    name: Filter,
    choices: { value: string; label?: string; count: number }[],
    any?: number,
  ): Option[] => [
    {
      value: '',
      label: say(name, null),
      count:
        any ??
        (query[name] === undefined
          ? (total ?? undefined)
          : without.find((one) => one.filter === name)?.total),
      chosen: query[name] === undefined,
    },
    ...choices.map(({ value, label, count }) => ({
      value,
      label: label ?? say(name, value),
      count,
      chosen:
        query[name] !== undefined &&
        (query[name] === value || (name === 'rating' && Number(query[name]) === Number(value))),
    })),
  ]
  return {
    category: facet(
      'category',
      facets.categories.map(({ slug, name, count }) => ({ value: slug, label: name, count })),
    ),
    goal: facet(
      'goal',
      facets.goals
        .filter(({ slug, count }) => count > 0 || slug === query.goal)
        .map(({ slug, name, count }) => ({ value: slug, label: name, count })),
    ),
    price: facet(
      'price',
      facets.price,
      facets.price.reduce((sum, { count }) => sum + count, 0),
    ),
    rating: facet(
      'rating',
      facets.rating.map(({ value, count }) => ({ value: String(value), count })),
    ),
    platform: facet(
      'platform',
      facets.platform.map(({ value, count }) => ({ value, count })),
    ),
    permission: facet('permission', facets.permission),
    language: facet('language', facets.language),
    released: facet('released', facets.released),
  }
}

/** Values with a message; others are shown as in the query. */
const SAID: Partial<Record<Parameters<SayFilter>[0], readonly string[]>> = {
  price: ['free', 'paid'],
  permission: ['none', 'design_block', 'tracking_code', 'web_service_user'],
  released: ['30', '90', '365'],
}

/** Labels of filter values, for facets and chips. */
export function useFilterWords(): SayFilter {
  const { t, locale } = useWords()
  const { platform } = useShell()
  return (name, value) => {
    if (value === null) return t(`list.${name}_any`)
    if (SAID[name]?.includes(value)) return t(`list.${name}_${value}` as MessageKey)
    if (name === 'rating' && Number.isFinite(Number(value)))
      return t('list.rating_from', { rating: formatFigure(Number(value), locale) })
    if (name === 'language' && value in LANGUAGE_NAMES)
      return LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES]
    if (name === 'platform')
      return t('list.platform_on', {
        platform: isolated(value === String(platform.id) ? platform.name : value, locale),
      })
    return value
  }
}
