import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { prepareOrder } from '#test/support/checkout.ts'
import { couponBuyer, expectCouponsAddUp, makeCoupon } from '#test/support/coupons.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { ctxOf, run } from '#test/support/reviewers.ts'
import { calculatePrice } from './calculate-price.ts'
import { HOLD_SECONDS } from './coupons.ts'
import { expireOrders } from './start-order.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner
beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, stranger] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
})
// Whatever a test did, the counts are right after it.
afterEach(async () => {
  await market.services.db.deleteFrom('limits').execute()
  await expectCouponsAddUp(market)
})
afterAll(() => market.stop())

const coupon = (terms?: Parameters<typeof makeCoupon>[1]) => makeCoupon(market, terms)
const buyer = (name: string) => couponBuyer(market, name)
const orderOf = (number: string) =>
  market.services.db
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
const usesOf = async (code: string) =>
  (
    await market.services.db
      .selectFrom('coupons')
      .select('used')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).used
const tenPercent = { subtotal: 208.25, discount: 20.83, tax: 37.48, total: 224.9 }

describe('S5.3 a coupon on an order (S3.3, S7.9)', () => {
  test('reduces the net and the tax, and is removed by the next call without it', async () => {
    const { code } = await coupon()
    const order = await prepareOrder(owner, 'delivery-day')
    const path = `/checkout/calculate/${order.orderNumber}`
    const applied = await owner.call('POST', path, { body: { coupon_code: code.toLowerCase() } })
    expect(applied.body.data).toMatchObject({ ...tenPercent, coupon_code: code, tax_rate: 20 })
    expect(await usesOf(code)).toBe(1)
    // the same again keeps the same place
    expect(
      (await owner.call('POST', path, { body: { coupon_code: code } })).body.data,
    ).toMatchObject(tenPercent)
    expect(await usesOf(code)).toBe(1)
    const without = await owner.call('POST', path, { body: {} })
    expect(without.body.data).toMatchObject({
      subtotal: 208.25,
      discount: 0,
      tax: 41.65,
      total: 249.9,
      coupon_code: null,
    })
    expect(await usesOf(code)).toBe(0)
  })

  test('is replaced by another one, and kept when that does not apply (CPN-7)', async () => {
    const [first, second, theme] = [
      await coupon({ totalLimit: 1 }),
      await coupon({ value: { kind: 'amount', amountMinor: 5000, currency: 'TRY' } }),
      await coupon({ market: 'theme' }),
    ]
    const order = await buyer('another')
    await order.apply(first.code)
    expect(await order.apply(theme.code)).toBe('checkout.coupon_invalid')
    expect(await order.apply(`${first.code}0`)).toBe('checkout.coupon_invalid')
    expect(await orderOf(order.number)).toMatchObject({
      coupon_code: first.code,
      discount_minor: 2083,
    })
    expect(await order.apply(second.code)).toMatchObject({
      data: { coupon_code: second.code, discount: 50, total: 189.9 },
    })
    expect([await usesOf(first.code), await usesOf(second.code)]).toEqual([0, 1])
  })

  test('is refused with one message when unknown, ended, for others or in another currency', async () => {
    const past = new Date(market.clock.now().getTime() - 1000)
    const codes = await Promise.all([
      coupon({ active: false }),
      coupon({ validFrom: new Date(past.getTime() - 1000), validUntil: past }),
      coupon({ validFrom: new Date(market.clock.now().getTime() + 60_000) }),
      coupon({ market: 'theme' }),
      coupon({ value: { kind: 'amount', amountMinor: 100, currency: 'USD' } }),
    ])
    const order = await prepareOrder(stranger, 'delivery-day')
    for (const code of ['NOSUCHCODE', 'كوبون', ...codes.map((one) => one.code)]) {
      for (const [hl, words] of [
        ['TR', 'Kupon geçersiz'],
        ['EN', 'Invalid coupon'],
        ['AR', 'القسيمة غير صالحة'],
      ] as const) {
        const answer = await stranger.call('POST', `/checkout/calculate/${order.orderNumber}`, {
          body: { coupon_code: code },
          query: { hl },
        })
        expect(
          [answer.status, answer.body.code, answer.body.message, answer.body.fields],
          code,
        ).toEqual([422, 'checkout.coupon_invalid', words, { coupon_code: words }])
      }
    }
  })

  test('for a first purchase is refused to previous buyers, also with a second such coupon', async () => {
    const [one, two] = [
      await coupon({ firstPurchase: true }),
      await coupon({ firstPurchase: true }),
    ]
    const app = await buyer('first')
    const { order_number: other } = await app.start('gallery')
    const both = await Promise.all([app.apply(one.code), app.applyTo(other, two.code)])
    expect(both.filter((answer) => answer === 'checkout.coupon_invalid')).toHaveLength(1)
    await app.apply()
    await app.applyTo(other)
    // bought in the meantime: what is reserved already is asked for again before paying
    expect(await app.apply(one.code)).toMatchObject({ data: { coupon_code: one.code } })
    await market.services.db
      .updateTable('orders')
      .set({ state: 'paid' })
      .where('number', '=', other)
      .execute()
    expect(await app.apply(one.code)).toBe('checkout.coupon_invalid')
  })

  test("cannot be changed on another store's order", async () => {
    const { code } = await coupon()
    const order = await prepareOrder(owner, 'delivery-day')
    for (const answer of [
      await stranger.call('POST', `/checkout/calculate/${order.orderNumber}`, {
        body: { coupon_code: code },
      }),
      await stranger.call('GET', `/promotion/coupon-code/check/${code}`, {
        query: { order_number: order.orderNumber },
      }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'checkout.order_not_found'])
    }
    expect(await usesOf(code)).toBe(0)
  })
})

