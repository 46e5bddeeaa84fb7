import type {
  SORTS as SortsOfContract,
  ListFacets,
  WhyHere,
} from '#modules/catalog/find-contract.ts'
import type { Banner, ItemCard } from '#modules/catalog/contract.ts'
import { withQuery } from '../../paths.ts'

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
