import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { prepared, preparedByText } from '#db/prepared.ts'
import type { Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'
import { cardRevision } from './cards.ts'
import type { SORTS } from './find-contract.ts'
import type { Pricing } from '#modules/currencies/public.ts'
import type { DrawnPicture } from './merchandising-rules.ts'
import {
  isByPrice,
  PRICE_COLUMNS,
  priceAll,
  priceIndex,
  pricePage,
  priceSql,
} from './price-order.ts'
import { hasTraits } from './traits.ts'

/**
 * Reads pages of shelves (`shelf` in `db/migrations/`): their cost does not depend on their size.
 */

/** The shelf of all items of a market, beside those of its categories. */
export const MARKET_SHELF: Record<Market, number> = { app: -1, theme: -2 }
export const MARKET_SHELVES: readonly number[] = Object.values(MARKET_SHELF)
/** Later items of a list are not reachable without a filter. */
export const REACHABLE = 10_000

/** Items of a shelf with the same facets; `band` is stars times two, 0 without ratings. */
export interface Cell {
  shelf: number
  free: boolean
  band: number
  /** Bits of `traits.ts`. */
  traits: number
  n: number
}

export interface Shelf {
  number: number
  slug: string
  name: Text
  drawing: string | null
  picture: DrawnPicture | null
  tag: boolean
  /** Slugs of tags that were merged into this one. */
  former: string[] | null
}

/** What an owner wants (docs/decisions/0066). */
export interface Goal {
  number: number
  slug: string
  name: Text
  lead: Text
  picture: DrawnPicture | null
}

export interface MarketShelves {
  categories: Shelf[]
  goals: Goal[]
  cells: Cell[]
}

/**
 * Cells as columns, as the database sends thousands of them; price, stars and traits are one
 * number.
 */
export interface CellColumns {
  shelves: number[] | null
  kinds: number[] | null
  counts: number[] | null
}

/** Selects columns from a `from` with `shelf`, `kind` (`KIND`) and `n`. */
export const cellColumns = (from: string) =>
  `select json_build_object('shelves', json_agg(shelf), 'kinds', json_agg(kind), 'counts', json_agg(n)) from ${from} as cells`
/** Traits have the bits below 26 (`languages` in the database). */
export const KIND = 'traits | (rating_band::integer << 26) | (free::integer << 30)'

export const cellsOf = ({ shelves, kinds, counts }: CellColumns): Cell[] =>
  (shelves ?? []).map((shelf, place) => {
    const kind = kinds?.[place] ?? 0
    return {
      shelf,
      free: kind >> 30 === 1,
      band: (kind >> 26) & 15,
      traits: kind & ((1 << 26) - 1),
      n: counts?.[place] ?? 0,
    }
  })

const SHELVES = prepared<{ categories: Shelf[]; goals: Goal[]; cells: CellColumns }>(`
  select
    (select coalesce(json_agg(json_build_object('number', number, 'slug', slug, 'name', name, 'drawing', drawing, 'picture', picture, 'tag', is_tag,
        'former', (select json_agg(slug) from categories merged where merged.merged_into = categories.id)) order by position, slug), '[]')
     from categories where market = $1 and merged_into is null) as categories,
    (select coalesce(json_agg(json_build_object('number', number, 'slug', slug, 'name', name, 'lead', lead, 'picture', picture) order by position, slug), '[]')
     from goals where market = $1 and is_active) as goals,
    (${cellColumns(`(select shelf, ${KIND} as kind, n from shelf_counts where n > 0 and (shelf = market_shelf($1)
      or shelf in (select number from categories where market = $1 union select number from goals where market = $1)))`)}) as cells`)

/**
 * Categories of a market, then its tags, its goals, and their counts; cached until the market
 * changes.
 */
export const readShelves = (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  market: Market,
): Promise<MarketShelves> =>
  cache.getOrLoad(`shelves:${market}`, [`market:${market}`], async () => {
    const [row] = await SHELVES(db, [market])
    return {
      categories: row?.categories ?? [],
      goals: row?.goals ?? [],
      cells: row ? cellsOf(row.cells) : [],
    }
  })

const GOAL_CELLS = prepared<{ cells: CellColumns }>(`
  select (${cellColumns(`(select shelf, ${KIND} as kind, count(*)::integer as n from shelf
    where number in (select goal.number from shelf as goal where goal.shelf = $1) group by 1, 2)`)}) as cells`)

/** Where else the items of a goal are; counted once, then cached until the market changes. */
export const readGoalCells = (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  market: Market,
  goal: number,
): Promise<readonly Cell[]> =>
  cache.getOrLoad(`goal:${market}:${goal}`, [`market:${market}`], async () => {
    const [row] = await GOAL_CELLS(db, [goal])
    return row ? cellsOf(row.cells) : []
  })

export type Sort = (typeof SORTS)[number]

/** Both directions use one index; by price see `price-order.ts`. */
export const ORDER: Record<Sort, { columns: string; index: string }> = {
  smart: { columns: 'smart', index: 'smart desc, number' },
  rating: { columns: 'rating, reviews', index: 'rating desc, reviews desc, number' },
  price_asc: { columns: PRICE_COLUMNS, index: priceIndex('price_asc') },
  price_desc: { columns: PRICE_COLUMNS, index: priceIndex('price_desc') },
  installs_asc: { columns: 'installs', index: 'installs, number' },
  installs_desc: { columns: 'installs', index: 'installs desc, number desc' },
  newest: { columns: 'published_at', index: 'published_at desc, number' },
}

export interface ShelfFilter {
  price: 'paid' | 'free' | undefined
  /** Stars times two. */
  band: number
  /** Bits that an item must have; 0 for any. */
  traits: number
}

/** Collects the values of a statement and their placeholders. */
export function valuesOf(...first: unknown[]): { values: unknown[]; put(value: unknown): string } {
  const values = [...first]
  return { values, put: (value) => `$${values.push(value)}` }
}

/** The condition of a filter. The price is part of it so that the price index can be used. */
export function filterSql(
  { price, band, traits }: ShelfFilter,
  put: (value: unknown) => string,
): string {
  const parts: string[] = []
  if (price === 'free') parts.push('free and price = 0')
  if (price === 'paid') parts.push('not free and price > 0')
  if (band > 0)
    parts.push(`rating_band >= ${Math.trunc(band)} and rating >= ${Math.trunc(band)} / 2.0::real`)
  if (traits !== 0) {
    const wanted = put(traits)
    parts.push(hasTraits(wanted))
  }
  return parts.map((part) => ` and ${part}`).join('')
}

interface ShelfPage {
  sort: Sort
  /** How the caller is charged: the order by price is that of the prices shown. */
  pricing: Pricing
  limit: number
  offset: number
  /** A text search query that items must match. */
  query?: string
  /** Without those that have all of its words in the name. */
  isUnnamed?: boolean
  /** All kinds of items with the chosen traits, when few items have them (`facets.ts`). */
  kinds?: readonly number[] | null
  /** Shelf of a goal to which the items belong, too. */
  goal?: number | null
}

const matchOf = (query: string, isUnnamed: boolean): string =>
  `select words @@ ${query}::tsquery${isUnnamed ? ` and not names @@ ${query}::tsquery` : ''} from item_words where item_words.number = shelf.number`

const pageOf = preparedByText<{ revision: string | null }>()

/** Revisions of the cards on a page of a shelf, in one of about 600 prepared statements. */
export async function listShelf(
  db: Db,
  locale: string,
  shelf: number,
  filter: ShelfFilter,
  { sort, pricing, limit, offset, query, isUnnamed = false, kinds = null, goal = null }: ShelfPage,
): Promise<(string | null)[]> {
  const { columns, index } = ORDER[sort]
  const { values, put } = valuesOf(shelf, locale, limit, offset)
  // Frequent words are found soon along the shelf; rare ones never come here (`search.ts`). With
  // `exists` PostgreSQL would join all words of the market first (147 ms instead of 4 with 12,000
  // items).
  const words = query === undefined ? '' : ` and (${matchOf(put(query), isUnnamed)})`
  const within =
    goal === null
      ? ''
      : ` and number in (select goal.number from shelf as goal where goal.shelf = ${put(goal)}::integer)`
  const wanted = `shelf = $1${filterSql(filter, put)}${words}${within}`
  const priced = isByPrice(sort) ? priceSql(pricing, put) : null
  const byPrice = priced && isByPrice(sort) ? pricePage(sort, wanted, priced) : null
  const placed =
    kinds === null
      ? (byPrice ??
        `select number, ${columns} from shelf where ${wanted} order by ${index} limit $3 offset $4`)
      : // Fetched first, all of them: a walk along the shelf would look for them from one end to the other.
        `with few as materialized (select number, ${[...new Set([...(priced ? ['currency'] : columns.split(', ')), 'price', 'rating'])].join(', ')} from shelf where ${wanted} and traits = any (${put(kinds)}::integer[]))
       select number, ${columns} from (${priced ? priceAll(priced) : 'select * from few'}) as placed order by ${index} limit $3 offset $4`
  const text = `
    select ${cardRevision('placed', '$2')} as revision
    from (${placed}) as placed
    order by ${index}`
  return (await pageOf(text)(db, values)).map((row) => row.revision)
}

/** Sets the market's day (UTC), from which "in the last 30 days" counts. True when it changed. */
export async function turnMarketDay({
  db,
  clock,
}: {
  db: Services['db']
  clock: Pick<Services['clock'], 'now'>
}): Promise<boolean> {
  const today = clock.now().toISOString().slice(0, 10)
  const {
    rows: [turned],
  } = await sql<{ turned: boolean }>`select turn_market_day(${today}::date) as turned`.execute(db)
  return turned?.turned ?? false
}
