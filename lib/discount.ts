import { scaleHalfUp } from './money.ts'

/** What a whole percentage takes off a sum. */
export const percentOf = (sumMinor: number, percent: number): number =>
  scaleHalfUp(sumMinor, percent, 100)

/**
 * Divides a discount over lines in proportion to their subtotals (docs/decisions/0067). Parts are
 * rounded down; what is left goes, one minor unit each, to the lines that lost most by rounding,
 * ties by place. No part is more than its line.
 */
export function divideDiscount(subtotals: readonly number[], discount: number): number[] {
  const sum = subtotals.reduce((all, one) => all + one, 0)
  if (discount < 0 || discount > sum) throw new Error(`${discount} cannot be taken off ${sum}`)
  if (sum === 0) return subtotals.map(() => 0)
  const parts = subtotals.map((subtotal, place) => {
    const exact = BigInt(subtotal) * BigInt(discount)
    return { place, minor: Number(exact / BigInt(sum)), lost: exact % BigInt(sum) }
  })
  const left = discount - parts.reduce((all, one) => all + one.minor, 0)
  const mostLost = parts.toSorted((a, b) => Number(b.lost - a.lost) || a.place - b.place)
  for (const part of mostLost.slice(0, left)) part.minor += 1
  return parts.map(({ minor }) => minor)
}
