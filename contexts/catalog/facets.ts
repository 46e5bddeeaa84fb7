import type { Cell } from './shelves.ts'

/** Facets out of cells: how many there would be with one choice changed and all others kept. */

export const RATING_STEPS = [4.5, 4, 3] as const

export interface Choice {
  /** Shelf of the category, or of the whole market. */
  shelf: number
  price: 'paid' | 'free' | undefined
  /** Stars times two; 0 for any. */
  band: number
}

const hasPrice = (cell: Cell, price: Choice['price']) => price === undefined || cell.free === (price === 'free')

export function countCells(cells: readonly Cell[], { shelf, price, band }: Choice): number {
  let sum = 0
  for (const cell of cells) if (cell.shelf === shelf && hasPrice(cell, price) && cell.band >= band) sum += cell.n
  return sum
}

/**
 * How many there are on all pages together. The cells of a capped search are those of its first matches only, and a filter may have left
 * few of them: what the page itself shows is never denied, and a page that is not full is the last one.
 */
export function totalOf(counted: number, { capped, offset, limit, shown }: { capped: boolean; offset: number; limit: number; shown: number }): { total: number; atLeast: boolean } {
  if (!capped) return { total: counted, atLeast: false }
  if (shown < limit && (shown > 0 || offset === 0)) return { total: offset + shown, atLeast: false }
  return { total: Math.max(counted, offset + shown + (shown > 0 ? 1 : 0)), atLeast: true }
}

export interface Facets {
  /** By shelf; those with none are left out. */
  categories: Map<number, number>
  price: { free: number; paid: number }
  /** From so many stars up. */
  rating: { value: number; count: number }[]
}

export function facetsOf(cells: readonly Cell[], choice: Choice): Facets {
  const categories = new Map<number, number>()
  for (const cell of cells) {
    if (hasPrice(cell, choice.price) && cell.band >= choice.band) categories.set(cell.shelf, (categories.get(cell.shelf) ?? 0) + cell.n)
  }
  return {
    categories,
    price: { free: countCells(cells, { ...choice, price: 'free' }), paid: countCells(cells, { ...choice, price: 'paid' }) },
    rating: RATING_STEPS.map(value => ({ value, count: countCells(cells, { ...choice, band: value * 2 }) })),
  }
}
