import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { pay, prepareOrder } from '#test/support/checkout.ts'
import { firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { DRAFT_SECONDS, ORDER_SECONDS } from './rules.ts'
import { expireOrders } from './start-order.ts'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

const open = async (slug: string): Promise<string> =>
  (await owner.call('POST', `/checkout/${slug}/app`, { body: {} })).body.data.order_number
const listed = async (path: 'orders' | 'drafts') =>
  (await owner.call('GET', `/checkout/${path}`)).body.data.map(
    (one: { order_number: string }) => one.order_number,
  )

test('D30 opening a checkout makes a draft that no order list shows; pressing Pay makes it an order with the same number', async () => {
  const number = await open('delivery-day')
  expect(await open('delivery-day')).toBe(number)
  expect([await listed('orders'), await listed('drafts')]).toEqual([[], [number]])
  const desk = await firstOperator(market)
  expect((await desk.ask('GET', '/operator/orders')).body.orders).toEqual([])
  expect((await desk.ask('GET', '/operator/orders?state=draft')).body.orders).toMatchObject([
    { number },
  ])

  await pay(owner, await prepareOrder(owner, 'delivery-day'))
  expect([await listed('orders'), await listed('drafts')]).toEqual([[number], []])
  expect((await desk.ask('GET', '/operator/orders')).body.orders).toMatchObject([{ number }])
  const { expires_at: expiresAt } = await market.services.db
    .selectFrom('orders')
    .select('expires_at')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime() - market.clock.now().getTime()).toBeLessThanOrEqual(
    ORDER_SECONDS * 1000,
  )
})

test('D30 a draft can be removed by its owner while it is one; an order cannot', async () => {
  const number = await open('gallery')
  const stranger = await signIn(market, 'store-2')
  expect((await stranger.call('DELETE', `/checkout/drafts/${number}`)).body.code).toBe(
    'checkout.order_not_found',
  )
  expect((await owner.call('DELETE', `/checkout/drafts/${number}`)).status).toBe(200)
  expect((await owner.call('DELETE', `/checkout/drafts/${number}`)).status).toBe(200)
  expect(await listed('drafts')).toEqual([])
  const [order] = await listed('orders')
  expect((await owner.call('DELETE', `/checkout/drafts/${order}`)).body.code).toBe(
    'checkout.order_not_payable',
  )
})

test('D30 a draft lives 30 days, keeps its number and gets the tax of the day when it is opened again', async () => {
  const number = await open('zoom')
  const taxOf = async () =>
    (await owner.call('POST', '/checkout/zoom/app', { body: {} })).body.data as {
      order_number: string
      tax_rate: number
    }
  expect((await taxOf()).tax_rate).toBe(20)
  market.clock.moveSeconds(20 * 24 * 3600)
  await market.services.db
    .insertInto('tax_rates')
    .values({
      id: newId('txr'),
      country: 'TR',
      valid_from: new Date(
        Math.floor(market.clock.now().getTime() / 60_000 - 3 * 24 * 60) * 60_000,
      ),
      rate_bp: 1800,
    })
    .execute()
  owner = await signIn(market)
  expect(await taxOf()).toMatchObject({ order_number: number, tax_rate: 18 })
  market.clock.moveSeconds(DRAFT_SECONDS + 1)
  await expireOrders(market.services)
  owner = await signIn(market)
  expect(await listed('drafts')).toEqual([])
})
