import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { prepared, preparedByText } from '#db/prepared.ts'
import type { Market } from '#lib/market.ts'
import { shareJson } from '#lib/shared-json.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { cardRevision } from './cards.ts'
import {
  FACETS,
  facetsOf,
  facetsOfShelves,
  fewOfGoal,
  fewTraits,
  totalOf,
  type Choice,
  type Facet,
  type Facets,
} from './facets.ts'
import { listItems as contract, type whyHere } from './find-contract.ts'
import { presentCards, presentFacets, type Card } from './present.ts'
import { search, type Found, type SearchPage } from './search.ts'
import { anyLexemes, wordsOf } from './search-words.ts'
import {
  listShelf,
  MARKET_SHELF,
  type MarketShelves,
  REACHABLE,
  readGoalCells,
  readShelves,
} from './shelves.ts'
import { hasTraits, maskOf, requiredTraits } from './traits.ts'

const NOTHING: Found = {
  revisions: [],
  cells: [],
  matches: 0,
  capped: false,
  corrected: null,
  widened: false,
  near: [],
  also: [],
  dropped: [],
  meant: null,
}

/**
 * One statement for a list or a search with enough matches; two or three when other forms of the
 * words or corrections are needed; one more for the reasons. The rest is cached.
 */
export const listItems = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const [platform, pricing, shelves] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      pricingOf(ctx),
      readShelves(ctx, ctx.market),
    ])
    const asked = query.q ?? ''
    const shelf = shelfOf(shelves, ctx.market, query)
    // A search is within one of them, the category first.
    const goal = asked === '' ? goalOf(shelves, query) : null
    const goalCells = goal === null ? null : await readGoalCells(ctx, ctx.market, goal)
    const conditions = requiredTraits(ctx)
    const choice: Choice = {
      shelf,
      price: query.price,
      band: (query.rating ?? 0) * 2,
      traits: maskOf(query) | conditions,
      conditions,
    }
    const offset = (query.page - 1) * query.per_page
    const page = {
      sort: query.sort,
      pricing,
      limit: Math.max(0, Math.min(query.per_page, REACHABLE - offset)),
      offset,
      kinds:
        goalCells && goal !== shelf
          ? fewOfGoal(goalCells, choice)
          : fewTraits(shelves.cells, choice),
      goal: goal === shelf ? null : goal,
    }
    const found =
      asked === ''
        ? {
            ...NOTHING,
            cells: goalCells ?? shelves.cells,
            revisions: await listShelf(ctx.db, ctx.locale, shelf, choice, page),
          }
        : await searchItems(ctx, asked, query.only_typed === '1', {
            ...page,
            shelf,
            filter: choice,
          })
    const { revisions, cells, capped, corrected, widened, near, also, dropped } = found
    const facets = asked === '' || capped ? facetsOfShelves(cells, choice) : facetsOf(cells, choice)
    // Goals are counted without the one that is chosen.
    const around = goalCells ? facetsOfShelves(shelves.cells, choice) : facets
    const { total, atLeast } = totalOf(facets.total, {
      capped,
      offset,
      limit: page.limit,
      shown: revisions.length,
    })
    const items = await presentCards(ctx.db, revisions, {
      locale: ctx.locale,
      shelves,
      taxIncluded: platform.prices_include_tax,
      pricing,
    })
    const reasons = query.why
      ? await findReasons(
          ctx.db,
          items.map((item) => item.id),
          { words: corrected?.split(' ') ?? wordsOf(asked), meant: found.meant },
        )
      : null
    return {
      data: reasons
        ? items.map((item) => ({ ...item, why: reasons.get(item.id) ?? null }))
        : items.map(withoutReason),
      meta: {
        total,
        total_is_at_least: atLeast,
        corrected,
        widened,
        near,
        also,
        dropped,
        without: [
          ...(asked === ''
            ? []
            : [{ filter: 'q' as const, total: facetsOfShelves(shelves.cells, choice).total }]),
          ...countsWithout(query, { facets, around }),
        ],
        page: query.page,
        per_page: query.per_page,
        facets: presentFacets(facets, {
          locale: ctx.locale,
          languages: ctx.languages.join(' '),
          shelves,
          platform,
          chosen: shelf,
          goals: around.categories,
        }),
      },
    }
  },
})

