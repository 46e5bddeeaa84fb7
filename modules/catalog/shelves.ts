import type { Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { prepared, preparedByText } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import type { SORTS } from './find-contract.ts'

/**
 * Reading shelves (`shelf` in `db/migrations/`): a page of a list costs the same however many items
 * there are.
 */

/** All of a market stands on a shelf of its own, beside those of its categories. */
export const MARKET_SHELF: Record<Market, number> = { app: -1, theme: -2 }
export const MARKET_SHELVES: readonly number[] = Object.values(MARKET_SHELF)
/** Further down a list nobody walks: who gets this far needs a filter. */
export const REACHABLE = 10_000

/**
 * Items on one shelf that are alike in what facets ask; `band` is stars times two, 0 when nobody
 * has rated.
 */
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
  tag: boolean
  /** Slugs of tags that became this one. */
  former: string[] | null
}

export interface MarketShelves {
  categories: Shelf[]
  cells: Cell[]
}

/**
 * Cells on their way from the database: columns of figures, since there are thousands of them;
 * price, stars and traits in one.
 */
export interface CellColumns {
  shelves: number[] | null
  kinds: number[] | null
  counts: number[] | null
}

/** A `from` that has `shelf`, `kind` (`KIND`) and `n`, as columns. */
export const cellColumns = (from: string) =>
  `select json_build_object('shelves', json_agg(shelf), 'kinds', json_agg(kind), 'counts', json_agg(n)) from ${from} as cells`
export const KIND = 'traits | (rating_band::integer << 22) | (free::integer << 26)'

export const cellsOf = ({ shelves, kinds, counts }: CellColumns): Cell[] =>
  (shelves ?? []).map((shelf, place) => {
    const kind = kinds?.[place] ?? 0
    return {
      shelf,
      free: kind >> 26 === 1,
      band: (kind >> 22) & 15,
      traits: kind & ((1 << 22) - 1),
      n: counts?.[place] ?? 0,
    }
  })

const SHELVES = prepared<{ categories: Shelf[]; cells: CellColumns }>(`
  select
    (select coalesce(json_agg(json_build_object('number', number, 'slug', slug, 'name', name, 'drawing', drawing, 'tag', is_tag,
        'former', (select json_agg(slug) from categories merged where merged.merged_into = categories.id)) order by position, slug), '[]')
     from categories where market = $1 and merged_into is null) as categories,
    (${cellColumns(`(select shelf, ${KIND} as kind, n from shelf_counts where n > 0 and (shelf = market_shelf($1)
      or shelf in (select number from categories where market = $1)))`)}) as cells`)

/**
 * Categories of a market in their order, behind them its tags, and how many stand where: remembered
 * until something in the market changes.
 */
export const readShelves = (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  market: Market,
): Promise<MarketShelves> =>
  cache.recall(`shelves:${market}`, [`market:${market}`], async () => {
    const [row] = await SHELVES(db, [market])
    return { categories: row?.categories ?? [], cells: row ? cellsOf(row.cells) : [] }
  })

export interface CardPicture {
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: string
}

/** `item_cards.card`. */
export interface CardRow {
  id: string
  market: Market
  slug: string
  prefix: string
  name: string
  tagline: string
  price_minor: number
  currency: string
  price_kind: 'free' | 'one_time' | 'recurring' | 'usage'
  price_period: 'month' | 'year' | null
  in_app_purchase: boolean
  rating: number | null
  review_count: number
  install_count: number
  developer: { slug: string; name: string }
  icon: string | null
  swatches: string[]
  ground: string | null
  cover_desktop: CardPicture | null
  cover_phone: CardPicture | null
  /** Of its categories. */
  shelves: number[]
  version: string | null
  installable: boolean
  permission_count: number
}

export type Sort = (typeof SORTS)[number]

/** Both directions of a column are one index, read from one end or the other. */
export const ORDER: Record<Sort, { columns: string; index: string }> = {
  smart: { columns: 'smart', index: 'smart desc, number' },
  rating: { columns: 'rating, reviews', index: 'rating desc, reviews desc, number' },
  price_asc: { columns: 'price', index: 'price, number' },
  price_desc: { columns: 'price', index: 'price desc, number desc' },
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

/** Values of a statement, each named where it is put in. */
export function valuesOf(...first: unknown[]): { values: unknown[]; put(value: unknown): string } {
  const values = [...first]
  return { values, put: (value) => `$${values.push(value)}` }
}

/** The wanted language, else English, else whatever there is (D18). */
export const bestCard = (from: string, locale: string) => {
  const card = `select card from item_cards where item_cards.number = ${from}.number`
  return `coalesce((${card} and locale = ${locale}), (${card} and locale = 'en'), (${card} limit 1))`
}

/**
 * Filters as SQL over the columns that shelves and words share. By price the index itself begins
 * where paid items begin.
 */
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
    parts.push(`traits & ${wanted}::integer = ${wanted}::integer`)
  }
  return parts.map((part) => ` and ${part}`).join('')
}

export interface ShelfPage {
  sort: Sort
  limit: number
  offset: number
  /** A text search query that items must match. */
  query?: string
  /** When few items have the chosen traits: all kinds of them that there are (`facets.ts`). */
  kinds?: readonly number[] | null
}

const pageOf = preparedByText<{ card: CardRow }>()

/**
 * One page of a shelf, in one statement. There are some 600 texts of it at most; each is prepared
 * once.
 */
export async function listShelf(
  db: Db,
  locale: string,
  shelf: number,
  filter: ShelfFilter,
  { sort, limit, offset, query, kinds = null }: ShelfPage,
): Promise<CardRow[]> {
  const { columns, index } = ORDER[sort]
  const { values, put } = valuesOf(shelf, locale, limit, offset)
  // A word that a fifth of all have is found soon by walking along the shelf; one that few have
  // never comes here (`search.ts`). Not `exists`: PostgreSQL would make a join of it, look at the
  // words of the whole market first, and compare each with each (147 ms instead of 4 at 12,000
  // items).
  const words =
    query === undefined
      ? ''
      : ` and (select words @@ ${put(query)}::tsquery from item_words where item_words.number = shelf.number)`
  const wanted = `where shelf = $1${filterSql(filter, put)}${words}`
  const placed =
    kinds === null
      ? `select number, ${columns} from shelf ${wanted} order by ${index} limit $3 offset $4`
      : // Fetched first, all of them: a walk along the shelf would look for them from one end to the other.
        `with few as materialized (select number, ${[...new Set([...columns.split(', '), 'price', 'rating'])].join(', ')} from shelf ${wanted} and traits = any (${put(kinds)}::integer[]))
       select number, ${columns} from few order by ${index} limit $3 offset $4`
  const text = `
    select ${bestCard('placed', '$2')} as card
    from (${placed}) as placed
    order by ${index}`
  return (await pageOf(text)(db, values)).map((row) => row.card)
}
