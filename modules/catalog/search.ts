import { prepared, preparedByText } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'
import { fold } from '#lib/text.ts'
import { otherForms } from '#lib/word-forms.ts'
import type { Market } from '#lib/market.ts'
import type { Services } from '#kernel/context.ts'
import type { Pricing } from '#modules/currencies/public.ts'
import { cardRevision } from './cards.ts'
import { isByPrice, priceFound, priceSql } from './price-order.ts'
import {
  anyQueryOf,
  neededOf,
  queryOf,
  rankSql,
  termQuery,
  unitsOf,
  wordsOf,
  type Unit,
} from './search-words.ts'
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
import { nearestWords, type Spelled } from './spelling.ts'
import {
  compoundWays,
  expand,
  isRealWord,
  readSynonyms,
  type Synonyms,
  type Term,
} from './synonyms.ts'

/**
 * Full-text search of items (D24, docs/decisions/0060): folded words match by prefix, and items are
 * ranked by where the words stand. When that finds little, other forms of the words, what they mean
 * and the nearest known words are looked for, too; when it finds nothing, words are dropped.
 */

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
  /** Other words that were searched too: with the same meaning, or spelt alike. */
  also: string[]
  /** Words that were left out, because nothing has all of them. */
  dropped: string[]
  /** Text search query of any of the words that were searched, if others than those typed. */
  meant: string | null
}

/** With so few matches other forms are searched too. */
const LITTLE = 3
/** With fewer matches, less than a page, words with the same meaning are searched too. */
const ENOUGH = 24

export interface SearchPage {
  shelf: number
  filter: ShelfFilter
  sort: Sort
  pricing: Pricing
  limit: number
  offset: number
  kinds?: readonly number[] | null
  cap?: number
}

export interface Asked {
  market: Market
  locale: string
  q: string
  /** Nothing but the words as they were typed. */
  onlyTyped?: boolean
}

/** What is looked for, and how names are compared with it. */
interface Wanted {
  units: readonly Unit[]
  may: readonly string[]
  /** Folded, as it was typed. */
  typed: string
}

const NOTHING = { corrected: null, widened: false, near: [], also: [], dropped: [], meant: null }

export async function search(
  services: Pick<Services, 'db' | 'cache'>,
  { market, locale, q, onlyTyped = false }: Asked,
  page: SearchPage,
): Promise<Found> {
  const { must, may } = neededOf(wordsOf(q), market)
  const wanted: Wanted = { units: unitsOf(must), may, typed: fold(q) }
  const matching = (units: readonly Unit[]) =>
    match(services, locale, market, { ...wanted, units }, page)
  const found = await matching(wanted.units)
  if (onlyTyped || found.matches >= ENOUGH) return { ...NOTHING, ...found }
  const synonyms = await readSynonyms(services)
  const { units, terms } = expand(synonyms, must, locale)
  if (found.matches > LITTLE && terms.length === 0) return { ...NOTHING, ...found }
  const isReal = (word: string) => isRealWord(synonyms, word)
  const spelled =
    found.matches > LITTLE
      ? null
      : await nearestWords(services.db, market, must, {
          isReal,
          isFound: found.matches > 0,
        })
  const wide = spelled ? units.map((unit) => withForms(unit, must, spelled, synonyms)) : units
  const again = await matching(wide)
  const { corrected, besides } = saidOf(must, spelled)
  if (again.matches > found.matches) {
    const meant = await findHaving(services, market, terms)
    const also = [...besides, ...meant].slice(0, MOST_SAID)
    const widened = corrected === null && also.length === 0
    return { ...NOTHING, ...again, corrected, also, widened, meant: anyQueryOf(wide) }
  }
  if (found.matches > 0) return { ...NOTHING, ...found }
  const fewer = await findFewer(services.db, market, wide)
  if (!fewer) return { ...NOTHING, ...found, near: spelled?.near ?? [] }
  const rest = await matching(fewer.kept)
  const meant = anyQueryOf(fewer.kept)
  return { ...NOTHING, ...rest, corrected, dropped: fewer.dropped, meant }
}

