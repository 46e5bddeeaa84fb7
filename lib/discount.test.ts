import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideDiscount, percentOf } from './discount.ts'

describe('a discount divided over lines (decision 0067)', () => {
  test('left-over minor units go to the lines that lost most by rounding, ties by place', () => {
    expect(divideDiscount([9900, 9900, 9900], 5940)).toEqual([1980, 1980, 1980])
    expect(divideDiscount([1, 1, 1], 2)).toEqual([1, 1, 0])
    expect(divideDiscount([100, 50, 49], 10)).toEqual([5, 3, 2])
    expect(divideDiscount([0, 7], 7)).toEqual([0, 7])
    expect(divideDiscount([0, 0], 0)).toEqual([0, 0])
  })

  test('parts add up, are never negative and never more than their line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 90 }),
        (subtotals, percent) => {
          const sum = subtotals.reduce((all, one) => all + one, 0)
          const discount = percentOf(sum, percent)
          const parts = divideDiscount(subtotals, discount)
          expect(parts.reduce((all, one) => all + one, 0)).toBe(discount)
          for (const [n, part] of parts.entries()) {
            expect(part).toBeGreaterThanOrEqual(0)
            expect(part).toBeLessThanOrEqual(subtotals[n]!)
          }
        },
      ),
    )
  })

  test('more than the sum cannot be taken off', () => {
    expect(() => divideDiscount([5], 6)).toThrow('cannot be taken off')
  })
})
