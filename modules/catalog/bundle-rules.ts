import { divide, scaleHalfUp } from '#lib/money.ts'

/** Items of a bundle; the database has the same limits. */
export const LEAST_ITEMS = 2
export const MOST_ITEMS = 8

export const PERCENT_OFF = { min: 1, max: 90 } as const

export const BUNDLE_STATES = ['draft', 'published', 'withdrawn'] as const
export type BundleState = (typeof BUNDLE_STATES)[number]

/**
 * What each item costs in a bundle by its own price, as operators see it: before the tax of a
 * platform's home country (docs/decisions/0067).
 */
export function pricesInBundle(pricesMinor: readonly number[], percentOff: number): number[] {
  const sum = pricesMinor.reduce((all, one) => all + one, 0)
  const discounts = divide(scaleHalfUp(sum, percentOff, 100), pricesMinor)
  return pricesMinor.map((price, n) => price - (discounts[n] ?? 0))
}
