import type {
  ListFacets,
  SORTS as SortsOfContract,
  WhyHere,
} from '#modules/catalog/find-contract.ts'
import type { Banner, ItemCard } from '#modules/catalog/contract.ts'
import { withQuery } from '../../paths.ts'
import type { MessageKey } from '#locales/keys.ts'
import { LANGUAGE_NAMES, useWords } from '../../messages.tsx'
import { isolated } from '../../item-card.tsx'
import { formatFigure } from '../../formats.ts'
import { useShell } from '../../shell.tsx'

/**
 * The contract's orders, the usual one first. Written again, because the contract would bring its
 * validator to the browser.
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

/** What narrows a list, in the order of the page. */
export const FILTERS = [
  'category',
  'price',
  'rating',
  'platform',
  'permission',
  'language',
  'released',
] as const
export type Filter = (typeof FILTERS)[number]

/** What a list's address asks for. Values are as they stand there: the operation judges them. */
export type ListQuery = { [name in (typeof NAMES)[number]]?: string }

/** `why` is the slug of the item whose place is explained (D13). */
const NAMES = ['q', ...FILTERS, 'sort', 'page', 'why'] as const

export function readListQuery(search: URLSearchParams): ListQuery {
  const query: ListQuery = {}
  for (const name of NAMES) {
    const value = search.get(name)?.trim()
    if (value) query[name] = value
  }
  return query
}

/** The address of a list; the usual order and the first page leave no trace in it. */
export function listAddress(path: string, { sort, page, ...filters }: ListQuery): string {
  return withQuery(path, {
    ...filters,
    sort: sort === SORTS[0] ? undefined : sort,
    page: page === '1' ? undefined : page,
  })
}

/** The same list from its beginning with other filters. */
export const changed = (query: ListQuery, changes: ListQuery): ListQuery => ({
  ...query,
  page: undefined,
  why: undefined,
  ...changes,
})

export const hasFilters = (query: ListQuery): boolean =>
  FILTERS.some((name) => query[name] !== undefined)

export const PAGE_SIZE = 24
/** The operation gives nothing after so many: who gets this far needs a filter. */
export const REACHABLE = 10_000
/**
 * "Show more" makes a list longer up to this; then it goes on with a new one. The operation gives
 * at most 100 at once.
 */
const PAGES_SHOWN = 4

/**
 * Page 3 shows everything up to it, because "show more" keeps what was there; page 5 begins a new
 * stretch. `from` counts from 0; `ask` is what to ask the operation for, `take` how much of its
 * answer to show.
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

/** A page number as the address has it, or null: garbage is refused, not guessed. */
export function readPage(page: string | undefined): number | null {
  if (page === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : null
}

export interface ListData {
  query: ListQuery
  page: number
  /** How many stand before the first one shown. */
  from: number
  items: ItemCard[]
  total: number
  /** More match than were counted. */
  atLeast: boolean
  /** The words that were looked for instead of those that exist nowhere. */
  corrected: string | null
  /** Few had the words as they stand. */
  widened: boolean
  /** How many there would be without one of the choices in force. */
  without: { filter: Filter | 'q'; total: number }[]
  /**
   * Further ways on when nothing was found: by a word that is near, along a full shelf, something
   * else to look at.
   */
  near: string[]
  popular: ListFacets['categories']
  others: ItemCard[]
  /** False when the address holds a filter that does not exist. */
  understood: boolean
  facets: ListFacets
  /** Of the item that the address asks about. */
  why: WhyHere | null
  banners: Banner[]
}

export interface Option {
  value: string
  label: string
  /** How many there would be; left out where nobody has counted. */
  count?: number
  chosen: boolean
}

/** Longer lists show the first of them and keep the rest one press away. */
const SHORT = 9
const SHOWN = 7

/** Leads to nothing, so it is quiet; what is chosen can always be seen and changed. */
export const isQuiet = ({ count, chosen }: Option): boolean => count === 0 && !chosen

/**
 * What stands at once, and what behind "more": of a long list, what leads to nothing comes last. A
 * choice is never hidden.
 */
export function split(options: readonly Option[]): {
  shown: Option[]
  more: Option[]
  open: boolean
} {
  if (options.length <= SHORT + 1) return { shown: [...options], more: [], open: false }
  const ordered = [...options.filter((option) => !isQuiet(option)), ...options.filter(isQuiet)]
  const shown = ordered.slice(0, SHOWN + 1)
  const more = ordered.slice(SHOWN + 1)
  return { shown, more, open: more.some((option) => option.chosen) }
}

/** Says a filter's choice in words; `null` is the choice that takes it back. */
type SayFilter = (name: Filter, value: string | null) => string

/** How many there would be without one of the choices in force. */
export type Without = readonly { filter: string; total: number }[]

/**
 * The facets with the choice that takes each back. `total` is true only of the choices as they are;
 * null while others are on their way.
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

/** Values that have a message of their own; others are said as they stand in the address. */
const SAID: Partial<Record<Parameters<SayFilter>[0], readonly string[]>> = {
  price: ['free', 'paid'],
  permission: ['none', 'design_block', 'tracking_code', 'web_service_user'],
  released: ['30', '90', '365'],
}

/** Filters in words, for the facets and for the chips that repeat them. */
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
