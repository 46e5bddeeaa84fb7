import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import type { StorefrontSite } from '#kernel/context.ts'
import { insertPlatform, SEEDS } from '#modules/stores/platforms/public.ts'
import { createDatabase } from '#test/support/database.ts'
import { renewSites, sitesOf } from './sites.ts'

const SETTINGS = {
  platformId: undefined,
  appOrigin: 'https://apps.example:8443',
  themeOrigin: 'https://themes.example',
}
const OPEN = {
  key: 'key',
  name: 'Name',
  state: 'open',
  market_name: null,
  brand: null,
  languages: null,
}
const PLATFORMS = [
  { id: 2, ...OPEN, hosts: [{ market: 'app', host: 'wp.example' }] },
  { id: 3, ...OPEN, hosts: [] },
  { id: 4, ...OPEN, hosts: [] },
  {
    id: 5,
    ...OPEN,
    hosts: [
      { market: 'app', host: 'apps.five.example' },
      { market: 'theme', host: 'themes.five.example' },
    ],
  },
]
const shown = (settings: Partial<Parameters<typeof sitesOf>[1]> = {}) =>
  sitesOf(PLATFORMS, { ...SETTINGS, ...settings }).map(
    ({ market, platformId, origin }) => `${market} ${platformId} ${origin}`,
  )

test('S1.2 D26 each platform has its storefronts at its hosts, and the first without a host at the addresses of the market', () => {
  expect(shown()).toEqual([
    'app 3 https://apps.example:8443',
    'theme 3 https://themes.example',
    'app 2 https://wp.example:8443',
    'app 5 https://apps.five.example:8443',
    'theme 5 https://themes.five.example',
  ])
})

test('S1.2 with PLATFORM_ID a process has the storefronts of that platform only', () => {
  expect(shown({ platformId: 5 })).toEqual([
    'app 5 https://apps.example:8443',
    'theme 5 https://themes.example',
  ])
})

test('D26 renewals at once leave each storefront in the list once', async () => {
  const database = await createDatabase()
  const db = openDb({ url: database.url, poolSize: 2 })
  try {
    for (const { demoHost: _, ...seed } of SEEDS) await insertPlatform(db, seed)
    const sites: StorefrontSite[] = []
    await Promise.all([renewSites({ db, sites }, SETTINGS), renewSites({ db, sites }, SETTINGS)])
    expect(sites.map(({ market }) => market)).toEqual(['app', 'theme'])
  } finally {
    await db.destroy()
    await database.drop()
  }
})
