import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERCENT_OFF, pricesInBundle } from './bundle-rules.ts'

const sumOf = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)

test('items cost in a bundle what they cost alone, less its discount, to the minor unit', () => {
  expect(pricesInBundle([24_990, 9_900, 0], 20)).toEqual([19_992, 7_920, 0])
  expect(pricesInBundle([1, 1, 1], 50)).toEqual([0, 0, 1])
  expect(pricesInBundle([100, 50, 49], 5)).toEqual([95, 47, 47])
  expect(pricesInBundle([0, 0], 90)).toEqual([0, 0])
})

test('whatever the prices, the parts of the discount add up and no item costs less than nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 8 }),
      fc.integer(PERCENT_OFF),
      (prices, percent) => {
        const inside = pricesInBundle(prices, percent)
        const saved = sumOf(prices) - sumOf(inside)
        expect(Math.abs(saved * 100 - sumOf(prices) * percent)).toBeLessThanOrEqual(50)
        for (const [n, price] of inside.entries()) {
          expect(price).toBeGreaterThanOrEqual(0)
          expect(price).toBeLessThanOrEqual(prices[n]!)
        }
      },
    ),
  )
})
