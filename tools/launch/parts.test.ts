import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { sitesOf } from '#server/sites.ts'
import { PLACE_NAMES, PLACES, type Ports } from './addresses.ts'
import { productParts } from './parts.ts'
import { openSecrets } from './secrets.ts'

const ports = Object.fromEntries(PLACE_NAMES.map((name) => [name, PLACES[name].port])) as Ports

test.each([
  {
    platformId: null,
    sites: ['1 http://apps.localhost:3000', '1 http://themes.localhost:3001'],
    connectsAt: 'http://sites.localhost:3000',
  },
  {
    platformId: '412',
    sites: ['412 http://apps.localhost:3000', '412 http://themes.localhost:3001'],
    connectsAt: 'http://apps.localhost:3000',
  },
])(
  'S1.2 a start for platform $platformId tells its parts where the stores are',
  ({ platformId, sites, connectsAt }) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'arasta-parts-'))
    try {
      const { alone, after } = productParts({
        root: '/nowhere',
        dataFolder,
        ports,
        secrets: openSecrets(dataFolder, false),
        databaseUrl: 'postgres://x/y',
        platformId,
        empty: false,
      })
      const config = readConfig(after[0]?.env ?? {})
      expect(
        sitesOf(
          [1, 412].map((id) => ({
            id,
            key: 'k',
            name: 'N',
            state: 'open',
            hosts: [],
            market_name: null,
            brand: null,
            languages: null,
          })),
          config,
        ).map((site) => `${site.platformId} ${site.origin}`),
      ).toEqual(sites)
      expect(config.storeOrigins).toContain('http://own-site.localhost:3100')
      const [bank, shop] = alone
      // The bank sends a buyer back to the store that the order is of.
      expect(bank?.env.SANDBOX_BANK_NOTICE_ORIGINS).toBe(
        'http://*.localhost:3000,http://*.localhost:3001,http://*.localhost:3200',
      )
      expect(shop?.env.DEMO_SHOP_MARKET_SITES).toBe(connectsAt)
    } finally {
      rmSync(dataFolder, { recursive: true, force: true })
    }
  },
)

test("D26 an empty start tells the server nothing of the demo's platform, unless PLATFORM_ID names one", () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arasta-parts-'))
  try {
    const of = (platformId: string | null) => {
      const { prepare, after } = productParts({
        root: '/nowhere',
        dataFolder,
        ports,
        secrets: openSecrets(dataFolder, false),
        databaseUrl: 'postgres://x/y',
        platformId,
        empty: true,
      })
      return [prepare, ...after].map(({ env }) =>
        Object.keys(env).filter((name) =>
          /^(PLATFORM|CONNECTOR|PANEL)_|^(DEMONSTRATION|SCRATCH)_STORE$/.test(name),
        ),
      )
    }
    expect(of(null)).toEqual([[], []])
    expect(of('1')[1]).toContain('CONNECTOR_URL')
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