/** Shelf of the goal within which a list is; an unknown one is that of nothing. */
const goalOf = ({ goals }: MarketShelves, { goal }: { goal?: string | undefined }) =>
  goal === undefined ? null : (goals.find((one) => one.slug === goal)?.number ?? 0)

/** How many there are without each of the filters; `around`: without the goal of a list. */
function countsWithout(
  query: Partial<Record<Facet | 'q' | 'goal', unknown>>,
  { facets, around }: Record<'facets' | 'around', Facets>,
): { filter: Facet | 'goal'; total: number }[] {
  const hasGoal = query.goal !== undefined
  const withoutGoal =
    query.category === undefined ? around.without.category : !query.q ? around.total : null
  return [
    ...(hasGoal && withoutGoal !== null ? [{ filter: 'goal' as const, total: withoutGoal }] : []),
    ...FACETS.filter((facet) => query[facet] !== undefined).map((facet) => ({
      filter: facet,
      total: facets.without[facet],
    })),
  ]
}

/** What answers these words and nothing else, the best first; nobody has typed them. */
export async function findItemsFor(ctx: Ctx, words: string, most: number): Promise<Card[]> {
  const [platform, pricing, shelves] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    pricingOf(ctx),
    readShelves(ctx, ctx.market),
  ])
  const conditions = requiredTraits(ctx)
  const shelf = MARKET_SHELF[ctx.market]
  const choice: Choice = { shelf, price: undefined, band: 0, traits: conditions, conditions }
  const { revisions } = await searchItems(ctx, words, true, {
    sort: 'smart',
    pricing,
    limit: most,
    offset: 0,
    kinds: fewTraits(shelves.cells, choice),
    shelf,
    filter: choice,
  })
  const taxIncluded = platform.prices_include_tax
  return presentCards(ctx.db, revisions, { locale: ctx.locale, shelves, taxIncluded, pricing })
}

/** An unknown category or goal is an empty list and not an error. */
function shelfOf(
  { categories, goals }: MarketShelves,
  market: Market,
  { category, goal }: { category?: string | undefined; goal?: string | undefined },
): number {
  if (category !== undefined)
    return (
      categories.find((one) => one.slug === category || one.former?.includes(category))?.number ?? 0
    )
  if (goal !== undefined) return goals.find((one) => one.slug === goal)?.number ?? 0
  return MARKET_SHELF[market]
}

/** Searches that nothing answers with all of their words are noted for operators. */
async function searchItems(
  ctx: Ctx,
  q: string,
  onlyTyped: boolean,
  page: SearchPage,
): Promise<Found> {
  // A text without a letter is the name of nothing.
  if (wordsOf(q).length === 0) return NOTHING
  const { market, locale, clock, missedSearches } = ctx
  const found = await search(ctx, { market, locale, q, onlyTyped }, page)
  if (!onlyTyped && (found.matches === 0 || found.dropped.length > 0))
    missedSearches.note({ market, locale, q }, clock.now())
  return found
}

/** The same object as long as the card is the same, so that its JSON is written once. */
const listed = new WeakMap<Card, Card & { why: null }>()

function withoutReason(card: Card): Card & { why: null } {
  const known = listed.get(card) ?? shareJson({ ...card, why: null })
  listed.set(card, known)
  return known
}

/** D13: why an item is at its place, from the function that sorts by it (`smart_terms`). */

interface Row {
  id: string
  score: number
  rating: [weight: number, value: number, points: number]
  installs: [weight: number, value: number, points: number]
  recency: [weight: number, value: number, points: number]
  quality: [weight: number, value: number, points: number]
  verified: [weight: number, value: boolean, points: number]
  matched: z.input<typeof whyHere>['matched']
}

