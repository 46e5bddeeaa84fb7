import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zoneOfCountry } from '#lib/countries.ts'
import { newId } from '#lib/ids.ts'
import { dayIn, startOfDay } from '#lib/time-zone.ts'
import { ADDRESS, buy, CARDS, passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { findEventFaults } from '#test/support/order-events.ts'
import { signIn } from '#test/support/owner.ts'
import { addStore, ctxOf, run } from '#test/support/reviewers.ts'
import { addAddress } from './addresses.ts'
import { calculatePrice } from './calculate-price.ts'
import type { Order } from './contract.ts'
import { writeCoupon } from './public.ts'
import { DRAFT_SECONDS } from './rules.ts'
import { expireOrders, startOrder } from './start-order.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

const HOUR = 3_600_000
/** Seconds until midnight in Türkiye. */
const untilMidnight = () => {
  const there = market.clock.now().getTime() + 3 * HOUR
  return Math.ceil((Math.ceil(there / (24 * HOUR)) * 24 * HOUR - there) / 1000)
}
const setRate = (country: string, day: Date, rateBp: number) =>
  market.services.db
    .insertInto('tax_rates')
    .values({
      id: newId('txr'),
      country,
      valid_from: startOfDay(zoneOfCountry(country), dayIn(zoneOfCountry(country), day)),
      rate_bp: rateBp,
    })
    .execute()

const fullMinute = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

type Answer = { data: Order & { id: string } }
const said = async (answer: Promise<Answer | string>): Promise<Answer['data']> => {
  const given = await answer
  if (typeof given === 'string') throw new Error(given)
  return given.data
}

async function shopper(name: string) {
  const ctx = ctxOf(market, await addStore(market, name))
  return {
    start: (slug: string) => said(run(startOrder, ctx, { params: { slug }, body: {} })),
    async price(order: Order, country = 'TR') {
      const address = await said(
        run(addAddress, ctx, {
          body:
            country === 'TR'
              ? ADDRESS
              : { ...ADDRESS, country, phone: '+49 30 123456', zip_code: '10115' },
        }),
      )
      return said(
        run(calculatePrice, ctx, {
          params: { order_number: order.order_number },
          body: { address_id: address.id },
        }),
      )
    },
  }
}

test('an item taken down while its order is open cannot be paid until it is back', async () => {
  const owner = await signIn(market)
  const order = await prepareOrder(owner, 'take-along')
  const setStatus = (status: string) =>
    market.services.db
      .updateTable('items')
      .set({ status })
      .where('slug', '=', 'take-along')
      .execute()
  await setStatus('unpublished')
  const refused = await pay(owner, order, { card: CARDS.good })
  expect([refused.status, refused.body.code]).toEqual([409, 'checkout.order_not_payable'])
  expect(await market.services.db.selectFrom('payment_attempts').select('id').execute()).toEqual([])
  await setStatus('published')
  expect((await pay(owner, order, { card: CARDS.good })).status).toBe(200)
})

describe('the tax of an order (S3.3, D9)', () => {
  test("is that of the invoice's country: Türkiye pays the price shown, other countries the net", async () => {
    const { start, price } = await shopper('abroad')
    const order = await start('delivery-day')
    expect(order).toMatchObject({ subtotal: 208.25, tax_rate: 20, tax: 41.65, total: 249.9 })
    expect(await price(order, 'DE')).toMatchObject({
      subtotal: 208.25,
      tax_rate: 0,
      tax: 0,
      total: 208.25,
    })
    expect(await price(order)).toMatchObject({ tax_rate: 20, total: 249.9 })
  })

  test("is that of the day the order was made: a rate from tomorrow changes only tomorrow's orders", async () => {
    const [today, tomorrow] = [await shopper('today'), await shopper('tomorrow')]
    market.clock.moveSeconds(untilMidnight() - 60)
    const order = await today.start('delivery-day')
    await setRate('TR', new Date(market.clock.now().getTime() + 120_000), 2500)
    await setRate('DE', market.clock.now(), 1900)
    expect(await today.price(order)).toMatchObject({ tax_rate: 20, total: 249.9 })
    market.clock.moveSeconds(59)
    expect((await today.start('gallery')).tax_rate).toBe(20)
    market.clock.moveSeconds(2)
    expect(await today.price(order)).toMatchObject({
      tax_rate: 20,
      subtotal: 208.25,
      tax: 41.65,
      total: 249.9,
    })
    // The price shown stays, the tax in it is another; abroad has its own rate.
    const next = await tomorrow.start('delivery-day')
    expect(await tomorrow.price(next)).toMatchObject({
      tax_rate: 25,
      subtotal: 199.92,
      tax: 49.98,
      total: 249.9,
    })
    expect(await tomorrow.price(next, 'DE')).toMatchObject({
      tax_rate: 19,
      subtotal: 199.92,
      tax: 37.98,
      total: 237.9,
    })
  })

  test('a rate of a kind taxes the items of that kind; a country without it has the standard one', async () => {
    const { start, price } = await shopper('reduced')
    await market.services.db
      .insertInto('tax_rates')
      .values({
        id: newId('txr'),
        country: 'TR',
        kind: 'reduced',
        valid_from: fullMinute(market.clock.now()),
        rate_bp: 1000,
      })
      .execute()
    const setKind = (kind: string) =>
      market.services.db
        .updateTable('items')
        .set({ tax_kind: kind })
        .where('slug', '=', 'delivery-day')
        .execute()
    await setKind('reduced')
    const order = await start('delivery-day')
    expect(order).toMatchObject({ tax_rate: 10, total: 249.9 })
    expect(await price(order, 'DE')).toMatchObject({ tax_rate: 19 })
    await setKind('standard')
  })

  test('a rate that has begun neither changes nor goes, and none begins before a sale there', async () => {
    const { db } = market.services
    await buy(market, await signIn(market, 'store-2'), 'zoom')
    await expect(
      db.updateTable('tax_rates').set({ rate_bp: 1 }).where('country', '=', 'TR').execute(),
    ).rejects.toThrow('a tax rate is never changed')
    await expect(
      db.deleteFrom('tax_rates').where('valid_from', '<', new Date('2026-01-01')).execute(),
    ).rejects.toThrow('a tax rate that has begun stays')
    await expect(
      db
        .insertInto('tax_rates')
        .values({
          id: newId('txr'),
          country: 'TR',
          valid_from: new Date('2025-01-01'),
          rate_bp: 100,
        })
        .execute(),
    ).rejects.toThrow('something was sold there since that moment')
  })
})

test('the event log has every order and payment from first to last state, with every price and coupon (S3.3, I9)', async () => {
  const [owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
  const themes = await signIn(market, 'store-1', 'theme')
  await writeCoupon(market.services, {
    code: 'LOGGED',
    value: { kind: 'percent', percentBp: 1500 },
  })
  // bought after a declined card, with a coupon; bought at once; free; left in the bank's
  // challenge; left unpaid; changed by its partner
  const order = await prepareOrder(owner, 'delivery-day')
  await owner.call('POST', `/checkout/calculate/${order.orderNumber}`, {
    body: { coupon_code: 'HEDIYE' },
  })
  const { total } = (
    await owner.call('POST', `/checkout/calculate/${order.orderNumber}`, {
      body: { coupon_code: 'LOGGED' },
    })
  ).body.data
  for (const card of [CARDS.declined, CARDS.good]) {
    const paid = await pay(owner, { ...order, total }, { card })
    if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
  }
  await buy(market, themes, 'minty', 'theme')
  await other.call('POST', '/checkout/cookie-consent/app', { body: {} })
  const left = await prepareOrder(other, 'delivery-day')
  await pay(other, left)
  await pay(other, left)
  await prepareOrder(owner, 'quick')
  const lumen = () =>
    market.services.db
      .updateTable('plans')
      .where('item_id', 'in', (on) =>
        on.selectFrom('items').select('id').where('slug', '=', 'lumen'),
      )
  const changed = await prepareOrder(themes, 'lumen', 'theme')
  await themes.call('POST', `/checkout/calculate/${changed.orderNumber}`, {
    body: { coupon_code: 'LOGGED' },
  })
  await lumen().set({ price_minor: 12_000 }).execute()
  expect(
    (await themes.call('POST', '/checkout/lumen/theme', { body: {} })).body.data,
  ).toMatchObject({ order_number: changed.orderNumber, discount: 0, total: 120, coupon_code: null })
  await lumen().set({ price_minor: 9990 }).execute()
  expect(await findEventFaults(market)).toEqual([])
  market.clock.moveSeconds(DRAFT_SECONDS + 1)
  await expireOrders(market.services)
  expect(await findEventFaults(market)).toEqual([])
  const { db } = market.services
  const states = await db.selectFrom('orders').select('state').distinct().orderBy('state').execute()
  expect(states.map((row) => row.state)).toEqual(['awaiting_payment', 'expired', 'paid'])

  // and it can see: a state or a price that nobody wrote down
  await db
    .updateTable('orders')
    .set({ state: 'cancelled' })
    .where('number', '=', left.orderNumber)
    .execute()
  const untaxed = sql`set tax_minor = 0, total_minor = subtotal_minor`
  await sql`with line as (update order_lines ${untaxed}
      where order_id = (select id from orders where number = ${changed.orderNumber}))
    update orders ${untaxed} where number = ${changed.orderNumber}`.execute(db)
  expect((await findEventFaults(market)).map((fault) => fault.split(':')[0])).toEqual(
    expect.arrayContaining([
      `order ${left.orderNumber} is cancelled, its events end with awaiting_payment`,
      `order ${changed.orderNumber}`,
    ]),
  )
})
