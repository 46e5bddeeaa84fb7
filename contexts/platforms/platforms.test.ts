import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { readConfig } from '#server/config.ts'
import { registerPlatform } from '#server/register-platform.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { drawLogo, PLATFORMS } from './registry.ts'

let market: Marketplace
beforeAll(async () => { market = await startMarketplace() })
afterAll(() => market.stop())

test('S3.7 D4 platforms 1 to 6, and 7 for any site, have a name and a logo each, in both markets; 1 is the main one', async () => {
  const http = createHttp({ allowOrigins: Object.values(market.origins) })
  for (const site of ['app', 'theme'] as const) {
    const { data } = (await call(market, 'GET', '/platforms', { site })).body as { data: { id: number; name: string; logo: string; main: boolean }[] }
    expect(data.map(one => [one.id, one.name, one.main])).toEqual([
      [1, 'Demo Commerce', true], [2, 'WooCommerce', false], [3, 'Shopify', false], [4, 'BigCommerce', false], [5, 'ikas', false], [6, 'IdeaSoft', false], [7, 'Any site', false],
    ])
    for (const { name, logo } of data) {
      const answer = await http.request(logo)
      expect([answer.status, answer.headers['content-type'], new URL(logo).origin]).toEqual([200, 'image/svg+xml', market.origins[site]])
      // The name is in the drawing too, and nothing in it runs or is fetched.
      expect(answer.body.toString('utf8')).toContain(`<title>${name}</title>`)
      expect(answer.body.toString('utf8')).not.toMatch(/<script|href=|url\(/)
      expect(answer.headers['content-security-policy']).toContain('sandbox')
    }
    expect((await http.request(`${market.origins[site]}/pictures/platforms/nobody.svg`)).status).toBe(404)
  }
  expect(new Set(PLATFORMS.map(drawLogo)).size).toBe(7)
})

test('S3.7 D3 a storefront of another platform is registered under that platform\'s name', async () => {
  const { services } = market
  await services.db.transaction().execute(async trx => {
    await trx.deleteFrom('platforms').where('id', '=', 5).execute()
    await registerPlatform({ ...services, db: trx }, { ...readConfig({
      DATABASE_URL: 'postgres://nobody', SEALING_KEY: Buffer.alloc(32).toString('base64'), SANDBOX_BANK_MERCHANT_SECRET: 'x'.repeat(32),
      MARKET_SIGNING_JWK: JSON.stringify(services.signingKey), PLATFORM_ID: '5',
    }), panelOrigins: [] })
    expect(await trx.selectFrom('platforms').select(['key', 'name', 'logo']).where('id', '=', 5).executeTakeFirst()).toEqual({ key: 'ikas', name: 'ikas', logo: 'ikas' })
  })
})

test('S3.7 an item\'s page names the platform that it works on, with its logo', async () => {
  const { data } = (await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'quick' } })).body
  expect(data.compatibility).toEqual([{ platform_id: 1, name: 'Demo Commerce', logo: '/pictures/platforms/demo-commerce.svg', range: '*' }])
})