/** Cards show which of several matching fields it is. */
const MATCHED = `array_remove(array[
    case when w.names @@ $2::tsquery then 'name' end,
    case when ts_filter(w.words, '{b}') @@ $2::tsquery then 'tagline' end,
    case when name_words(p.name) @@ $2::tsquery then 'developer' end,
    case when exists (select from item_categories k join categories c on c.id = k.category_id, jsonb_each_text(c.name) as named (language, word)
      where k.item_id = i.id and name_words(word) @@ $2::tsquery) then 'category' end,
    case when ts_filter(w.words, '{d}') @@ $2::tsquery then case when exists (select from item_texts t where t.item_id = i.id
      and name_words(concat_ws(' ', array_to_string(features, ' '), array_to_string(description, ' '))) @@ $2::tsquery) then 'description' else 'release_notes' end end], null)`

const reasonsOf = preparedByText<Row>()

const textFor = (searched: boolean) => `
  select i.id, t.smart as score, json_build_array(k.rating, t.rating_value, t.rating) as rating, json_build_array(k.installs, t.installs_value, t.installs) as installs,
    json_build_array(k.recency, t.recency_value, t.recency) as recency, json_build_array(k.quality, t.quality_value, t.quality) as quality,
    json_build_array(k.verified, t.verified_value, t.verified) as verified, ${searched ? MATCHED : `'{}'::text[]`} as matched
  from smart_terms($1::text[]) t join items i using (number) join item_words w using (number) join partners p on p.id = i.partner_id cross join smart_weights k`

/** Why items are at their places; the words are those of the search, if it is one. */
async function findReasons(
  db: Db,
  ids: readonly string[],
  { words, meant }: { words: readonly string[]; meant: string | null },
): Promise<Map<string, z.input<typeof whyHere>>> {
  const typed = words.length > 0 ? anyLexemes(words) : null
  const reasons = await reasonsFor(db, ids, typed)
  const others = ids.filter((id) => reasons.get(id)?.matched.length === 0)
  if (meant === null || others.length === 0) return reasons
  for (const [id, why] of await reasonsFor(db, others, meant))
    reasons.set(id, { ...why, by_meaning: true })
  return reasons
}

async function reasonsFor(
  db: Db,
  ids: readonly string[],
  query: string | null,
): Promise<Map<string, z.input<typeof whyHere>>> {
  const rows = await reasonsOf(textFor(query !== null))(db, query === null ? [ids] : [ids, query])
  return new Map(
    rows.map(({ id, score, matched, ...terms }) => [
      id,
      {
        score,
        matched,
        by_meaning: false,
        terms: (['rating', 'installs', 'recency', 'quality', 'verified'] as const).map((term) => {
          const [weight, value, points] = terms[term]
          return { term, weight, value: Number(value), points }
        }),
      },
    ]),
  )
}

const MADE_BY = prepared<{ revision: string | null; total: number }>(`
  select ${cardRevision('made', '$3')} as revision, total from (
    select number, install_count, count(*) over ()::integer as total from items
    where partner_id = $1 and market = $2 and status = 'published'
      and exists (select from item_words where item_words.number = items.number and ${hasTraits('$4')})
    order by install_count desc, number limit $5 offset $6) as made
  order by install_count desc, number`)

/** Published items of a developer in this market, the most installed first. */
export async function developerItems(
  ctx: Ctx,
  partnerId: string,
  { page, perPage }: { page: number; perPage: number },
) {
  const [platform, pricing, shelves, rows] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    pricingOf(ctx),
    readShelves(ctx, ctx.market),
    MADE_BY(ctx.db, [
      partnerId,
      ctx.market,
      ctx.locale,
      requiredTraits(ctx),
      perPage,
      (page - 1) * perPage,
    ]),
  ])
  return {
    items: await presentCards(
      ctx.db,
      rows.map((row) => row.revision),
      { locale: ctx.locale, shelves, taxIncluded: platform.prices_include_tax, pricing },
    ),
    total: rows[0]?.total ?? 0,
  }
}
