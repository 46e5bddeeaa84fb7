import { MARKET_SHELVES, type Cell } from './shelves.ts'
import { FACET_BITS, TRAIT_FACETS, TRAITS, type TraitFacet } from './traits.ts'

/** Counts of a list with one filter changed and all others kept, from cells. */

const RATING_STEPS = [4.5, 4, 3] as const

export const FACETS = ['category', 'price', 'rating', ...TRAIT_FACETS] as const
export type Facet = (typeof FACETS)[number]

export interface Choice {
  /** Shelf of the category, or of the whole market. */
  shelf: number
  price: 'paid' | 'free' | undefined
  /** Stars times two; 0 for any. */
  band: number
  /** Bits that an item must have (`traits.ts`); 0 for any. */
  traits: number
  /** Those of them without which an item does not exist here; no facet counts it. */
  conditions: number
}

export interface Facets {
  total: number
  /** By shelf, including the market's own; without empty ones. */
  categories: Map<number, number>
  price: { free: number; paid: number }
  /** With at least so many stars. */
  rating: { value: number; count: number }[]
  traits: Record<TraitFacet, { value: string; count: number }[]>
  /** Count without the filter of this facet. */
  without: Record<Facet, number>
}

/**
 * A cell that passes all filters counts in every facet; one that fails a single filter, in that
 * one.
 */
export function facetsOf(cells: readonly Cell[], choice: Choice): Facets {
  const { shelf, price, band, traits, conditions } = choice
  const categories = new Map<number, number>()
  const byPrice = { free: 0, paid: 0 }
  const byBand: number[] = Array.from({ length: 11 }, () => 0)
  const byBit = new Map<number, number>(
    TRAIT_FACETS.flatMap((facet) => TRAITS[facet].map(({ bit }) => [bit, 0])),
  )
  const without: Record<Facet, number> = {
    category: 0,
    price: 0,
    rating: 0,
    platform: 0,
    permission: 0,
    language: 0,
    released: 0,
  }
  let total = 0
  for (const cell of cells) {
    if ((cell.traits & conditions) !== conditions) continue
    const fits =
      (price === undefined || cell.free === (price === 'free')) &&
      cell.band >= band &&
      (cell.traits & traits) === traits
    if (fits) categories.set(cell.shelf, (categories.get(cell.shelf) ?? 0) + cell.n)
    if (cell.shelf !== shelf) continue
    if (fits) total += cell.n
    const missed = fits ? [] : missedBy(cell, choice)
    if (missed.length > 1) continue
    for (const facet of missed.length === 0 ? COUNTED_HERE : missed) {
      without[facet] += cell.n
      if (facet === 'price') byPrice[cell.free ? 'free' : 'paid'] += cell.n
      else if (facet === 'rating') byBand[cell.band] = (byBand[cell.band] ?? 0) + cell.n
      else if (facet !== 'category') {
        for (const { bit } of TRAITS[facet])
          if ((cell.traits & bit) !== 0) byBit.set(bit, (byBit.get(bit) ?? 0) + cell.n)
      }
    }
  }
  for (const market of MARKET_SHELVES) without.category += categories.get(market) ?? 0
  return {
    total,
    categories,
    price: byPrice,
    without,
    rating: RATING_STEPS.map((value) => ({
      value,
      count: byBand.slice(value * 2).reduce((sum, n) => sum + n, 0),
    })),
    traits: Object.fromEntries(
      TRAIT_FACETS.map((facet) => [
        facet,
        TRAITS[facet].map(({ value, bit }) => ({ value, count: byBit.get(bit) ?? 0 })),
      ]),
    ) as Facets['traits'],
  }
}

const remembered = new WeakMap<readonly Cell[], Map<string, Facets>>()
/** Cached choices of one market; more combinations exist than anybody requests. */
const MOST_REMEMBERED = 500

/** `facetsOf` with a cache, for the cells of a market, which change seldom. */
export function facetsOfShelves(cells: readonly Cell[], choice: Choice): Facets {
  let known = remembered.get(cells)
  if (!known) remembered.set(cells, (known = new Map()))
  const key = `${choice.shelf} ${choice.price ?? ''} ${choice.band} ${choice.traits} ${choice.conditions}`
  let facets = known.get(key)
  if (!facets) {
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, (facets = facetsOf(cells, choice)))
  }
  return facets
}

/** Facets that count within the chosen shelf. */
const COUNTED_HERE = FACETS.filter((facet) => facet !== 'category')

function missedBy(cell: Cell, { price, band, traits }: Choice): Facet[] {
  const missed: Facet[] = TRAIT_FACETS.filter(
    (facet) => (traits & FACET_BITS[facet] & ~cell.traits) !== 0,
  )
  if (price !== undefined && cell.free !== (price === 'free')) missed.push('price')
  if (cell.band < band) missed.push('rating')
  return missed
}

/** So few items with the chosen traits are sorted; more are found soon along the shelf. */
const FEW = 1_000
/** One of so many items of a shelf is found soon along it, however small the shelf is. */
const OFTEN = 5

/** The kinds of items with the chosen traits, or null if these are many or none was chosen. */
export function fewTraits(cells: readonly Cell[], { shelf, traits }: Choice): number[] | null {
  if (traits === 0) return null
  const kinds = new Set<number>()
  let total = 0
  let n = 0
  for (const cell of cells) {
    if (cell.shelf !== shelf) continue
    total += cell.n
    if ((cell.traits & traits) !== traits) continue
    kinds.add(cell.traits)
    n += cell.n
  }
  return n > FEW || n * OFTEN >= total ? null : [...kinds]
}

/**
 * The kinds of items of a category that belong to a goal, too, or null if these are many; `cells`
 * are those of the goal.
 */
export function fewOfGoal(cells: readonly Cell[], { shelf, traits }: Choice): number[] | null {
  const there = cells.filter((cell) => cell.shelf === shelf && (cell.traits & traits) === traits)
  return there.reduce((sum, { n }) => sum + n, 0) > FEW
    ? null
    : [...new Set(there.map((cell) => cell.traits))]
}

/**
 * Total of all pages. A capped search counts its first matches only: the total is then at least
 * what the page shows, and a page that is not full is the last one.
 */
export function totalOf(
  counted: number,
  {
    capped,
    offset,
    limit,
    shown,
  }: { capped: boolean; offset: number; limit: number; shown: number },
): { total: number; atLeast: boolean } {
  if (!capped) return { total: counted, atLeast: false }
  if (shown < limit && (shown > 0 || offset === 0)) return { total: offset + shown, atLeast: false }
  return { total: Math.max(counted, offset + shown + (shown > 0 ? 1 : 0)), atLeast: true }
}
