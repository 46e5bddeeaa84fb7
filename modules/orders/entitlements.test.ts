import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { passEntitlements, refundOrder } from './public.ts'

let market: Marketplace
let owner: Owner
let other: Owner
beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2', 'theme')]
})
afterAll(() => market.stop())

const entitlementOf = (orderNumber: string) =>
  market.services.db
    .selectFrom('entitlements')
    .innerJoin('orders', 'orders.id', 'entitlements.order_id')
    .select(['entitlements.store_id', 'valid_from', 'valid_until', 'paid_at'])
    .where('number', '=', orderNumber)
    .executeTakeFirst()
const isOwned = async (slug: string) =>
  (await owner.call('POST', `/checkout/${slug}/app`, { body: {} })).body.code ===
  'checkout.already_owned'
let keys = 0
const refund = (orderNumber: string, amountMinor: number | null) =>
  refundOrder(market.services, {
    orderNumber,
    amountMinor,
    reason: 'buyer_request',
    askedBy: 'test',
    key: `entitlement-${(keys += 1)}`,
  })

test('a paid order grants the item, survives a partial refund, ends with a full one, and buying again grants it again', async () => {
  const { orderNumber } = await buy(market, owner, 'delivery-day')
  const granted = await entitlementOf(orderNumber)
  expect(granted).toMatchObject({ store_id: owner.storeId, valid_until: null })
  expect(granted?.valid_from).toEqual(granted?.paid_at)
  expect(await isOwned('delivery-day')).toBe(true)

  await refund(orderNumber, 10_000)
  expect(await entitlementOf(orderNumber)).toMatchObject({ valid_until: null })
  expect(await isOwned('delivery-day')).toBe(true)

  market.clock.moveSeconds(5)
  await refund(orderNumber, null)
  expect((await entitlementOf(orderNumber))?.valid_until).toEqual(market.clock.now())
  expect(await isOwned('delivery-day')).toBe(false)

  const again = await buy(market, owner, 'delivery-day')
  expect(await entitlementOf(again.orderNumber)).toMatchObject({ valid_until: null })
  expect(await isOwned('delivery-day')).toBe(true)
})

test('D4 a store that took the place of a closed one gets what it owned, once, and no order of it', async () => {
  const { db } = market.services
  const { orderNumber } = await buy(market, other, 'gallery')
  await db
    .updateTable('stores')
    .set({ former_store_id: other.storeId })
    .where('id', '=', owner.storeId)
    .execute()
  await passEntitlements(market.services, owner.storeId)
  await passEntitlements(market.services, owner.storeId)
  expect(await entitlementOf(orderNumber)).toMatchObject({ store_id: owner.storeId })
  expect(await isOwned('gallery')).toBe(true)
  expect((await owner.call('GET', `/checkout/receipt/${orderNumber}`)).status).toBe(404)
  await refund(orderNumber, null)
  expect(await isOwned('gallery')).toBe(false)
  await db
    .updateTable('stores')
    .set({ former_store_id: null })
    .where('id', '=', owner.storeId)
    .execute()
  await db
    .updateTable('entitlements')
    .set({ store_id: other.storeId })
    .where('valid_until', 'is not', null)
    .where('order_id', 'in', (on) =>
      on.selectFrom('orders').select('orders.id').where('number', '=', orderNumber),
    )
    .execute()
})

test('entitlements agree with the states of all orders', async () => {
  const { db } = market.services
  await owner.call('POST', '/checkout/gallery/app', { body: {} })
  await buy(market, other, 'lux', 'theme')
  const { rows } = await sql<{ number: string }>`
    select number from orders join order_lines line on line.order_id = orders.id
      left join entitlements on entitlements.order_id = orders.id
    where (product_id is null and state in ('paid', 'partially_refunded')) <> (entitlements.order_id is not null and valid_until is null)`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('the database refuses an entitlement that ends before it begins, and a second one for an order', async () => {
  const { db } = market.services
  const { id: _made, ...row } = await db
    .selectFrom('entitlements')
    .selectAll()
    .executeTakeFirstOrThrow()
  await expect(
    sql`update entitlements set valid_until = valid_from - interval '1 second'`.execute(db),
  ).rejects.toThrow(/entitlements_check/)
  await expect(db.insertInto('entitlements').values(row).execute()).rejects.toThrow(
    /entitlements_order/,
  )
})
