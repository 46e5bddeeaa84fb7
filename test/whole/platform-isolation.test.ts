import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from '#modules/stores/platforms/public.ts'
import { openSession } from '#modules/stores/sessions/sessions.ts'
import { MARKET_OPERATIONS } from '#server/operations.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { AGREEMENT, idOf, install } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'

/** Two platforms in one process (D26): what an owner of one may do at the other is nothing. */
let market: Marketplace
let shop: Owner
/** An owner of a site, which is a store of platform 7. */
let siteHeaders: Record<string, string>
/** Ids of the shop's own rows, by the names of path parameters. */
let owned: Record<string, string>

beforeAll(async () => {
  market = await startMarketplace({ anySite: true })
  shop = await signIn(market)
  const contact = { name: 'Elif', email: 'elif@honey.example' }
  const { storeId } = await market.services.db.transaction().execute((trx) =>
    openSite(market.services, trx, {
      platformId: 7,
      domain: 'honey.example',
      url: 'https://honey.example',
      contact,
      locale: 'en',
      proof: { kind: 'file', token: 'token' },
    }),
  )
  const { token } = await openSession(
    market.services,
    { storeId, account: { id: 'contact', ...contact }, locale: 'en' },
    null,
    'proof',
  )
  siteHeaders = { 'apps-token': token }
  const item = await idOf(shop, 'cookie-consent')
  const { body } = await install(shop, item)
  const { data } = body
  const address = await shop.call('POST', '/domain/address', { body: ADDRESS })
  owned = { id: data.id, installation: data.id, address: address.body.data?.id ?? '' }
})
afterAll(() => market.stop())

const OF_STORES = MARKET_OPERATIONS.map((one) => one.operation)
  .filter(({ policy }) => policy.who === 'store' || policy.who === 'store-or-app')
  .flatMap(({ id, method, path }) =>
    (typeof path === 'string' ? [path] : [path.app]).map((one) => ({ id, method, path: one })),
  )

test('there are operations of stores to ask', () => expect(OF_STORES.length).toBeGreaterThan(40))

test.each(OF_STORES)(
  'S1.2 D26 $id refuses the session of a store of another platform',
  async ({ method, path }) => {
    const filled = path.replace(/\{\w+\}/g, 'x')
    const ofShop = { 'apps-token': shop.token, 'store-token': shop.storeToken }
    for (const ask of [
      { site: 'any-site', headers: ofShop } as const,
      { site: 'any-site', headers: ofShop, query: { platform_id: '7' } } as const,
      { headers: ofShop, query: { platform_id: '7' } },
      { headers: siteHeaders },
      { headers: siteHeaders, query: { platform_id: '1' } },
    ]) {
      const body = method === 'get' ? undefined : {}
      const { status } = await call(market, method.toUpperCase(), filled, {
        ...ask,
        ...(body && { body }),
      })
      expect(status, JSON.stringify(ask)).toBe(401)
    }
  },
)

test.each(OF_STORES.filter(({ path }) => path.includes('{')))(
  'S1.2 D26 $id finds nothing of a store of another platform by its ids',
  async ({ method, path }) => {
    for (const id of Object.values(owned)) {
      const filled = path.replace(/\{\w+\}/g, id)
      const { body } = await call(market, method.toUpperCase(), filled, {
        site: 'any-site',
        headers: siteHeaders,
        ...(method !== 'get' && { body: { agreement: AGREEMENT } }),
      })
      for (const secret of [shop.domain, 'Çekirge', 'ayse@shop.example'])
        expect(JSON.stringify(body)).not.toContain(secret)
    }
    expect((await shop.call('GET', `/installations/${owned.installation}`)).status).toBe(200)
  },
)