/** Which words were looked for instead, and which besides. */
function saidOf(words: readonly string[], spelled: Spelled | null) {
  const corrected = (spelled?.instead ?? words).join(' ')
  return {
    corrected: corrected === words.join(' ') ? null : corrected,
    besides: (spelled?.besides ?? []).filter((word) => word !== null),
  }
}

/**
 * Each word with its other forms, and what it may be if no item has it: a slip of a known word, or
 * a compound.
 */
function withForms(
  unit: Unit,
  typed: readonly string[],
  spelled: Spelled,
  synonyms: Synonyms,
): Unit {
  const ways = unit.ways.map((way) => way.map((part) => withForms(part, typed, spelled, synonyms)))
  const [word = '', ...more] = unit.words
  if (more.length > 0) return { ...unit, ways }
  const place = typed.indexOf(word)
  const slips = [spelled.instead[place], spelled.besides[place]].filter(
    (one) => one !== undefined && one !== null && one !== word,
  ) as string[]
  const isUnknown = spelled.unknown[place] === true && slips.length === 0
  return {
    ...unit,
    alternatives: [
      ...unit.alternatives,
      ...otherForms(word).map((form) => ({ words: [form.word], begins: form.begins })),
      ...slips.map((one) => ({ words: [one], begins: true })),
    ],
    ways: isUnknown ? [...ways, ...compoundWays(synonyms, word)] : ways,
  }
}

/** So many of the other words that were looked for are named. */
const MOST_SAID = 3
const MOST_LOOKED_AT = 24

const HAVING: Record<Market, ReturnType<typeof having>> = {
  app: having('app'),
  theme: having('theme'),
}
function having(market: Market) {
  return prepared<{ found: boolean }>(`
    select exists (select from item_words where market = '${market}' and words @@ own::tsquery) as found
    from unnest($1::text[]) with ordinality as asked (own, place) order by place`)
}

/** Of terms with the same meaning those that some item has, in the reader's language first. */
async function findHaving(
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  market: Market,
  terms: readonly Term[],
): Promise<string[]> {
  if (terms.length === 0) return []
  const some = terms.slice(0, MOST_LOOKED_AT)
  const queries = some.map(({ words }) => termQuery(words))
  const key = `having:${market}:${queries.join()}`
  return cache.getOrLoad(key, [`market:${market}`], async () => {
    const rows = await HAVING[market](db, [queries])
    return some.filter((_, n) => rows[n]?.found).map(({ term }) => term)
  })
}

const FREQUENCIES: Record<Market, ReturnType<typeof frequencies>> = {
  app: frequencies('app'),
  theme: frequencies('theme'),
}
function frequencies(market: Market) {
  return prepared<{ items: number; without: boolean }>(`
    select (select count(*)::integer from (select from item_words where market = '${market}' and words @@ own::tsquery limit ${MATCHES_CAP}) as having_it) as items,
      exists (select from item_words where market = '${market}' and words @@ others::tsquery) as without
    from unnest($1::text[], $2::text[]) with ordinality as asked (own, others, place) order by place`)
}

/**
 * Which words to leave out when nothing has all of them: those that nothing has, else the most
 * frequent one without which something is found, else all but the rarest. Null: nothing is found.
 */
