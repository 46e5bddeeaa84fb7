import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf } from '#modules/orders/invoices/issue-invoice.ts'
import { openSession } from '#modules/stores/sessions/sessions.ts'
import { openSite } from '#modules/stores/platforms/public.ts'
import { createHttp } from '#lib/http.ts'
import { passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'

/** Two platforms in one process: the demo's, and an app store for any site beside its stores. */
let market: Marketplace
let site: Owner
let shop: Owner
beforeAll(async () => {
  market = await startMarketplace({ anySite: true, buildFolder: 'build' })
  await market.startWorker()
  shop = await signIn(market)
  const [domain, contact] = ['honey.example', { name: 'Elif', email: 'elif@honey.example' }]
  const { storeId } = await market.services.db.transaction().execute((trx) =>
    openSite(market.services, trx, {
      platformId: 7,
      domain,
      url: `https://${domain}`,
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
  site = {
    token,
    storeToken: '',
    storeId,
    domain,
    call: (method, path, options = {}) =>
      call(market, method, path, {
        ...options,
        site: 'any-site',
        headers: { 'apps-token': token, ...options.headers },
      }),
  }
})
afterAll(() => market.stop())

const pageAt = async (origin: string, path: string, headers: Record<string, string> = {}) => {
  const {
    status,
    body,
    headers: answered,
  } = await createHttp({ allowOrigins: [origin] }).request(origin + path, {
    headers: { accept: 'text/html', ...headers },
  })
  return { status, text: body.toString('utf8'), location: answered.location }
}

test('S1.6 an app store for any site runs in the same process beside the stores of one platform, with its own platform and sessions', async () => {
  expect((await pageAt(market.anySite, '/connect?hl=en')).text).toContain('/connect/site')
  expect((await pageAt(market.origins.app, '/connect?hl=en')).text).not.toContain('/connect/site')
  expect(
    await market.services.db
      .selectFrom('platforms')
      .select(['entry', 'connector_url', 'panel_origins', 'demonstration_store'])
      .where('id', '=', 7)
      .executeTakeFirst(),
  ).toEqual({
    entry: 'site',
    connector_url: null,
    panel_origins: [],
    demonstration_store: null,
  })
  expect(
    await market.services.db
      .selectFrom('platform_keys')
      .select('kid')
      .where('platform_id', '=', 7)
      .execute(),
  ).toEqual([])
  expect((await site.call('GET', '/domain/site')).body.data.domain).toBe('honey.example')
  expect(
    (await call(market, 'GET', '/domain/site', { headers: { 'apps-token': site.token } })).status,
  ).toBe(401)
  expect(
    (
      await call(market, 'GET', '/domain/address', {
        site: 'any-site',
        headers: { 'apps-token': shop.token, 'store-token': shop.storeToken },
      })
    ).status,
  ).toBe(401)
})

test('S1.6 its pages do not link to a theme store, which any site does not have', async () => {
  const { text } = await pageAt(market.anySite, '/?hl=en')
  expect(text).not.toContain(market.origins.theme)
  expect((await pageAt(market.origins.app, '/?hl=en')).text).toContain(market.origins.theme)
  // In the reader's language: every other platform's name is a name.
  expect((await pageAt(market.anySite, '/cookie-consent?hl=tr')).text).toContain(
    'Her site ile çalışır',
  )
  expect(await pageAt(market.anySite, '/theme')).toMatchObject({ status: 404 })
  expect(await pageAt(market.origins.app, '/theme')).toMatchObject({
    location: `${market.origins.theme}/list`,
  })
  for (const path of ['/robots.txt', '/sitemap.xml'])
    expect((await pageAt(market.anySite, path)).text).toContain(`${market.anySite}/sitemap`)
})

test.each([
  { who: 'of any site', owner: () => site, home: () => market.anySite },
  { who: 'of the demo platform', owner: () => shop, home: () => market.origins.app },
])(
  'S1.6 links sent to a store $who lead to its own market: from the bank, in its receipt, on its invoice, in responses',
  async ({ owner, home }) => {
    const order = await prepareOrder(owner(), 'quick')
    const paid = await pay(owner(), order)
    const { action, location } = await passChallenge(market, paid.body.challenge.url)
    expect([new URL(action).origin, location]).toEqual([
      home(),
      `/checkout/success?order=${order.orderNumber}`,
    ])
    const receipt = () => market.shop.mails().find((mail) => mail.text.includes(order.orderNumber))
    await expect.poll(receipt, { timeout: 20_000 }).toBeDefined()
    expect(receipt()?.text).toContain(`${home()}/account/orders?`)
    const invoice = await market.services.db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('content_sealed')
      .where('orders.number', '=', order.orderNumber)
      .executeTakeFirstOrThrow()
    expect(contentOf(market.services, invoice).seller.web).toBe(home())
    expect((await owner().call('GET', '/platforms')).body.data[0].logo).toMatch(
      new RegExp(`^${home()}/pictures/`),
    )
  },
)
