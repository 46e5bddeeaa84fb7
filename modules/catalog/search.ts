import { editDistance } from '#lib/edit-distance.ts'
import { fold } from '#lib/text.ts'
import { otherForms } from '#lib/word-forms.ts'
import type { Market } from '#lib/market.ts'
import { prepared, preparedByText } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import type { Pricing } from '#modules/currencies/public.ts'
import { cardRevision } from './cards.ts'
import { isByPrice, priceFound, priceSql } from './price-order.ts'
import {
  cellColumns,
  cellsOf,
  filterSql,
  KIND,
  listShelf,
  ORDER,
  valuesOf,
  type Cell,
  type CellColumns,
  type ShelfFilter,
  type Sort,
} from './shelves.ts'

/**
 * Full-text search of items (D24): folded words match by prefix. Other forms are tried for words
 * with few matches, and the nearest known word for words without a match.
 */

const MAX_WORDS = 8
/** Beyond this number of matches counts are "at least", and the page is read along the shelf. */
export const MATCHES_CAP = 2_000

export interface Found {
  /** Of the cards on the page. */
  revisions: (string | null)[]
  cells: Cell[]
  /** Before any filter. */
  matches: number
  /** There are more matches than were counted. */
  capped: boolean
  /** The words that were searched instead of unknown ones. */
  corrected: string | null
  /** Other forms of the words were searched too. */
  widened: boolean
  /** Similar known words, if nothing was found. */
  near: string[]
}

export const wordsOf = (query: string): string[] =>
  [...new Set(fold(query).split(' ').filter(Boolean))].slice(0, MAX_WORDS)

/** A single letter matches only itself; longer words match as a prefix. */
const lexeme = (word: string, begins = word.length > 1) =>
  `'${word.slice(0, 60)}'${begins ? ':*' : ''}`
export const lexemes = (words: readonly string[]) => words.map((word) => lexeme(word)).join(' & ')
/** Matches each word, its other forms, or its replacement. */
export const wideLexemes = (words: readonly string[], instead: readonly string[] = words) =>
  words
    .map((word, n) => {
      const forms = otherForms(word).map((form) => lexeme(form.word, form.begins))
      return `(${[...new Set([lexeme(word), lexeme(instead[n] ?? word), ...forms])].join(' | ')})`
    })
    .join(' & ')

/** Matches any of the words in any form. */
export const anyLexemes = (words: readonly string[]) =>
  words.map((word) => wideLexemes([word])).join(' | ')

/** With so few matches other forms are searched too. */
const LITTLE = 3

interface SearchPage {
  shelf: number
  filter: ShelfFilter
  sort: Sort
  pricing: Pricing
  limit: number
  offset: number
  kinds?: readonly number[] | null
  cap?: number
}

export async function search(
  services: Pick<Services, 'db' | 'cache'>,
  locale: string,
  market: Market,
  words: readonly string[],
  page: SearchPage,
): Promise<Found> {
  const usual = { corrected: null, widened: false, near: [] }
  const found = await match(services, locale, market, lexemes(words), page)
  if (found.matches > LITTLE) return { ...usual, ...found }
  if (found.matches > 0) {
    const wide = await match(services, locale, market, wideLexemes(words), page)
    return wide.matches > found.matches
      ? { ...usual, ...wide, widened: true }
      : { ...usual, ...found }
  }
  const { instead, near } = await nearestWords(services.db, market, words)
  const again = await match(services, locale, market, wideLexemes(words, instead), page)
  if (again.matches === 0) return { ...usual, ...found, near }
  const corrected = instead.join(' ')
  return corrected === words.join(' ')
    ? { ...usual, ...again, widened: true }
    : { ...usual, ...again, corrected }
}

const searchOf = preparedByText<{
  revisions: (string | null)[] | null
  cells: CellColumns
  matches: number
}>()

type Matches = Pick<Found, 'revisions' | 'cells' | 'matches' | 'capped'>

/**
 * Counting what a frequent word matches takes longer than reading the page along the shelf, so its
 * counts are kept until the market changes.
 */
async function match(
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  locale: string,
  market: Market,
  query: string,
  page: SearchPage,
): Promise<Matches> {
  const { cap = MATCHES_CAP } = page
  let counted: Matches | undefined
  const count = async () =>
    (counted = await countMatches(db, locale, market, query, { ...page, cap }))
  const frequent = await cache.getOrLoad(
    `frequent:${market}:${cap}:${query}`,
    [`market:${market}`],
    async () => {
      const { matches, cells, capped } = await count()
      return capped ? { matches, cells, capped } : null
    },
  )
  if (!frequent) return counted ?? count()
  const revisions = await listShelf(db, locale, page.shelf, page.filter, { ...page, query })
  return { ...frequent, revisions }
}

