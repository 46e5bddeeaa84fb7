import { digitsOf } from './currencies.ts'

/**
 * From minor units of one currency to those of another, as an exact fraction, and how converted
 * prices of the second are rounded: to a multiple of `stepMinor` plus `endingMinor`.
 */
export interface Conversion {
  numerator: bigint
  denominator: bigint
  stepMinor: number
  endingMinor: number
}

export interface RoundingRule {
  stepMinor: number
  endingMinor: number
}

/** Decimals of a rate (`exchange_rates.per_euro`). */
const RATE_DECIMALS = 10
/** A decimal text as an integer of 10^-10. */
const scaled = (rate: string): bigint => {
  const [whole = '0', fraction = ''] = rate.split('.')
  return BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0').slice(0, RATE_DECIMALS))
}

interface Quoted {
  code: string
  /** What one euro costs in it, as a decimal text. */
  perEuro: string
}

export const conversionOf = (from: Quoted, to: Quoted, rule: RoundingRule): Conversion => ({
  numerator: scaled(to.perEuro) * 10n ** BigInt(digitsOf(to.code)),
  denominator: scaled(from.perEuro) * 10n ** BigInt(digitsOf(from.code)),
  ...rule,
})

/**
 * Minor units in the other currency, rounded half up by its rule and exact for all amounts. What
 * costs something never costs nothing. The same as `converted_price` in the database.
 */
export function convert(
  amountMinor: number,
  { numerator, denominator, stepMinor, endingMinor }: Conversion,
): number {
  if (amountMinor === 0) return 0
  const [step, ending] = [BigInt(stepMinor), BigInt(endingMinor)]
  const twice = 2n * (BigInt(amountMinor) * numerator - ending * denominator) + step * denominator
  const rounded = (twice / (2n * step * denominator)) * step + ending
  return Number(rounded > 0n ? rounded : step)
}

/** What one major unit of the first costs in the second, with 15 decimals. */
export function rateBetween(from: Quoted, to: Quoted): string {
  const digits = ((scaled(to.perEuro) * 10n ** 15n) / scaled(from.perEuro))
    .toString()
    .padStart(16, '0')
  return `${digits.slice(0, -15)}.${digits.slice(-15)}`
}
