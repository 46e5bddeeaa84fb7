import { expect, test } from 'vitest'
import { readListQuery } from '#apps/storefront/screens/list/list-query.ts'
import { ARTICLE_PATHS } from '#modules/market/public.ts'
import { SHARED_PAGES, keysOfPage, readPageRequest } from './read-request.ts'

test('lists and searches are kept apart by every key that their screen reads', () => {
  const asked: string[] = []
  readListQuery({
    get: (name: string) => {
      asked.push(name)
      return null
    },
  } as unknown as URLSearchParams)
  expect(asked.length).toBeGreaterThan(0)
  for (const path of ['/list', '/search'] as const)
    expect([...SHARED_PAGES[path]].sort()).toEqual(asked.sort())
})

test('what is no open page of the market is no item either (D3)', () => {
  for (const path of [
    '/market',
    '/account',
    '/checkout',
    '/health/ready',
    '/_ui',
    '/list/',
    '/a/b',
    '/Büyük',
    '/a.data',
    '',
  ])
    expect(keysOfPage(path), path).toBeUndefined()
  for (const path of ['/', '/list', '/search', '/digital-marketing'])
    expect(keysOfPage(path), path).toBeDefined()
})

test('a page is kept under what it knows and nothing else: made-up parameters and values make no entry of their own', () => {
  const keyOf = (url: string) =>
    readPageRequest({ method: 'GET', url, headers: { host: 'apps.localhost' } }, 'apps.localhost', [
      'tr',
      'en',
      'ar',
    ])?.key
  const allKeys = new Set(Object.values(SHARED_PAGES).flat())
  for (const path of [...Object.keys(SHARED_PAGES), ...ARTICLE_PATHS].map((one) =>
    one.replace(':slug', 'digital-marketing'),
  )) {
    const known = keysOfPage(path) ?? []
    const plain = keyOf(path)
    expect(plain, path).toBeDefined()
    for (const key of [
      'junk',
      '',
      '__proto__',
      'utm_source',
      'page ',
      ...[...allKeys].filter((one) => !known.includes(one)),
    ])
      expect(keyOf(`${path}?${encodeURIComponent(key)}=x1`), `${path} ${key}`).toBe(plain)
    // A page to come back to is rendered for who asks and kept for nobody.
    expect([plain, undefined], path).toContain(keyOf(`${path}?next=/checkout/x1`))
  }
  expect(keyOf('/?sign-in=required&next=/checkout/x1')).toBeUndefined()
  // An operator's preview.
  expect(keyOf('/?hl=en&arrangement=x1')).toBeUndefined()
  for (const key of SHARED_PAGES['/']) expect(keyOf(`/?${key}=made-up-1`)).toBe(keyOf('/'))
  expect(keyOf('/?sign-in=required')).not.toBe(keyOf('/'))
})
