import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Currency, digitsOf } from '#lib/currencies.ts'
import { pricingIn } from '#modules/currencies/pricing.ts'
import { capIn, metersIn } from './meter-prices.ts'
import type { Tier } from './plan-terms.ts'

const DAY = '2026-11-25'
const CURRENCIES = [
  { code: 'EUR', perEuro: '1', day: null },
  { code: 'TRY', perEuro: '50', day: DAY, stepMinor: 100, endingMinor: 90 },
  { code: 'USD', perEuro: '1.25', day: DAY },
  { code: 'JPY', perEuro: '160', day: DAY, stepMinor: 10 },
  { code: 'KWD', perEuro: '0.35', day: DAY },
  { code: 'IDR', perEuro: '18000', day: DAY },
].map((one) => ({ isUsed: true, stepMinor: 1, endingMinor: 0, ...one, code: one.code as Currency }))

/** The tiers of a plan in `from`, as a store that is billed in `to` is charged. */
const tiersIn = (to: Currency, from: Currency, ...tiers: Tier[]): Tier[] =>
  metersIn(pricingIn(CURRENCIES, to), {
    currency: from,
    meters: [{ key: 'calls', name: { en: 'calls' }, included: 10, tiers }],
  }).flatMap((meter) => meter.tiers)
const tier = (priceMinor: number, per: number, upTo: number | null = null): Tier => ({
  upTo,
  priceMinor,
  per,
})

describe('what use costs in the currency of a store (D27)', () => {
  test("is exactly what the partner wrote in the plan's own currency", () =>
    expect(tiersIn('USD', 'USD', tier(1, 1))).toEqual([tier(1, 1)]))

  test('is converted to the minor unit, without the steps that prices of plans are rounded to', () =>
    expect(tiersIn('TRY', 'EUR', tier(2, 1, 900), tier(1_000, 1_000))).toEqual([
      tier(100, 1, 900),
      tier(50_000, 1_000),
    ]))

  test('is said of more units where one is too cheap for the currency', () => {
    expect(tiersIn('EUR', 'TRY', tier(2, 1))).toEqual([tier(4, 100)])
    expect(tiersIn('KWD', 'IDR', tier(1, 1))).toEqual([tier(194, 1_000_000)])
    // 0.8 cents: rounded to a cent it would cost a quarter more
    expect(tiersIn('EUR', 'USD', tier(1, 1))).toEqual([tier(8, 10)])
  })

  test('costs within a hundredth of the exact amount, and never nothing', () => {
    const codes = fc.constantFrom(...CURRENCIES.map(({ code }) => code))
    const perEuro = new Map(CURRENCIES.map(({ code, perEuro: rate }) => [code, Number(rate)]))
    fc.assert(
      fc.property(codes, codes, fc.nat(50_000), fc.nat(5_000), (from, to, cents, units) => {
        const [price, per] = [cents + 1, units + 1]
        const [charged] = tiersIn(to, from, tier(price, per))
        const exact =
          ((price / per) * (perEuro.get(to) ?? 0) * 10 ** digitsOf(to)) /
          ((perEuro.get(from) ?? 1) * 10 ** digitsOf(from))
        const rate = (charged?.priceMinor ?? 0) / (charged?.per ?? 1)
        expect(rate).toBeGreaterThan(0)
        expect(Math.abs(rate - exact) / exact).toBeLessThanOrEqual(0.0101)
      }),
    )
  })
})

test("a plan's cap is converted as its price is", () => {
  const cap = (to: Currency, currency: Currency, capMinor: number | null) =>
    capIn(pricingIn(CURRENCIES, to), { capMinor, currency })
  expect(cap('TRY', 'EUR', 900)).toBe(44_990)
  expect(cap('TRY', 'TRY', 10_000)).toBe(10_000)
  expect(cap('TRY', 'EUR', null)).toBeNull()
})
