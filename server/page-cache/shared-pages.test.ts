import { expect, test } from 'vitest'
import { readListQuery } from '#apps/storefront/screens/list/list-query.ts'
import { keysOfPage, SHARED_PAGES } from './shared-pages.ts'

test('lists and searches are kept apart by every key that their screen reads', () => {
  const asked: string[] = []
  readListQuery({ get: (name: string) => { asked.push(name); return null } } as unknown as URLSearchParams)
  expect(asked.length).toBeGreaterThan(0)
  for (const path of ['/list', '/search'] as const) expect([...SHARED_PAGES[path]].sort()).toEqual(asked.sort())
})

test('what is no open page of the market is no item either (D3)', () => {
  for (const path of ['/market', '/account', '/checkout', '/health', '/_ui', '/list/', '/a/b', '/Büyük', '/a.data', '']) expect(keysOfPage(path), path).toBeUndefined()
  for (const path of ['/', '/list', '/search', '/digital-marketing']) expect(keysOfPage(path), path).toBeDefined()
})
