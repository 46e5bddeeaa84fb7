import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargesOf, pay, prepareOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
})
afterAll(() => market.stop())

test("no order is made or paid without a seller's name; free items are not affected (D21)", async () => {
  const begun = await prepareOrder(owner, 'delivery-day')
  const { operator } = market.services
  const { name } = operator
  operator.name = ''
  try {
    const made = await stranger.call('POST', '/checkout/delivery-day/app', {
      body: {},
      query: { hl: 'EN' },
    })
    expect([made.status, made.body.code, made.body.message]).toEqual([
      409,
      'checkout.no_seller',
      expect.stringMatching(/who sells has not been written/),
    ])
    expect([
      (await pay(owner, begun)).body.code,
      await chargesOf(market, begun.orderNumber),
    ]).toEqual(['checkout.no_seller', []])
    const {
      rows: [free],
    } = await sql<{
      slug: string
    }>`select slug from items where market = 'app' and status = 'published' and price_minor = 0 and latest_release_id is not null order by number desc limit 1`.execute(
      market.services.db,
    )
    expect(
      (await stranger.call('POST', `/checkout/${free?.slug}/app`, { body: {} })).body.code,
    ).not.toBe('checkout.no_seller')
  } finally {
    operator.name = name
  }
  expect((await pay(owner, begun)).status).toBe(200)
})
