import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marketDay, marketDayStart, zonesFrom } from '#lib/market-days.ts'
import {
  balanceOf,
  monthAfter,
  monthOf,
  ruleFor,
  type ShareRule,
  type Shares,
  refundShares,
  saleShares,
} from './rules.ts'

const add = (all: Shares, one: Shares): Shares => ({
  grossMinor: all.grossMinor + one.grossMinor,
  netMinor: all.netMinor + one.netMinor,
  commissionMinor: all.commissionMinor + one.commissionMinor,
  taxMinor: all.taxMinor + one.taxMinor,
})
const sales = fc
  .record({
    netMinor: fc.integer({ min: 1, max: 1_000_000_000 }),
    rateBp: fc.integer({ min: 0, max: 10_000 }),
    taxBp: fc.integer({ min: 0, max: 3000 }),
    buyerTaxBp: fc.integer({ min: 0, max: 3000 }),
  })
  .map(({ netMinor, rateBp, taxBp, buyerTaxBp }) => {
    const buyerTaxMinor = Math.floor((netMinor * buyerTaxBp) / 10_000)
    return {
      buyerTaxMinor,
      sale: saleShares({ grossMinor: netMinor + buyerTaxMinor, netMinor, rateBp, taxBp }),
    }
  })

describe('shares of a sale', () => {
  test('market and partner together get the net price for any rate, neither less than zero', () => {
    fc.assert(
      fc.property(sales, ({ sale }) => {
        const partner = sale.netMinor - sale.commissionMinor
        expect(partner + sale.commissionMinor).toBe(sale.netMinor)
        expect(partner).toBeGreaterThanOrEqual(0)
        expect(sale.commissionMinor).toBeGreaterThanOrEqual(0)
        expect(balanceOf(sale)).toBe(partner - sale.taxMinor)
      }),
    )
  })

  test('round half up: 10 % of 1.05 are 0.11', () => {
    expect(saleShares({ grossMinor: 126, netMinor: 105, rateBp: 1000, taxBp: 2000 })).toEqual({
      grossMinor: 126,
      netMinor: 105,
      commissionMinor: 11,
      taxMinor: 2,
    })
  })

  test('partial refunds add up to the sale exactly, each reducing the share', () => {
    fc.assert(
      fc.property(
        sales,
        fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
        ({ sale, buyerTaxMinor }, parts) => {
          let before = 0
          let left = sale
          const amounts = parts.map((part) => Math.max(1, Math.floor(sale.grossMinor * part)))
          for (const amount of [...amounts, sale.grossMinor]) {
            const back = refundShares(sale, buyerTaxMinor, before, amount)
            for (const value of Object.values(back)) expect(value).toBeLessThanOrEqual(0)
            left = add(left, back)
            before += amount
          }
          expect(left).toEqual({ grossMinor: 0, netMinor: 0, commissionMinor: 0, taxMinor: 0 })
        },
      ),
    )
  })
})

describe('the rule in force', () => {
  const rule = (
    id: string,
    validFrom: string,
    rateBp: number | null,
    partnerId: string | null = null,
    market: string | null = null,
  ): ShareRule => ({ id, validFrom, rateBp, partnerId, market })
  const rules = [
    rule('all', '2026-01-01', 2000),
    rule('all later', '2026-06-01', 1500),
    rule('themes', '2026-03-01', 3000, null, 'theme'),
    rule('ada', '2026-02-01', 1000, 'ada'),
    rule('ada ends', '2026-08-01', null, 'ada'),
    rule('ada themes', '2026-02-01', 500, 'ada', 'theme'),
  ]
  test.each([
    ['2025-12-31', 'bo', 'app', undefined],
    ['2026-05-31', 'bo', 'app', 'all'],
    ['2026-06-01', 'bo', 'app', 'all later'],
    ['2026-06-01', 'bo', 'theme', 'themes'],
    ['2026-06-01', 'ada', 'app', 'ada'],
    ['2026-06-01', 'ada', 'theme', 'ada themes'],
    ['2026-08-01', 'ada', 'app', 'all later'],
  ])('on %s for %s and an %s is the narrowest that has begun: %s', (day, partnerId, market, id) => {
    expect(ruleFor(rules, { partnerId, market, day })?.id).toBe(id)
  })
})

test("months begin and end at midnight in the market's time zone", () => {
  const zones = zonesFrom('Europe/Istanbul')
  const day = (at: string) => marketDay(zones, new Date(at))
  expect([
    day('2026-10-31T20:59:59Z'),
    day('2026-10-31T21:00:00Z'),
    monthOf(day('2026-12-31T22:00:00Z')),
  ]).toEqual(['2026-10-31', '2026-11-01', '2027-01-01'])
  expect([
    marketDayStart(zones, '2026-11-01').toISOString(),
    marketDayStart(zonesFrom('Europe/Berlin'), '2026-11-01').toISOString(),
    monthAfter('2026-12-01'),
    monthAfter('2026-01-01', -1),
  ]).toEqual(['2026-10-31T21:00:00.000Z', '2026-10-31T23:00:00.000Z', '2027-01-01', '2025-12-01'])
})
