import { describe, expect, test } from 'vitest'
import { isMarketPath, MARKET_FACTS, PERMISSIONS, RESERVED_SLUGS } from './market.ts'

describe('S2.14 a market route', () => {
  test('has a segment called market, at any position', () => {
    for (const path of [
      '/market',
      '/market/',
      '/market/minty',
      '/market/checkout/success',
      '/a/market',
      '/Market',
      '/%6Darket/list',
    ])
      expect(isMarketPath(path), path).toBe(true)
  })

  test('is not one whose segment only contains the word: an item may be called digital-marketing (D3)', () => {
    for (const path of [
      '/',
      '/digital-marketing',
      '/market-place',
      '/supermarket',
      '/%zz',
      '/list?x=/market',
    ])
      expect(isMarketPath(path.split('?')[0]!), path).toBe(false)
  })

  test('cannot be an item: market and all first segments of our paths are reserved slugs', () => {
    for (const word of [
      'market',
      'list',
      'search',
      'checkout',
      'newsletter',
      'calculate',
      'payment',
      'status',
      'success',
      'fail',
      'account',
      'api',
      'assets',
      'partners',
      'developers',
      'legal',
    ])
      expect(RESERVED_SLUGS, word).toContain(word)
    expect(new Set(RESERVED_SLUGS).size).toBe(RESERVED_SLUGS.length)
  })
})

test('S9.8 a theme is supported for six months, an app by its own terms', () => {
  expect([MARKET_FACTS.theme.supportMonths, MARKET_FACTS.app.supportMonths]).toEqual([6, 0])
})

test('S3.9 an app may ask for three permissions', () => {
  expect(PERMISSIONS).toEqual(['web_service_user', 'design_block', 'tracking_code'])
})
