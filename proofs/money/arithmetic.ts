import fc from 'fast-check'
import { priceOrder } from '#modules/orders/rules.ts'
import { CURRENCIES, scaleHalfUp, toMajor, toMinor } from '#lib/money.ts'

const amount = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.integer({ min: 0, max: 90_000_000_000 }),
)
const rate = fc.oneof(
  fc.constantFrom(0, 100, 1_000, 1_500, 1_900, 2_000, 10_000),
  fc.integer({ min: 0, max: 10_000 }),
)

/** `numerator / denominator` rounded half up, counted out in whole numbers. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  return rest * 2n >= denominator ? whole + 1n : whole
}

/**
 * What holds for every price, whatever the amounts: told again here in whole numbers of any size,
 * without the product's own functions.
 */
export const ARITHMETIC = {
  'total = subtotal − discount + tax, in whole minor units from 0 on': fc.property(
    amount,
    amount,
    rate,
    rate,
    fc.boolean(),
    (listPriceMinor, discountMinor, homeRateBp, rateBp, includesTax) => {
      const {
        subtotalMinor,
        discountMinor: discount,
        taxMinor,
        totalMinor,
      } = priceOrder({ listPriceMinor, includesTax, homeRateBp, rateBp, discountMinor })
      const all = [subtotalMinor, discount, taxMinor, totalMinor]
      return (
        all.every((one) => Number.isSafeInteger(one) && one >= 0) &&
        totalMinor === subtotalMinor - discount + taxMinor &&
        discount <= subtotalMinor
      )
    },
  ),
  'a buyer at home pays exactly the price shown': fc.property(
    amount,
    rate,
    (listPriceMinor, homeRateBp) =>
      priceOrder({ listPriceMinor, includesTax: true, homeRateBp, rateBp: homeRateBp })
        .totalMinor === listPriceMinor,
  ),
  'tax is the rate of the discounted net, rounded half up': fc.property(
    amount,
    amount,
    rate,
    rate,
    (listPriceMinor, discountMinor, homeRateBp, rateBp) => {
      const {
        subtotalMinor,
        discountMinor: discount,
        taxMinor,
      } = priceOrder({ listPriceMinor, includesTax: false, homeRateBp, rateBp, discountMinor })
      return (
        subtotalMinor === listPriceMinor &&
        BigInt(taxMinor) === halfUp(BigInt(subtotalMinor - discount) * BigInt(rateBp), 10_000n)
      )
    },
  ),
  'what is without tax abroad is the net of the price at home': fc.property(
    amount,
    rate,
    (listPriceMinor, homeRateBp) =>
      BigInt(
        priceOrder({ listPriceMinor, includesTax: true, homeRateBp, rateBp: 0 }).totalMinor,
      ) === halfUp(BigInt(listPriceMinor) * 10_000n, BigInt(10_000 + homeRateBp)),
  ),
  'more discount never costs more': fc.property(
    amount,
    amount,
    amount,
    rate,
    fc.boolean(),
    (listPriceMinor, one, other, rateBp, includesTax) => {
      const total = (discountMinor: number) =>
        priceOrder({ listPriceMinor, includesTax, homeRateBp: rateBp, rateBp, discountMinor })
          .totalMinor
      return total(Math.max(one, other)) <= total(Math.min(one, other))
    },
  ),
  'minor units come back from the wire as they went': fc.property(
    fc.integer({ min: 0, max: 90_000_000_000 }),
    fc.constantFrom(...CURRENCIES),
    (minor, currency) =>
      toMinor(Number(JSON.stringify(toMajor(minor, currency))), currency) === minor,
  ),
  'what has more decimals than its currency is no amount': fc.property(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 1, max: 9 }),
    (minor, part) =>
      toMinor(minor + part / 10, 'JPY') === null &&
      toMinor(minor / 100 + part / 1_000, 'TRY') === null &&
      toMinor(minor / 1_000 + part / 10_000, 'KWD') === null,
  ),
  'rounding is exact for every safe integer': fc.property(
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.integer({ min: 0, max: 10_000 }),
    (value, numerator) =>
      BigInt(scaleHalfUp(value, numerator, 10_000)) ===
      halfUp(BigInt(value) * BigInt(numerator), 10_000n),
  ),
} as const

/** Each property as often as told; answers what failed, with the smallest example. */
export function checkArithmetic(numRuns: number, seed: number): string[] {
  return Object.entries(ARITHMETIC).flatMap(([name, property]) => {
    const result = fc.check<unknown[]>(property as fc.IProperty<unknown[]>, { numRuns, seed })
    return result.failed ? [`${name}: fails for ${JSON.stringify(result.counterexample)}`] : []
  })
}
