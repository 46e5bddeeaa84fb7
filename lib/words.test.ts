import { describe, expect, test } from 'vitest'
import { canonicalJson } from './ids.ts'
import { fold } from './text.ts'
import { chooseLocale, directionOf, makeTranslate, pickText } from './locale.ts'
import { isMarketPath } from './market.ts'
import { seal, unseal } from './sealed.ts'

describe('folding (D24)', () => {
  test('unifies spellings with the same meaning', () => {
    for (const [a, b] of [
      ['IŞIK', 'isik'],
      ['ışık', 'ISIK'],
      ['İstanbul', 'istanbul'],
      ['ÇĞÖŞÜ', 'cgosu'],
      ['القهوه', 'القهوة'],
      ['مَوْقِع', 'موقع'],
      ['أحمد', 'احمد'],
      ['Café', 'cafe'],
    ] as const)
      expect(fold(a), `${a} ${b}`).toBe(fold(b))
  })
  test('separates words by spaces and drops everything else', () =>
    expect(fold('  Teslimat—günü, (2) ')).toBe('teslimat gunu 2'))
})

describe('languages (S1.8, D18)', () => {
  const OFFERED = ['tr', 'en', 'ar'] as const
  test("query before cookie before Accept-Language, else the market's default; only languages that it offers", () => {
    expect(chooseLocale({ query: 'EN', cookie: 'ar', acceptLanguage: 'tr' }, OFFERED)).toBe('en')
    expect(chooseLocale({ query: 'xx', cookie: 'ar', acceptLanguage: 'tr' }, OFFERED)).toBe('ar')
    expect(chooseLocale({ acceptLanguage: 'de-DE, ar;q=0.5, en;q=0.9' }, OFFERED)).toBe('en')
    expect(chooseLocale({ acceptLanguage: 'de' }, OFFERED)).toBe('tr')
    expect(chooseLocale({ query: 'tr', acceptLanguage: 'en' }, ['de', 'en'])).toBe('en')
    expect(chooseLocale({ query: 'tr' }, ['de', 'en'])).toBe('de')
  })
  test('only Arabic is right to left', () =>
    expect(['tr', 'en', 'ar'].map((locale) => directionOf(locale as 'tr'))).toEqual([
      'ltr',
      'ltr',
      'rtl',
    ]))
  test('a text falls back to English, then to any language', () => {
    expect(pickText({ en: 'a', tr: 'b' }, 'ar')).toBe('a')
    expect(pickText({ tr: 'b' }, 'ar')).toBe('b')
  })
  test('Arabic has six plural forms and Latin digits', () => {
    const t = makeTranslate(
      {
        k: {
          zero: 'z',
          one: 'o',
          two: 't',
          few: '{count} f',
          many: '{count} m',
          other: '{count} x',
        },
      },
      'ar',
    )
    expect([0, 1, 2, 3, 11, 100].map((count) => t('k', { count }))).toEqual([
      'z',
      'o',
      't',
      '3 f',
      '11 m',
      '100 x',
    ])
  })
})

test('a market route has a segment of that name, not just the word inside one (S2.14, D3)', () => {
  expect(['/market', '/market/x', '/x/market'].every(isMarketPath)).toBe(true)
  expect(['/digital-marketing', '/supermarket', '/', '/marketing/x'].some(isMarketPath)).toBe(false)
})

test('canonical JSON does not depend on key order', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
    canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
  )
})

describe('encrypted values (D23)', () => {
  const keys = { current: 'k2', keys: { k1: Buffer.alloc(32, 1), k2: Buffer.alloc(32, 2) } }
  test('can be decrypted, also after a key rotation', () => {
    const old = seal({ ...keys, current: 'k1' }, 'p', 'secret')
    expect(unseal(keys, 'p', old)).toBe('secret')
    expect(seal(keys, 'p', 'secret')).not.toContain('secret')
  })
  test('cannot be decrypted for another purpose, or when modified', () => {
    const sealed = seal(keys, 'p', 'secret')
    expect(() => unseal(keys, 'q', sealed)).toThrow(/authenticate/)
    expect(() =>
      unseal(keys, 'p', sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')),
    ).toThrow(/authenticate/)
  })
})
