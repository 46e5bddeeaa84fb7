import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, conversionOf, rateBetween } from './conversion.ts'

const quoted = (code: string, perEuro: string) => ({ code, perEuro })
const plain = { stepMinor: 1, endingMinor: 0 }
const EUR = quoted('EUR', '1')
const TRY = quoted('TRY', '48.2150')
const JPY = quoted('JPY', '178.55')
const KWD = quoted('KWD', '0.3551')

describe('converted prices (D27)', () => {
  test('are rounded half up to the minor unit of the other currency', () => {
    expect(convert(24_990, conversionOf(TRY, EUR, plain))).toBe(518)
    expect(convert(1_000, conversionOf(EUR, JPY, plain))).toBe(1_786)
    expect(convert(1_000, conversionOf(EUR, KWD, plain))).toBe(3_551)
    expect(convert(980, conversionOf(JPY, KWD, plain))).toBe(1_949)
  })

  test('follow the rule of the currency: steps, and an ending', () => {
    const ninety = conversionOf(TRY, EUR, { stepMinor: 100, endingMinor: 90 })
    expect([100_000, 58_000, 60_500, 500].map((minor) => convert(minor, ninety))).toEqual([
      2_090, 1_190, 1_290, 90,
    ])
    const fils = conversionOf(EUR, KWD, { stepMinor: 250, endingMinor: 0 })
    expect([1_000, 100, 1].map((minor) => convert(minor, fils))).toEqual([3_500, 250, 250])
  })

  test('never make something cost nothing, and keep the order of prices', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom(EUR, TRY, JPY, KWD),
        fc.constantFrom(EUR, TRY, JPY, KWD),
        fc.integer({ min: 1, max: 10_000 }).chain((stepMinor) =>
          fc.record({
            stepMinor: fc.constant(stepMinor),
            endingMinor: fc.integer({ min: 0, max: stepMinor - 1 }),
          }),
        ),
        (one, other, from, to, rule) => {
          const conversion = conversionOf(from, to, rule)
          const [low, high] = [Math.min(one, other), Math.max(one, other)]
          expect(convert(low, conversion)).toBeLessThanOrEqual(convert(high, conversion))
          expect(convert(high, conversion) === 0).toBe(high === 0)
          if (high > 0) expect(convert(high, conversion) % rule.stepMinor).toBe(rule.endingMinor)
        },
      ),
    )
  })

  test('say the rate between major units', () => {
    expect(rateBetween(EUR, TRY)).toBe('48.215000000000000')
    expect(Number(rateBetween(TRY, EUR))).toBeCloseTo(1 / 48.215, 12)
    expect(Number(rateBetween(JPY, KWD))).toBeCloseTo(0.3551 / 178.55, 12)
  })
})
