import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES } from './currencies.ts'
import {
  cardPrice,
  divide,
  formatAmount,
  formatRounded,
  plainAmount,
  plainPrice,
  scaleHalfUp,
  toMajor,
  toMinor,
} from './money.ts'

const WORDS = { free: 'Ücretsiz', inAppPurchase: 'Uygulama içi satın alma' }

const S94 = ['TRY', 'USD', 'EUR', 'SAR'] as const

describe('prices (S9.4, S9.5)', () => {
  test('each currency has the format of its country', () => {
    expect(S94.map((currency) => formatAmount(123_450, currency))).toEqual([
      '₺1.234,50',
      '$1,234.50',
      '1.234,50 €',
      '1,234.50 ر.س',
    ])
    expect(S94.map((currency) => formatRounded(123_450, currency))).toEqual([
      '₺1.235',
      '$1,235',
      '1.235 €',
      '1,235 ر.س',
    ])
  })

  test('others are written in English with a sign of their own and their decimals', () => {
    expect(formatAmount(980, 'JPY')).toBe('¥980')
    expect(formatAmount(1_250, 'KWD')).toBe('KWD 1.250')
    expect(formatAmount(123_450, 'CAD')).toBe('CA$1,234.50')
    expect(formatRounded(1_500, 'KWD')).toBe('KWD 2')
    expect(formatRounded(980, 'JPY')).toBe('¥980')
    expect(formatRounded(400, 'KWD')).toBe('KWD 0.400')
  })

  test('a card shows no decimals, but never rounds a price to zero', () => {
    expect(formatRounded(24_990, 'TRY')).toBe('₺250')
    expect(formatRounded(30, 'USD')).toBe('$0.30')
  })

  test('a zero price is free, or mentions in-app purchases', () => {
    expect(cardPrice({ priceMinor: 0, currency: 'TRY', inAppPurchase: false }, WORDS)).toBe(
      'Ücretsiz',
    )
    expect(cardPrice({ priceMinor: 0, currency: 'TRY', inAppPurchase: true }, WORDS)).toBe(
      'Uygulama içi satın alma',
    )
    expect(plainPrice({ priceMinor: 0, currency: 'TRY' }, WORDS)).toBe('Ücretsiz')
    expect(plainPrice({ priceMinor: 24_990, currency: 'TRY' }, WORDS)).toBe('₺249,90')
  })

  test('a negative amount carries a real minus sign', () =>
    expect(formatAmount(-2499, 'TRY')).toBe('−₺24,99'))
})

describe('minor and major units', () => {
  test('convert back and forth without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom(...CURRENCIES),
        (minor, currency) => {
          expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
          expect(toMinor(Number(plainAmount(minor, currency)), currency)).toBe(minor)
        },
      ),
    )
  })

  test('refuse more decimals than the currency has, and non-finite numbers', () => {
    for (const amount of [19.999, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
      expect(toMinor(amount, 'TRY')).toBeNull()
    expect(toMinor(19.999, 'KWD')).toBe(19_999)
    expect(toMinor(19.9999, 'KWD')).toBeNull()
    expect(toMinor(980.5, 'JPY')).toBeNull()
  })

  test('scaling rounds half away from zero, exactly', () => {
    expect([
      scaleHalfUp(1, 1, 2),
      scaleHalfUp(-1, 1, 2),
      scaleHalfUp(22_491, 2000, 10_000),
      scaleHalfUp(5, 1, 10),
      scaleHalfUp(4, 1, 10),
    ]).toEqual([1, -1, 4498, 1, 0])
  })
})

describe('an amount divided by weights', () => {
  test('gives what is left over to those that lost most by rounding, the first of equals', () => {
    expect(divide(5940, [9900, 9900, 9900])).toEqual([1980, 1980, 1980])
    expect(divide(2, [1, 1, 1])).toEqual([1, 1, 0])
    expect(divide(10, [100, 50, 49])).toEqual([5, 3, 2])
    expect(divide(0, [0, 0])).toEqual([0, 0])
  })

  test('adds up, and no part is off by a minor unit, negative or more than its weight', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000_000 }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 100 }), (all, percent) => {
        const sum = all.reduce((so, one) => so + one, 0)
        const amount = scaleHalfUp(sum, percent, 100)
        const parts = divide(amount, all)
        expect(parts.reduce((so, one) => so + one, 0)).toBe(amount)
        for (const [place, part] of parts.entries()) {
          const exact = sum === 0 ? 0 : (amount / sum) * (all[place] ?? 0)
          expect(Math.abs(part - exact)).toBeLessThan(1.001)
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(all[place] ?? 0)
        }
      }),
    )
  })
})
