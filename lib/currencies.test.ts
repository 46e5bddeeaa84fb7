import { describe, expect, test } from 'vitest'
import { CURRENCIES, digitsOf, isCurrency } from './currencies.ts'

/** Currencies whose minor units CLDR drops because nobody pays with them; ISO 4217 keeps them. */
const UNUSED_CENTS = [
  'AFN',
  'ALL',
  'COP',
  'HUF',
  'IDR',
  'IQD',
  'IRR',
  'KPW',
  'LAK',
  'LBP',
  'MGA',
  'MMK',
  'PKR',
  'SOS',
  'SYP',
  'YER',
]

describe('currencies (ISO 4217)', () => {
  test('are known to Intl, each once', () => {
    const known = new Set(Intl.supportedValuesOf('currency'))
    expect(CURRENCIES.filter((code) => !known.has(code))).toEqual([])
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
    expect(isCurrency('XTS')).toBe(false)
  })

  test('have the decimals of Intl, or those of ISO where CLDR leaves them out', () => {
    const shown = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits
    const differing = CURRENCIES.filter((code) => digitsOf(code) !== shown(code))
    expect(differing.filter((code) => !UNUSED_CENTS.includes(code))).toEqual([])
  })

  test('have the minor units of ISO 4217 where one might guess wrong', () => {
    const digits = { ISK: 0, CLP: 0, UGX: 0, JPY: 0, KRW: 0, XOF: 0, HUF: 2, IDR: 2, MGA: 2 }
    const thousandths = { BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 }
    for (const [code, expected] of Object.entries({ ...digits, ...thousandths }))
      expect(digitsOf(code), code).toBe(expected)
  })
})
