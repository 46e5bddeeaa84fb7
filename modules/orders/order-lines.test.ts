import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { selectOrders } from './public.ts'

let market: Marketplace
let owner: Owner
let other: Owner

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, other] = [
    await signIn(market, 'store-1', 'theme'),
    await signIn(market, 'store-2', 'theme'),
  ]
})
afterAll(() => market.stop())

const lineOf = (number: string) =>
  selectOrders(market.services.db)
    .selectAll('order_lines')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

describe('the line of an order', () => {
  test('has what the order sells, its price and its tax, and is claimed as the order moves', async () => {
    const { orderNumber } = await buy(market, owner, 'lux', 'theme')
    const paid = await lineOf(orderNumber)
    expect(paid).toMatchObject({ place: 1, claim: 'owned', product_id: null, refunded_minor: 0 })
    expect(paid.total_minor).toBe(paid.subtotal_minor - paid.discount_minor + paid.tax_minor)
    const { body } = await owner.call('POST', '/checkout/lumen/theme', { body: {} })
    const number = body.data.order_number as string
    expect(await lineOf(number)).toMatchObject({ claim: 'open' })
    await owner.call('DELETE', `/checkout/drafts/${number}`)
    expect(await lineOf(number)).toMatchObject({ claim: null })
  })

  test('sums up to the order: the database refuses an amount, a rate or a store that differs', async () => {
    const { db } = market.services
    const { order_id: id } = await lineOf((await buy(market, owner, 'lumen', 'theme')).orderNumber)
    for (const wrong of [
      sql`update order_lines set refunded_minor = 1 where order_id = ${id}`,
      sql`update orders set refunded_minor = 1 where id = ${id}`,
      sql`update orders set tax_minor = tax_minor + 1, total_minor = total_minor + 1 where id = ${id}`,
      sql`update order_lines set store_id = ${other.storeId} where order_id = ${id}`,
    ])
      await expect(wrong.execute(db)).rejects.toThrow(/are not what it sells/)
    await expect(sql`delete from order_lines where order_id = ${id}`.execute(db)).rejects.toThrow(
      /foreign key/,
    )
    await expect(
      sql`update order_lines set refunded_minor = total_minor + 1 where order_id = ${id}`.execute(
        db,
      ),
    ).rejects.toThrow(/order_lines_refunded_at_most_total/)
  })

  test('of an item that the store owns is refused by the database a second time', async () => {
    const { db } = market.services
    const { order_id: id } = await lineOf((await buy(market, owner, 'gallery')).orderNumber)
    await expect(
      sql`with copied as (
          insert into order_lines select (jsonb_populate_record(order_lines, '{"order_id": "ord_copy"}')).* from order_lines where order_id = ${id})
        insert into orders select (jsonb_populate_record(orders, '{"id": "ord_copy", "number": "COPY"}')).* from orders where id = ${id}`.execute(
        db,
      ),
    ).rejects.toThrow(/order_lines_one_item/)
  })
})
