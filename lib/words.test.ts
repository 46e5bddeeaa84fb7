import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { fold } from './fold.ts'
import { chooseLocale, directionOf, pickText } from './locale.ts'
import { isMarketPath } from './market.ts'
import { makeTranslate } from './messages.ts'
import { seal, unseal } from './sealed.ts'

describe('folding (D24)', () => {
  test('brings together what means the same', () => {
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
  test('keeps words apart and drops the rest', () =>
    expect(fold('  Teslimat—günü, (2) ')).toBe('teslimat gunu 2'))
})

describe('languages (S1.8, D18)', () => {
  test('query before cookie before Accept-Language, else Turkish', () => {
    expect(chooseLocale({ query: 'EN', cookie: 'ar', acceptLanguage: 'tr' })).toBe('en')
    expect(chooseLocale({ query: 'xx', cookie: 'ar', acceptLanguage: 'tr' })).toBe('ar')
    expect(chooseLocale({ acceptLanguage: 'de-DE, ar;q=0.5, en;q=0.9' })).toBe('en')
    expect(chooseLocale({ acceptLanguage: 'de' })).toBe('tr')
  })
  test('only Arabic runs from right to left', () =>
    expect(['tr', 'en', 'ar'].map((locale) => directionOf(locale as 'tr'))).toEqual([
      'ltr',
      'ltr',
      'rtl',
    ]))
  test('a text falls back to English, then to whatever there is', () => {
    expect(pickText({ en: 'a', tr: 'b' }, 'ar')).toBe('a')
    expect(pickText({ tr: 'b' }, 'ar')).toBe('b')
  })
  test('Arabic has its plurals, with Latin digits', () => {
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

test('a market route has a segment of that name; a word with it inside is not one (S2.14, D3)', () => {
  expect(['/market', '/market/x', '/x/market'].every(isMarketPath)).toBe(true)
  expect(['/digital-marketing', '/supermarket', '/', '/marketing/x'].some(isMarketPath)).toBe(false)
})

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
    canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
  )
})

describe('sealed values (D23)', () => {
  const keys = { current: 'k2', keys: { k1: Buffer.alloc(32, 1), k2: Buffer.alloc(32, 2) } }
  test('open again, also after the key was changed', () => {
    const old = seal({ ...keys, current: 'k1' }, 'p', 'secret')
    expect(unseal(keys, 'p', old)).toBe('secret')
    expect(seal(keys, 'p', 'secret')).not.toContain('secret')
  })
  test('do not open for another purpose, nor when a letter was changed', () => {
    const sealed = seal(keys, 'p', 'secret')
    expect(() => unseal(keys, 'q', sealed)).toThrow(/authenticate/)
    expect(() =>
      unseal(keys, 'p', sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')),
    ).toThrow(/authenticate/)
  })
})
