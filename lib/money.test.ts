import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardPrice,
  CURRENCIES,
  formatAmount,
  formatRounded,
  plainPrice,
  scaleHalfUp,
  toMajor,
  toMinor,
} from './money.ts'

const WORDS = { free: 'Ücretsiz', inAppPurchase: 'Uygulama içi satın alma' }

describe('prices (S9.4, S9.5)', () => {
  test('each currency has the format of its country', () => {
    expect(CURRENCIES.map((currency) => formatAmount(123_450, currency))).toEqual([
      '₺1.234,50',
      '$1,234.50',
      '1.234,50 €',
      '1,234.50 ر.س',
    ])
    expect(CURRENCIES.map((currency) => formatRounded(123_450, currency))).toEqual([
      '₺1.235',
      '$1,235',
      '1.235 €',
      '1,235 ر.س',
    ])
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
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (minor) => {
        expect(toMinor(toMajor(minor))).toBe(minor)
      }),
    )
  })

  test('refuse more than two decimals and non-finite numbers', () => {
    for (const amount of [19.999, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
      expect(toMinor(amount)).toBeNull()
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