async function findFewer(
  db: Db,
  market: Market,
  units: readonly Unit[],
): Promise<{ kept: Unit[]; dropped: string[] } | null> {
  if (units.length < 2) return null
  const rows = await FREQUENCIES[market](db, [
    units.map((unit) => queryOf([unit])),
    units.map((_, left) => queryOf(units.filter((__, n) => n !== left))),
  ])
  const known = units
    .map((unit, n) => ({ unit, n, ...(rows[n] ?? { items: 0, without: false }) }))
    .filter(({ items }) => items > 0)
    .toSorted((a, b) => b.items - a.items)
  const rarest = known.at(-1)
  if (!rarest) return null
  const unknown = units.length - known.length
  const leftOut = known.find(({ without }) => without)
  const kept =
    unknown > 1 || (unknown === 1 && rows.some(({ items, without }) => items === 0 && without))
      ? known.map(({ n }) => n)
      : leftOut && unknown === 0
        ? known.filter(({ n }) => n !== leftOut.n).map(({ n }) => n)
        : [rarest.n]
  return {
    kept: units.filter((_, n) => kept.includes(n)),
    dropped: units.filter((_, n) => !kept.includes(n)).map(({ words }) => words.join(' ')),
  }
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
  wanted: Wanted,
  page: SearchPage,
): Promise<Matches> {
  const { cap = MATCHES_CAP } = page
  const query = queryOf(wanted.units)
  let counted: Matches | undefined
  const count = async () =>
    (counted = await countMatches(db, locale, market, wanted, { ...page, cap }))
  const frequent = await cache.getOrLoad(
    `frequent:${market}:${cap}:${query}`,
    [`market:${market}`],
    async () => {
      const { matches, cells, capped } = await count()
      if (!capped) return null
      const [named] = await NAMED[market](db, [query, cap + 1])
      return { matches, cells, capped, named: named?.items ?? 0 }
    },
  )
  if (!frequent) return counted ?? count()
  const { named, ...counts } = frequent
  // Too many names are not ranked either.
  const revisions =
    page.sort === 'smart' && named > 0 && named <= cap
      ? await readNamedFirst(db, locale, market, wanted, { ...page, cap })
      : await listShelf(db, locale, page.shelf, page.filter, { ...page, query })
  return { ...counts, revisions }
}

const NAMED: Record<Market, ReturnType<typeof countNamed>> = {
  app: countNamed('app'),
  theme: countNamed('theme'),
}
function countNamed(market: Market) {
  return prepared<{ items: number }>(
    `select count(*)::integer as items from (select from item_words where market = '${market}' and names @@ $1::tsquery limit $2) as named`,
  )
}

const namedOf = preparedByText<{ revisions: (string | null)[] | null; total: number }>()

const BY_RANK = 'rank desc, smart desc, number'

/** All matches are on the market's own shelf. */
const isOnShelf = (shelf: number) => (shelf < 0 ? '$2::integer < 0' : '$2::integer = any (shelves)')

/** A page of too many matches: those in the name by their rank, all others along the shelf. */
async function readNamedFirst(
  db: Db,
  locale: string,
  market: Market,
  wanted: Wanted,
  page: SearchPage & { cap: number },
): Promise<(string | null)[]> {
  const query = queryOf(wanted.units)
  const { limit, offset } = page
  const { values, put } = valuesOf(query, page.shelf, locale, limit, offset, page.cap)
  const text = `
    with named as materialized (
      select number, shelves, free, rating_band, traits, rating, price, smart, ${rankSql(wanted, put)} as rank
      from item_words where market = '${market}' and names @@ $1::tsquery limit $6
    ), fit as (select number, rank, smart from named where ${isOnShelf(page.shelf)}${filterSql(page.filter, put)}
    ), page as (select * from fit order by ${BY_RANK} limit $4 offset $5)
    select (select count(*)::integer from fit) as total, (select json_agg(${cardRevision('page', '$3')} order by ${BY_RANK}) from page) as revisions`
  const [row] = await namedOf(text)(db, values)
  const named = row?.revisions ?? []
  if (named.length >= limit) return named
  const others = await listShelf(db, locale, page.shelf, page.filter, {
    ...page,
    query,
    isUnnamed: true,
    limit: limit - named.length,
    offset: Math.max(0, offset - (row?.total ?? 0)),
  })
  return [...named, ...others]
}

/** Counts the first matches, and reads the page unless there are more. */
async function countMatches(
  db: Db,
  locale: string,
  market: Market,
  wanted: Wanted,
  page: SearchPage & { cap: number },
): Promise<Matches> {
  const { cap } = page
  const { columns, index } = ORDER[page.sort]
  const query = queryOf(wanted.units)
  const { values, put } = valuesOf(query, page.shelf, locale, page.limit, page.offset, cap + 1)
  const isRanked = page.sort === 'smart'
  const rank = isRanked ? `, ${rankSql(wanted, put)} as rank` : ''
  const order = isRanked ? BY_RANK : index
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
      select number, shelves, free, rating_band, traits, ${KIND} as kind, ${kept}${rank}
      from item_words where market = '${market}' and words @@ $1::tsquery limit $6
    ), page as (
      select * from ${from} where ${isOnShelf(page.shelf)}${filterSql(page.filter, put)} and (select count(*) from found) < $6 order by ${by} limit $4 offset $5
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
