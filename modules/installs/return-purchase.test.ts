import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, chargesOf } from '#test/support/checkout.ts'
import { idOf, install, processRun, shopPage } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { finishRefund } from '#modules/orders/public.ts'

let market: Marketplace
let owner: Owner
let other: Owner

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1')
  other = await signIn(market, 'store-2')
})
afterAll(() => market.stop())

const orderOf = async (number: string) =>
  (await owner.call('GET', '/checkout/orders')).body.data.find(
    (one: { order_number: string }) => one.order_number === number,
  )
const giveBack = (who: Owner, number: string, amount: number) =>
  who.call('POST', `/checkout/orders/${number}/return`, {
    body: { store: who.storeId, amount, reason: 'not_needed' },
  })

test('D10 a purchase is returned by its owner alone: off the shop byte for byte, and the whole amount back', async () => {
  const bare = await shopPage(market, 'store-1', '/')
  const { orderNumber } = await buy(market, owner, 'delivery-day')
  await install(owner, await idOf(owner, 'delivery-day'))
  await processRun(market)
  const { returnable_until: until, total } = await orderOf(orderNumber)
  expect(Date.parse(until)).toBeGreaterThan(market.clock.now().getTime() + 13 * 86_400_000)
  expect(await giveBack(owner, orderNumber, total + 1)).toMatchObject({
    status: 409,
    body: { code: 'installs.return_changed' },
  })
  expect((await giveBack(other, orderNumber, total)).status).toBe(409)
  expect((await giveBack(owner, orderNumber, total)).status).toBe(200)
  await processRun(market)
  expect(await shopPage(market, 'store-1', '/')).toBe(bare)
  const { id } = await market.services.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('refunds.id')
    .where('number', '=', orderNumber)
    .executeTakeFirstOrThrow()
  await finishRefund(market.services, id)
  expect(await chargesOf(market, orderNumber)).toEqual([])
  expect(await orderOf(orderNumber)).toMatchObject({ state: 'refunded', returnable_until: null })
  expect((await giveBack(owner, orderNumber, total)).status).toBe(409)
  // Once an item: buying and returning by turns would cost nothing.
  const again = (await buy(market, owner, 'delivery-day')).orderNumber
  expect(await orderOf(again)).toMatchObject({ state: 'paid', returnable_until: null })
  expect((await giveBack(owner, again, total)).status).toBe(409)
})

test('D10 after the days that the operator gives, or with none, nothing can be returned', async () => {
  const { orderNumber } = await buy(market, owner, 'gallery')
  const { total } = await orderOf(orderNumber)
  market.services.returnDays.value = 0
  expect(await orderOf(orderNumber)).toMatchObject({ returnable_until: null })
  expect((await giveBack(owner, orderNumber, total)).status).toBe(409)
  market.services.returnDays.value = 14
  market.clock.moveSeconds(15 * 86_400)
  owner = await signIn(market, 'store-1')
  expect(await orderOf(orderNumber)).toMatchObject({ returnable_until: null })
  expect((await giveBack(owner, orderNumber, total)).status).toBe(409)
})
