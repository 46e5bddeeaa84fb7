import { describe, expect, test } from 'vitest'
import { searchedWords, viewedSlug } from './count-views.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  viewedSlug({ method, url, headers: { 'user-agent': CHROME, ...headers } })

describe('a look at an item', () => {
  test('is its page, its data when the page is entered without a load, and the same in the panel', () => {
    expect([
      ask('/wishlist'),
      ask('/wishlist?hl=en&utm_source=x'),
      ask('/wishlist.data'),
      ask('/market/wishlist'),
      ask('/market/wishlist.data?_routes=x'),
    ]).toEqual(Array(5).fill('wishlist'))
  })

  test('is no list, no call, no file, no part of an item and no form', () => {
    expect([
      ask('/'),
      ask('/list'),
      ask('/search?q=x'),
      ask('/market'),
      ask('/market/installed'),
      ask('/api/x'),
      ask('/favicon.svg'),
      ask('/install/wishlist'),
      ask('/wishlist/reviews'),
      ask('/Wishlist'),
      ask('/wishlist', {}, 'POST'),
      ask('/wishlist', {}, 'HEAD'),
    ]).toEqual(Array(12).fill(null))
  })

  test('is nothing that a browser loads ahead, and no program that says what it is', () => {
    expect(ask('/wishlist', { 'sec-purpose': 'prefetch;prerender' })).toBeNull()
    expect(ask('/wishlist', { purpose: 'prefetch' })).toBeNull()
    for (const agent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'curl/8.5.0',
      'facebookexternalhit/1.1 preview',
      'Mozilla/5.0 HeadlessChrome/142.0',
      'python-requests/2.32',
    ]) {
      expect(ask('/wishlist', { 'user-agent': agent }), agent).toBeNull()
    }
    expect(viewedSlug({ method: 'GET', url: '/wishlist', headers: {} })).toBeNull()
  })
})

describe('the search that a look came from', () => {
  const from = (referer: string | undefined, host = 'apps.example') =>
    searchedWords({ headers: { referer, host } })

  test('is the words of the list or search of this market that had the link', () => {
    expect([
      from('https://apps.example/list?q=gift+card&sort=new'),
      from('https://apps.example/search?q=hediye'),
      from('https://apps.example/market/list/?q=x%20y'),
    ]).toEqual(['gift card', 'hediye', 'x y'])
  })

  test('is nothing for another page, another host, a list without words, or no address', () => {
    expect([
      from('https://apps.example/wishlist?q=x'),
      from('https://other.example/list?q=x'),
      from('https://apps.example/list'),
      from('not an address'),
      from(`https://apps.example/list?q=${'x'.repeat(3_000)}`),
      from(undefined),
    ]).toEqual(Array(6).fill(null))
  })
})