/** Counts the first matches, and reads the page unless there are more. */
async function countMatches(
  db: Db,
  locale: string,
  market: Market,
  query: string,
  page: SearchPage & { cap: number },
): Promise<Matches> {
  const { cap } = page
  const { columns, index } = ORDER[page.sort]
  const { values, put } = valuesOf(query, page.shelf, locale, page.limit, page.offset, cap + 1)
  // Matches in the name come first.
  const [names, named, order] =
    page.sort === 'smart'
      ? [', names', ', names @@ $1::tsquery as named', `named desc, ${index}`]
      : ['', '', index]
  // All matches are on the market's own shelf.
  const onShelf = page.shelf < 0 ? '$2::integer < 0' : '$2::integer = any (shelves)'
  const priced = isByPrice(page.sort) ? priceSql(page.pricing, put) : null
  const byPrice = priced ? ['currency', 'prices'] : columns.split(', ')
  const kept = [...new Set(['rating', 'price', ...byPrice])].join(', ')
  // The filter looks at the partner's price: what is free or not is so in every currency.
  const from = priced ? priceFound(priced) : 'found'
  const by = priced ? order.replace(/\bprice\b/, 'shown_price') : order
  // The market is a literal because each has its own index. Only few columns are kept, since a
  // fifth of all items may match. With too many matches the page is read along the shelf.
  const text = `
    with found as materialized (
      select number, shelves, free, rating_band, traits, ${KIND} as kind, ${kept}${names}
      from item_words where market = '${market}' and words @@ $1::tsquery limit $6
    ), page as (
      select *${named} from ${from} where ${onShelf}${filterSql(page.filter, put)} and (select count(*) from found) < $6 order by ${by} limit $4 offset $5
    )
    select (select count(*)::integer from found) as matches,
      (${cellColumns('(select shelf, kind, count(*)::integer as n from found cross join unnest(shelves) as shelf group by 1, 2)')}) as cells,
      (select json_agg(${cardRevision('page', '$3')} order by ${by}) from page) as revisions`
  const [row] = await searchOf(text)(db, values)
  const matches = row?.matches ?? 0
  return {
    revisions: row?.revisions ?? [],
    cells: row ? cellsOf(row.cells) : [],
    matches,
    capped: matches > cap,
  }
}

/** Counting stops here: of two equally similar words the one with more items is chosen. */
const COMMON = 200

interface Candidate {
  word: string
  /** Capped at COMMON. */
  items: number
}

const near = (market: Market) =>
  prepared<{ known: boolean; near: Candidate[] }>(`
  select exists (select from unnest(string_to_array(given.forms, ' ')) as form cross join lateral (
      -- limited, so that the index is read and not all words
      select from known_words where word >= rtrim(form, '*') and word <= replace(form, '*', U&'\\+10FFFF') limit 1) as found) as known,
    coalesce((select json_agg(json_build_object('word', word, 'items', (
        select count(*) from (select from item_words where market = '${market}' and words @@ ('''' || candidates.word || '''')::tsquery limit ${COMMON}) as having_it
      )) order by likeness desc, word)
      from (select word, similarity(k.word, given.word) as likeness from known_words k where k.word % given.word
        order by likeness desc, word limit 12) as candidates), '[]') as near
  -- the beginnings of words end in a star
  from unnest($1::text[], $2::text[]) with ordinality as given (word, forms, place) order by place`)
const NEAR: Record<Market, ReturnType<typeof near>> = { app: near('app'), theme: near('theme') }

/** Short words are similar to too many others. */
const slipsAllowed = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)

/**
 * Chooses by edit distance, in which two swapped letters are one edit; trigrams found candidates.
 */
export function nearest(word: string, candidates: readonly Candidate[]): string {
  let best = { word, slips: slipsAllowed(word) + 1, items: 0 }
  for (const { word: candidate, items } of candidates) {
    const slips = editDistance(word, candidate)
    if (items > 0 && (slips < best.slips || (slips === best.slips && items > best.items)))
      best = { word: candidate, slips, items }
  }
  return best.slips > slipsAllowed(word) ? word : best.word
}

const NEAR_SHOWN = 3

/** The nearest known word for each unknown word, and similar words to show if nothing is found. */
export async function nearestWords(
  db: Db,
  market: Market,
  words: readonly string[],
): Promise<{ instead: string[]; near: string[] }> {
  const rows = await NEAR[market](db, [
    words,
    words.map((word) =>
      [`${word}*`, ...otherForms(word).map((form) => form.word + (form.begins ? '*' : ''))].join(
        ' ',
      ),
    ),
  ])
  const candidates = rows
    .filter((row) => !row.known)
    .flatMap((row) => row.near.filter(({ items }) => items > 0).slice(0, NEAR_SHOWN))
  return {
    instead: words.map((word, n) => (rows[n]?.known ? word : nearest(word, rows[n]?.near ?? []))),
    near: [...new Set(candidates.map(({ word }) => word))].slice(0, NEAR_SHOWN),
  }
}