describe('places of a coupon (I7)', () => {
  test('CPN-1 of two hundred concurrent stores one gets the only place, and the others learn it before paying', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const template = await buyer('crowd')
    const { db } = market.services
    await sql`insert into stores (id, platform_id, external_id, domain, name, url, is_os2, status, checked_at, created_at)
      select 'sto_crowd' || n, 1, 'crowd' || n, 'crowd' || n || '.stores.example', 'x', 'https://x', false, 'active', now(), now() from generate_series(1, 200) n`.execute(
      db,
    )
    await sql`with lines as (
        insert into order_lines select (jsonb_populate_record(l, jsonb_build_object('order_id', 'ord_crowd' || n, 'store_id', 'sto_crowd' || n))).*
        from orders o join order_lines l on l.order_id = o.id, generate_series(1, 200) n where o.number = ${template.number})
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_crowd' || n, 'number', 'CROWD' || n, 'store_id', 'sto_crowd' || n))).*
      from orders o, generate_series(1, 200) n where o.number = ${template.number}`.execute(db)
    const waiting = Array.from({ length: 200 }, (_, n) => n + 1).values()
    const answers: unknown[] = []
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for (const n of waiting) {
          const actor = { ...template.actor, storeId: `sto_crowd${n}` }
          answers.push(
            await run(calculatePrice, ctxOf(market, actor), {
              params: { order_number: `CROWD${n}` },
              body: { coupon_code: code },
            }),
          )
        }
      }),
    )
    expect(answers.filter((answer) => answer === 'checkout.coupon_invalid')).toHaveLength(199)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer as count from orders where coupon_code = ${code} and discount_minor > 0`.execute(
      db,
    )
    expect([rows[0]?.count, await usesOf(code)]).toEqual([1, 1])
  })

  test('CPN-2 a store with eight concurrent orders uses the coupon once', async () => {
    const { code } = await coupon({ storeLimit: 1 })
    const { start, applyTo } = await buyer('many')
    const slugs = [
      'delivery-day',
      'gallery',
      'quick',
      'free-delivery',
      'carousel',
      'take-along',
      'tour',
      'zoom',
    ]
    const answers = await Promise.all(
      slugs.map(async (slug) => applyTo((await start(slug)).order_number, code)),
    )
    expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(1)
    expect(await usesOf(code)).toBe(1)
  })

  test('CPN-3 are released once by an order that ends, however often and by whomever', async () => {
    const { code } = await coupon({ totalLimit: 2 })
    const [left, kept] = [await buyer('left'), await buyer('kept')]
    await left.apply(code)
    await market.services.db
      .updateTable('orders')
      .set({ expires_at: market.clock.now() })
      .where('number', '=', left.number)
      .execute()
    market.clock.moveSeconds(1)
    await kept.apply(code)
    expect(await usesOf(code)).toBe(2)
    await Promise.all(Array.from({ length: 5 }, () => expireOrders(market.services)))
    expect([await usesOf(code), (await orderOf(left.number)).state]).toEqual([1, 'expired'])
    const uses = await market.services.db
      .selectFrom('coupon_uses')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('coupon_uses.state')
      .where('number', '=', left.number)
      .execute()
    expect(uses).toEqual([{ state: 'released' }])
  })

  test('go to the next store after half an hour; the first must agree to a new price', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const [early, late] = [await buyer('early'), await buyer('late')]
    await early.apply(code)
    market.clock.moveSeconds(HOLD_SECONDS - 1)
    expect(await late.apply(code)).toBe('checkout.coupon_invalid')
    // looking at the checkout again holds it
    await early.apply(code)
    market.clock.moveSeconds(HOLD_SECONDS - 1)
    expect(await late.check(code)).toMatchObject({ data: { valid: false } })
    market.clock.moveSeconds(2)
    expect(await late.check(code)).toMatchObject({ data: { valid: true } })
    expect(await late.apply(code)).toMatchObject({ data: { coupon_code: code } })
    expect(await early.apply(code)).toBe('checkout.coupon_invalid')
    expect(await usesOf(code)).toBe(1)
  })
})

test('limits, sums and the log are enforced by the database (I7, I8, I9)', async () => {
  const { code } = await coupon({ totalLimit: 1 })
  const order = await buyer('tables')
  await order.apply(code)
  const { db } = market.services
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow(/violates|append-only/)
  await refused(db.updateTable('coupons').set({ used: 2 }).where('code', '=', code).execute())
  await refused(
    db.updateTable('coupons').set({ percent_bp: -1 }).where('code', '=', code).execute(),
  )
  await refused(
    db.updateTable('coupons').set({ amount_minor: 1 }).where('code', '=', code).execute(),
  )
  await refused(
    db.updateTable('coupons').set({ code: 'ındırım' }).where('code', '=', code).execute(),
  )
  await refused(
    db
      .updateTable('orders')
      .set({ discount_minor: 30_000 })
      .where('number', '=', order.number)
      .execute(),
  )
  await refused(
    db
      .updateTable('orders')
      .set({ coupon_id: null, coupon_code: null })
      .where('number', '=', order.number)
      .execute(),
  )
  await refused(db.updateTable('order_events').set({ to_state: 'paid' }).execute())
  await refused(db.deleteFrom('order_events').execute())
  await order.apply()
})
