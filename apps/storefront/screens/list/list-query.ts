import type { SORTS as SortsOfContract } from '#contexts/catalog/contract.ts'
import { withQuery } from '../../paths.ts'

/** The contract's orders, the usual one first. Written again, because the contract would bring its validator to the browser. */
export const SORTS = [
  'smart',
  'rating',
  'price_asc',
  'price_desc',
  'installs_desc',
  'installs_asc',
  'newest',
] as const satisfies readonly (typeof SortsOfContract)[number][]

/** What a list's address asks for. Values are as they stand there: the operation judges them. */
export interface ListQuery {
  q?: string
  category?: string
  price?: string
  rating?: string
  sort?: string
  page?: string
}

const NAMES = ['q', 'category', 'price', 'rating', 'sort', 'page'] as const

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
  return withQuery(path, { ...filters, sort: sort === SORTS[0] ? undefined : sort, page: page === '1' ? undefined : page })
}

/** The same list from its beginning with other filters. */
export const changed = (query: ListQuery, changes: ListQuery): ListQuery => ({ ...query, page: undefined, ...changes })

export const hasFilters = (query: ListQuery): boolean => Boolean(query.category ?? query.price ?? query.rating)

export const PAGE_SIZE = 24
/** The operation gives nothing after so many: who gets this far needs a filter. */
export const REACHABLE = 10_000
/** "Show more" makes a list longer up to this; then it goes on with a new one. The operation gives at most 100 at once. */
const PAGES_SHOWN = 4

/**
 * Page 3 shows everything up to it, because "show more" keeps what was there; page 5 begins a new stretch.
 * `from` counts from 0; `ask` is what to ask the operation for, `take` how much of its answer to show.
 */
export function stretchOf(page: number): { from: number; take: number; ask: { page: number; per_page: number } } {
  const stretch = Math.floor((page - 1) / PAGES_SHOWN)
  const from = stretch * PAGES_SHOWN * PAGE_SIZE
  const take = (page - stretch * PAGES_SHOWN) * PAGE_SIZE
  return {
    from,
    take,
    ask: stretch === 0 ? { page: 1, per_page: take } : { page: stretch + 1, per_page: PAGES_SHOWN * PAGE_SIZE },
  }
}

/** A page number as the address has it, or null: garbage is refused, not guessed. */
export function readPage(page: string | undefined): number | null {
  if (page === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : null
}
