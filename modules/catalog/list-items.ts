import { defineOperation } from '#kernel/define-operation.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { listItems as contract } from './find-contract.ts'
import { FACETS, facetsOf, facetsOfShelves, fewTraits, totalOf, type Choice } from './facets.ts'
import { mustHave } from './offered.ts'
import { presentCards, presentFacets } from './present.ts'
import { search, wordsOf, type Found } from './search.ts'
import { listShelf, MARKET_SHELF, REACHABLE, readShelves } from './shelves.ts'
import { maskOf } from './traits.ts'
import { findReasons } from './why.ts'

const NOTHING: Found = {
  cards: [],
  cells: [],
  matches: 0,
  capped: false,
  corrected: null,
  widened: false,
  near: [],
}

/**
 * One statement for a list and for a search that finds enough; two where other forms of the words
 * were needed, three where nobody had them; one more where the reasons are asked for; beside what
 * the process remembers.
 */
export const listItems = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const [platform, shelves] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      readShelves(ctx, ctx.market),
    ])
    const category = shelves.categories.find(
      (one) =>
        one.slug === query.category ||
        (query.category !== undefined && one.former?.includes(query.category) === true),
    )
    // A category that does not exist (any more) is an empty shelf, not a fault of the reader.
    const shelf = query.category === undefined ? MARKET_SHELF[ctx.market] : (category?.number ?? 0)
    const choice: Choice = {
      shelf,
      price: query.price,
      band: (query.rating ?? 0) * 2,
      traits: maskOf(query) | mustHave(ctx),
    }
    const offset = (query.page - 1) * query.per_page
    const page = {
      sort: query.sort,
      limit: Math.max(0, Math.min(query.per_page, REACHABLE - offset)),
      offset,
      kinds: fewTraits(shelves.cells, choice),
    }
    const asked = query.q ?? ''
    const words = wordsOf(asked)
    const found =
      asked === ''
        ? {
            ...NOTHING,
            cells: shelves.cells,
            cards: await listShelf(ctx.db, ctx.locale, shelf, choice, page),
          }
        : // What is asked for has no letter in it: nothing can be called so.
          words.length === 0
          ? NOTHING
          : await search(ctx.db, ctx.locale, ctx.market, words, { ...page, shelf, filter: choice })
    const { cards, cells, capped, corrected, widened, near } = found
    const facets =
      cells === shelves.cells ? facetsOfShelves(cells, choice) : facetsOf(cells, choice)
    const { total, atLeast } = totalOf(facets.total, {
      capped,
      offset,
      limit: page.limit,
      shown: cards.length,
    })
    const items = presentCards(cards, {
      locale: ctx.locale,
      shelves,
      taxIncluded: platform.prices_include_tax,
    })
    const reasons = query.why
      ? await findReasons(
          ctx.db,
          items.map((item) => item.id),
          corrected?.split(' ') ?? words,
        )
      : null
    return {
      data: items.map((item) => ({ ...item, why: reasons?.get(item.id) ?? null })),
      meta: {
        total,
        total_is_at_least: atLeast,
        corrected,
        widened,
        near,
        without: [
          ...(asked === ''
            ? []
            : [{ filter: 'q' as const, total: facetsOfShelves(shelves.cells, choice).total }]),
          ...FACETS.filter((facet) => query[facet] !== undefined).map((facet) => ({
            filter: facet,
            total: facets.without[facet],
          })),
        ],
        page: query.page,
        per_page: query.per_page,
        facets: presentFacets(facets, shelves, ctx.locale, platform, shelf),
      },
    }
  },
})
