import { scaleHalfUp } from '../../lib/money.ts'
import { KNOWN_CARDS } from './cards.ts'

/** One way to pay in parts; `total_minor` is what the card is charged in all. */
export interface Offer {
  count: number
  total_minor: number
}

/** How many parts, and what the bank takes for waiting, in basis points of the price. */
const TERMS: readonly [count: number, basisPoints: number][] = [
  [2, 0],
  [3, 0],
  [6, 450],
  [9, 700],
  [12, 950],
]

/**
 * In how many parts a card may pay, by its first six to eight digits: credit cards of this country,
 * in its currency.
 */
export function offersFor(firstDigits: string, priceMinor: number, currency: string): Offer[] {
  const mayWait =
    currency === 'TRY' &&
    KNOWN_CARDS.some((card) => card.inParts && card.number.startsWith(firstDigits))
  const inParts = mayWait
    ? TERMS.map(([count, points]) => ({
        count,
        total_minor: scaleHalfUp(priceMinor, 10_000 + points, 10_000),
      }))
    : []
  return [{ count: 1, total_minor: priceMinor }, ...inParts]
}
