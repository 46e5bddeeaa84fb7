import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { createHttp } from '#lib/http.ts'
import { readConfig } from '#server/config.ts'
import { addPlatforms } from '#server/prepare.ts'
import { createDatabase } from '#test/support/database.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { panelOriginOf } from './panel-host.ts'
import { drawLogo } from './logo.ts'
import { SEEDS } from './seeds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

test('S3.7 D4 platforms 1 to 6, and 7 for any site, have a name and a logo each, in both markets; 1 is the main one', async () => {
  const http = createHttp({ allowOrigins: Object.values(market.origins) })
  for (const site of ['app', 'theme'] as const) {
    const { data } = (await call(market, 'GET', '/platforms', { site })).body as {
      data: { id: number; name: string; logo: string; main: boolean }[]
    }
    expect(data.map((one) => [one.id, one.name, one.main])).toEqual([
      [1, 'Demo Commerce', true],
      [2, 'WooCommerce', false],
      [3, 'Shopify', false],
      [4, 'BigCommerce', false],
      [5, 'ikas', false],
      [6, 'IdeaSoft', false],
      [7, 'Any site', false],
    ])
    for (const { name, logo } of data) {
      const answer = await http.request(logo)
      expect([answer.status, answer.headers['content-type'], new URL(logo).origin]).toEqual([
        200,
        'image/svg+xml',
        market.origins[site],
      ])
      // The name is in the drawing too, and nothing in it runs or is fetched.
      expect(answer.body.toString('utf8')).toContain(`<title>${name}</title>`)
      expect(answer.body.toString('utf8')).not.toMatch(/<script|href=|url\(/)
      expect(answer.headers['content-security-policy']).toContain('sandbox')
    }
    expect(
      (await http.request(`${market.origins[site]}/pictures/platforms/nobody.svg`)).status,
    ).toBe(404)
  }
  expect(new Set(SEEDS.map(drawLogo)).size).toBe(7)
})

test("S3.7 an item's page names the platform that it works on, with its logo", async () => {
  const { data } = (
    await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'quick' } })
  ).body
  expect(data.compatibility).toEqual([
    {
      platform_id: 1,
      name: 'Demo Commerce',
      logo: '/pictures/platforms/demo-commerce.svg',
      range: '*',
    },
  ])
})

describe('S1.2 D26 a platform that is a row of the market only', () => {
  const configOf = (settings: Record<string, string>) => readConfig({ ...market.env, ...settings })

  test('can be run for when it is there, and is left as it is; a number without a row is refused with what there is', async () => {
    const { services } = market
    await services.db.transaction().execute(async (trx) => {
      await expect(
        addPlatforms({ ...services, db: trx }, configOf({ PLATFORM_ID: '412' })),
      ).rejects.toThrow(
        /PLATFORM_ID is 412, and this market has no platform of that number\. It has: 1 \(Demo Commerce\)/,
      )
      await trx
        .insertInto('platforms')
        .values({
          id: 412,
          key: 'own',
          name: 'Own',
          panel_origins: ['https://panel.own.example'],
        })
        .execute()
      await addPlatforms({ ...services, db: trx }, configOf({ PLATFORM_ID: '412' }))
      expect(
        await trx
          .selectFrom('platforms')
          .select(['name', 'panel_origins'])
          .where('id', '=', 412)
          .executeTakeFirst(),
      ).toEqual({ name: 'Own', panel_origins: ['https://panel.own.example'] })
      await trx.deleteFrom('platforms').where('id', '=', 412).execute()
    })
  })

  test("a market of one's own begins with a draft of the operator's, of which no setting of the demo says anything", async () => {
    const database = await createDatabase()
    const db = openDb({ url: database.url, poolSize: 2 })
    try {
      const begin = () => addPlatforms({ ...market.services, db }, configOf({}))
      await begin()
      expect(await db.selectFrom('platforms').selectAll().execute()).toMatchObject([
        {
          id: 1,
          name: 'My platform',
          state: 'draft',
          connector_url: null,
          connector_key_id: null,
          panel_origins: [],
          panel_host_rule: null,
          demonstration_store: null,
        },
      ])
      expect(await db.selectFrom('platform_keys').select('kid').execute()).toEqual([])
      await db.updateTable('platforms').set({ name: 'Komşu', state: 'open' }).execute()
      await begin()
      expect(await db.selectFrom('platforms').select(['id', 'name', 'state']).execute()).toEqual([
        { id: 1, name: 'Komşu', state: 'open' },
      ])
    } finally {
      await db.destroy()
      await database.drop()
    }
  })

  test('is named by a whole number from 1 on', () => {
    expect(configOf({ PLATFORM_ID: '412' }).platformId).toBe(412)
    for (const text of ['0', '1.5', 'woo', '99999', '-1'])
      expect(() => configOf({ PLATFORM_ID: text }), text).toThrow(
        /^PLATFORM_ID: must be a whole number from 1 to/,
      )
  })
})

test('S9.6 D26 the settings give a platform its rule for panel hosts when it is added, and change nothing later', async () => {
  const { services } = market
  const ruleFor = (PANEL_HOST_RULE: string) =>
    services.db.transaction().execute(async (trx) => {
      const { PANEL_HOST_RULE: _demo, ...env } = market.env
      await trx.deleteFrom('platform_keys').where('platform_id', '=', 5).execute()
      await trx.deleteFrom('platforms').where('id', '=', 5).execute()
      const add = (rule: string) =>
        addPlatforms(
          { ...services, db: trx },
          readConfig({
            ...env,
            PLATFORM_ID: '5',
            PANEL_ORIGINS: 'https://panel.example',
            PANEL_HOST_RULE: rule,
          }),
        )
      await add(PANEL_HOST_RULE)
      await add('{shop}.later.example={shop}.panel.example')
      const row = await trx
        .selectFrom('platforms')
        .select(['panel_host_rule', 'panel_origins'])
        .where('id', '=', 5)
        .executeTakeFirstOrThrow()
      return [row.panel_host_rule, panelOriginOf(row, 'kahve.shops.example')]
    })
  expect(await ruleFor('{shop}.shops.example={shop}.panel.example')).toEqual([
    { from: '{shop}.shops.example', to: '{shop}.panel.example' },
    'https://kahve.panel.example',
  ])
  expect(await ruleFor('')).toEqual([null, 'https://panel.example'])
  for (const rule of [
    'panel',
    'a=b',
    '{shop}.a={shop}.b=c',
    '{shop}.{shop}.a=b',
    '{shop}.a/x=b',
    '{shop}.a=',
  ])
    await expect(ruleFor(rule), rule).rejects.toThrow(/^PANEL_HOST_RULE: must be two host names/)
})
