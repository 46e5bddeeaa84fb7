import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StoreActor } from '#contexts/ctx.ts'
import { pay, passChallenge, prepareOrder, CARDS, chargesOf } from '#test/support/checkout.ts'
import { expectCouponsAddUp } from '#test/support/coupons.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { rawRequest, shareOf, encoded } from '#test/support/naughty.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { addStore, ctxOf, run } from '#test/support/reviewers.ts'
import { calculatePrice } from './calculate-price.ts'
import { checkCoupon } from './check-coupon.ts'
import { HOLD_SECONDS, COUPON_LIMITS } from './coupon-rules.ts'
import { payOrder } from './pay-order.ts'
import { tidyOrders, writeCoupon } from './public.ts'
import { ORDER_SECONDS } from './rules.ts'
import { startOrder } from './start-order.ts'
import type { NewCoupon } from './write-coupon.ts'

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

let made = 0
const coupon = (terms: Partial<NewCoupon> = {}) => writeCoupon(market.services, { code: `TEST${made += 1}X`, value: { kind: 'percent', percentBp: 1000 }, ...terms })
const tenPercent = { subtotal: 208.25, discount: 20.83, tax: 37.48, total: 224.9 }

interface Answer { data: { order_number: string; total: number; discount: number; coupon_code: string | null; state: string } }
/** Calls of a store that is there in the database alone, with an open order of an item that costs ₺208.25 net. */
async function buyer(name: string, slug = 'delivery-day') {
  const actor: StoreActor = await addStore(market, name)
  const ctx = ctxOf(market, actor)
  const started = await run<Answer>(startOrder, ctx, { params: { slug }, body: {} })
  if (typeof started === 'string') throw new Error(started)
  const params = { order_number: started.data.order_number }
  return {
    ctx, number: params.order_number, storeId: actor.storeId,
    apply: (code?: string) => run<Answer>(calculatePrice, ctx, { params, body: code === undefined ? {} : { coupon_code: code } }),
    check: (code: string) => run<{ data: object }>(checkCoupon, ctx, { params: { code }, query: params }),
  }
}
const orderOf = (number: string) => market.services.db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
const usesOf = async (code: string) => (await market.services.db.selectFrom('coupons').select('used').where('code', '=', code).executeTakeFirstOrThrow()).used
const status = async (who: Owner, number: string) => (await who.call('GET', `/checkout/status/${number}`)).body.data
const consentsOf = (version: string) => [{ kind: 'distance_sale', version: '' }, { kind: 'data_protection', version: '' }, { kind: 'permissions', version }]
/** What a store has bought stays bought; a fresh marketplace would cost more than a row that says refunded. */
const forget = (numbers: readonly string[]) => market.services.db.updateTable('orders').set({ state: 'refunded' }).where('number', 'in', [...numbers]).execute()

describe('S5.3 a coupon on an order (S3.3, S7.9)', () => {
  test('is taken off the net, tax follows, and without it in the next call all is as before', async () => {
    const { code } = await coupon()
    const order = await prepareOrder(owner, 'delivery-day')
    const path = `/checkout/calculate/${order.orderNumber}`
    const applied = await owner.call('POST', path, { body: { coupon_code: code.toLowerCase() } })
    expect(applied.body.data).toMatchObject({ ...tenPercent, coupon_code: code, tax_rate: 20 })
    expect(await usesOf(code)).toBe(1)
    // the same again keeps the same place
    expect((await owner.call('POST', path, { body: { coupon_code: code } })).body.data).toMatchObject(tenPercent)
    expect(await usesOf(code)).toBe(1)
    const without = await owner.call('POST', path, { body: {} })
    expect(without.body.data).toMatchObject({ subtotal: 208.25, discount: 0, tax: 41.65, total: 249.9, coupon_code: null })
    expect(await usesOf(code)).toBe(0)
  })

  test('another one takes its place, and one that does not apply leaves it (CPN-7)', async () => {
    const [first, second, theme] = [await coupon({ totalLimit: 1 }), await coupon({ value: { kind: 'amount', amountMinor: 5000, currency: 'TRY' } }), await coupon({ market: 'theme' })]
    const order = await buyer('another')
    await order.apply(first.code)
    expect(await order.apply(theme.code)).toBe('checkout.coupon_invalid')
    expect(await order.apply(`${first.code}0`)).toBe('checkout.coupon_invalid')
    expect(await orderOf(order.number)).toMatchObject({ coupon_code: first.code, discount_minor: 2083 })
    expect(await order.apply(second.code)).toMatchObject({ data: { coupon_code: second.code, discount: 50, total: 189.9 } })
    expect([await usesOf(first.code), await usesOf(second.code)]).toEqual([0, 1])
  })

  test('that is unknown, over, for others or in another currency is refused with the same words', async () => {
    const past = new Date(market.clock.now().getTime() - 1000)
    const codes = await Promise.all([
      coupon({ active: false }), coupon({ validFrom: new Date(past.getTime() - 1000), validUntil: past }), coupon({ validFrom: new Date(market.clock.now().getTime() + 60_000) }),
      coupon({ market: 'theme' }), coupon({ value: { kind: 'amount', amountMinor: 100, currency: 'USD' } }),
    ])
    const order = await prepareOrder(stranger, 'delivery-day')
    for (const code of ['NOSUCHCODE', 'كوبون', ...codes.map(one => one.code)]) {
      for (const [hl, words] of [['TR', 'Kupon geçersiz'], ['EN', 'Invalid coupon'], ['AR', 'القسيمة غير صالحة']] as const) {
        const answer = await stranger.call('POST', `/checkout/calculate/${order.orderNumber}`, { body: { coupon_code: code }, query: { hl } })
        expect([answer.status, answer.body.code, answer.body.message, answer.body.fields], code).toEqual([422, 'checkout.coupon_invalid', words, { coupon_code: words }])
      }
    }
  })

  test('for a first purchase is no use to who has bought, or is about to with another such coupon', async () => {
    const [one, two] = [await coupon({ firstPurchase: true }), await coupon({ firstPurchase: true })]
    const app = await buyer('first')
    const ctx = { ...app.ctx, market: 'app' as const }
    const other = await run<Answer>(startOrder, ctx, { params: { slug: 'gallery' }, body: {} })
    if (typeof other === 'string') throw new Error(other)
    const applyOther = (code: string) => run<Answer>(calculatePrice, ctx, { params: { order_number: other.data.order_number }, body: { coupon_code: code } })
    const both = await Promise.all([app.apply(one.code), applyOther(two.code)])
    expect(both.filter(answer => answer === 'checkout.coupon_invalid')).toHaveLength(1)
    await app.apply()
    await run(calculatePrice, ctx, { params: { order_number: other.data.order_number }, body: {} })
    // bought in the meantime: what is reserved already is asked for again before paying
    expect(await app.apply(one.code)).toMatchObject({ data: { coupon_code: one.code } })
    await market.services.db.updateTable('orders').set({ state: 'paid' }).where('number', '=', other.data.order_number).execute()
    expect(await app.apply(one.code)).toBe('checkout.coupon_invalid')
  })

  test('of another store\'s order cannot be touched', async () => {
    const { code } = await coupon()
    const order = await prepareOrder(owner, 'delivery-day')
    for (const answer of [await stranger.call('POST', `/checkout/calculate/${order.orderNumber}`, { body: { coupon_code: code } }),
      await stranger.call('GET', `/promotion/coupon-code/check/${code}`, { query: { order_number: order.orderNumber } })]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'checkout.order_not_found'])
    }
    expect(await usesOf(code)).toBe(0)
  })
})

describe('places of a coupon (I7)', () => {
  test('CPN-1 two hundred stores want the only one at once: one gets it, the others are told before they pay', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const template = await buyer('crowd')
    const { db } = market.services
    await sql`insert into stores (id, platform_id, external_id, domain, name, url, is_os2, status, checked_at, created_at)
      select 'sto_crowd' || n, 1, 'crowd' || n, 'crowd' || n || '.stores.example', 'x', 'https://x', false, 'active', now(), now() from generate_series(1, 200) n`.execute(db)
    await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_crowd' || n, 'number', 'CROWD' || n, 'store_id', 'sto_crowd' || n))).*
      from orders o, generate_series(1, 200) n where o.number = ${template.number}`.execute(db)
    const waiting = Array.from({ length: 200 }, (_, n) => n + 1).values()
    const answers: unknown[] = []
    await Promise.all(Array.from({ length: 50 }, async () => {
      for (const n of waiting) {
        const actor = { ...(template.ctx.actor as StoreActor), storeId: `sto_crowd${n}` }
        answers.push(await run(calculatePrice, ctxOf(market, actor), { params: { order_number: `CROWD${n}` }, body: { coupon_code: code } }))
      }
    }))
    expect(answers.filter(answer => answer === 'checkout.coupon_invalid')).toHaveLength(199)
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from orders where coupon_code = ${code} and discount_minor > 0`.execute(db)
    expect([rows[0]?.count, await usesOf(code)]).toEqual([1, 1])
  })

  test('CPN-2 one store with ten orders at once gets the coupon once', async () => {
    const { code } = await coupon({ storeLimit: 1 })
    const { ctx } = await buyer('ten')
    const answers = await Promise.all(['delivery-day', 'gallery', 'quick', 'free-delivery'].map(async slug => {
      const started = await run<Answer>(startOrder, ctx, { params: { slug }, body: {} })
      if (typeof started === 'string') throw new Error(started)
      return run<Answer>(calculatePrice, ctx, { params: { order_number: started.data.order_number }, body: { coupon_code: code } })
    }))
    expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(1)
    expect(await usesOf(code)).toBe(1)
  })

  test('CPN-3 are given back once by an order that ends, however often and by whomever it is ended', async () => {
    const { code } = await coupon({ totalLimit: 2 })
    const [left, kept] = [await buyer('left'), await buyer('kept')]
    await left.apply(code)
    await market.services.db.updateTable('orders').set({ expires_at: market.clock.now() }).where('number', '=', left.number).execute()
    market.clock.moveSeconds(1)
    await kept.apply(code)
    expect(await usesOf(code)).toBe(2)
    await Promise.all(Array.from({ length: 5 }, () => tidyOrders(market.services)))
    expect([await usesOf(code), (await orderOf(left.number)).state]).toEqual([1, 'expired'])
    const uses = await market.services.db.selectFrom('coupon_uses').innerJoin('orders', 'orders.id', 'order_id').select('coupon_uses.state').where('number', '=', left.number).execute()
    expect(uses).toEqual([{ state: 'released' }])
  })

  test('go to who comes next when an order was left for half an hour; who comes back too late is asked anew', async () => {
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

describe('paying with a coupon', () => {
  const owners = () => Promise.all([signIn(market, 'store-1', 'theme'), signIn(market, 'store-2', 'theme')])

  test('charges the discounted total once, and the use is redeemed; a declined card keeps the place', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const [shop] = await owners()
    const order = await prepareOrder(shop, 'minty', 'theme')
    const { total } = (await shop.call('POST', `/checkout/calculate/${order.orderNumber}`, { body: { coupon_code: code } })).body.data
    expect(total).toBe(224.02)
    const declined = await pay(shop, { ...order, total }, { card: CARDS.declined })
    if (declined.body.state === 'challenge') await passChallenge(market, declined.body.challenge.url)
    expect([await usesOf(code), (await status(shop, order.orderNumber)).state]).toEqual([1, 'awaiting_payment'])
    const paid = await pay(shop, { ...order, total })
    await passChallenge(market, paid.body.challenge.url)
    expect(await status(shop, order.orderNumber)).toMatchObject({ state: 'paid', coupon_code: code, total: 224.02 })
    expect([await chargesOf(market, order.orderNumber), await usesOf(code)]).toEqual([[22_402], 1])
    const events = await market.services.db.selectFrom('order_events').innerJoin('orders', 'orders.id', 'order_id').select('to_state').where('number', '=', order.orderNumber)
      .where('kind', '=', 'coupon').orderBy('order_events.id').execute()
    expect(events.map(event => event.to_state)).toEqual(['reserved', 'redeemed'])
    await forget([order.orderNumber])
  })

  test('CPN-4 a coupon that ends between price and payment: nothing is charged, the price is agreed anew', async () => {
    const { code } = await coupon({ validUntil: new Date(market.clock.now().getTime() + 60_000) })
    const [, shop] = await owners()
    const order = await prepareOrder(shop, 'pulse', 'theme')
    const { total } = (await shop.call('POST', `/checkout/calculate/${order.orderNumber}`, { body: { coupon_code: code } })).body.data
    market.clock.moveSeconds(61)
    const late = await pay(shop, { ...order, total })
    expect([late.status, late.body.code, late.body.message]).toEqual([409, 'checkout.coupon_ended', 'Kuponun artık geçerli değil, tutar değişti. Ücret alınmadı; yeni tutarı görüp yeniden onayla.'])
    expect(await status(shop, order.orderNumber)).toMatchObject({ total: order.total, coupon_code: null, discount: 0, outcome: 'open' })
    // the old total is no longer what is agreed to, the new one is
    expect((await pay(shop, { ...order, total })).body.code).toBe('checkout.total_changed')
    expect((await pay(shop, order)).body.state).toBe('challenge')
    expect([await chargesOf(market, order.orderNumber), await usesOf(code)]).toEqual([[], 0])
  })

  test('a coupon that is switched off while the bank asks its owner changes nothing of what was agreed; one that is taken off does', async () => {
    const { code } = await coupon()
    const [shop] = await owners()
    const order = await prepareOrder(shop, 'pulse', 'theme')
    const path = `/checkout/calculate/${order.orderNumber}`
    const { total } = (await shop.call('POST', path, { body: { coupon_code: code } })).body.data
    const left = (await pay(shop, { ...order, total })).body.challenge.url
    expect((await shop.call('POST', path, { body: {} })).body.data.coupon_code).toBeNull()
    await passChallenge(market, left)
    expect([await chargesOf(market, order.orderNumber), await usesOf(code)]).toEqual([[], 0])
    await shop.call('POST', path, { body: { coupon_code: code } })
    const paid = (await pay(shop, { ...order, total })).body.challenge.url
    await market.services.db.updateTable('coupons').set({ active: false }).where('code', '=', code).execute()
    await passChallenge(market, paid)
    expect(await status(shop, order.orderNumber)).toMatchObject({ state: 'paid', total })
    await forget([order.orderNumber])
  })

  test('one that covers everything makes the order free: consents and no card, no attempt, no bank (PAY-20, D10, I8)', async () => {
    const { code } = await coupon({ value: { kind: 'percent', percentBp: 10_000 } })
    const [shop] = await owners()
    const order = await prepareOrder(shop, 'lumen', 'theme')
    expect((await pay(shop, order, { total: 0 })).body.code).toBe('checkout.total_changed')
    const free = (await shop.call('POST', `/checkout/calculate/${order.orderNumber}`, { body: { coupon_code: code } })).body.data
    expect(free).toMatchObject({ total: 0, tax: 0, discount: free.subtotal })
    const press = (consents: object[]) => shop.call('POST', `/checkout/payment/${order.orderNumber}`, { headers: { 'idempotency-key': crypto.randomUUID() }, body: { total: 0, consents } })
    expect((await press([])).body.code).toBe('checkout.consent_required')
    const presses = await Promise.all([press(order.consents), press(order.consents), press(order.consents)])
    expect(presses.map(answer => answer.body)).toEqual(Array(3).fill({ state: 'paid', order_number: order.orderNumber }))
    expect(await status(shop, order.orderNumber)).toMatchObject({ state: 'paid', outcome: 'confirmed', attempt: null })
    const row = await orderOf(order.orderNumber)
    const attempts = await market.services.db.selectFrom('payment_attempts').select('id').where('order_id', '=', row.id).execute()
    const consents = await market.services.db.selectFrom('consents').select('kind').where('order_id', '=', row.id).execute()
    expect([attempts, consents.length, await usesOf(code)]).toEqual([[], 3, 1])
    await forget([order.orderNumber])
  })

  test('an order that was priced with a coupon and is then left ends with it given back', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const order = await buyer('leaver')
    await order.apply(code)
    await market.services.db.updateTable('orders').set({ created_at: new Date(0), expires_at: new Date(1) }).where('number', '=', order.number).execute()
    // the next visit of the same store ends it too
    const again = await run<Answer>(startOrder, order.ctx, { params: { slug: 'delivery-day' }, body: {} })
    expect([typeof again, await usesOf(code), (await orderOf(order.number)).state]).toEqual(['object', 0, 'expired'])
    expect(ORDER_SECONDS).toBeGreaterThan(HOLD_SECONDS)
    expect(await run(payOrder, order.ctx, { params: { order_number: order.number }, headers: { 'idempotency-key': 'x' }, body: { total: 0, consents: consentsOf('x') } })).toMatch(/consent_required|permissions_required/)
  })
})

describe('S7.17 checking a coupon', () => {
  test('says whether it would apply, of what kind it is and how much it is worth', async () => {
    const [percent, amount] = [await coupon({ value: { kind: 'percent', percentBp: 1250 } }), await coupon({ value: { kind: 'amount', amountMinor: 5000, currency: 'TRY' } })]
    // the clock was moved: a session lasts an hour
    owner = await signIn(market, 'store-1')
    const order = await prepareOrder(owner, 'delivery-day')
    const itemId = (await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'delivery-day' } })).body.data.id as string
    for (const query of [{ order_number: order.orderNumber }, { item_id: itemId }] as Record<string, string>[]) {
      const ask = async (code: string) => (await owner.call('GET', `/promotion/coupon-code/check/${code}`, { query })).body.data
      expect(await ask(percent.code.toLowerCase())).toEqual({ valid: true, kind: 'percent', amount: 12.5, currency: null })
      expect(await ask(amount.code)).toEqual({ valid: true, kind: 'amount', amount: 50, currency: 'TRY' })
    }
    expect((await owner.call('GET', `/promotion/coupon-code/check/${percent.code}`)).body.fields).toEqual({ order_number: 'Bu alan zorunlu' })
  })

  test('CPN-5 answers in one form, whatever is wrong; and guessing has an end, for a store and for an address', async () => {
    const { ctx, number, check } = await buyer('guesser')
    const [over, full, other] = [await coupon({ active: false }), await coupon({ totalLimit: 1 }), await coupon({ market: 'theme' })]
    await (await buyer('holder')).apply(full.code)
    const answers = await Promise.all(['NOSUCHCODE', over.code, full.code, other.code].map(check))
    expect(answers).toEqual(Array(4).fill({ data: { valid: false, kind: null, amount: null, currency: null } }))
    for (let n = answers.length; n < COUPON_LIMITS.store.most; n += 1) await check(`GUESS${n}`)
    expect(await check('ARASTA10')).toBe('rate.limited')
    const apply = (code: string) => run(calculatePrice, ctx, { params: { order_number: number }, body: { coupon_code: code } })
    expect([await apply('ARASTA10'), await apply('ÄÖ')]).toEqual(['rate.limited', 'rate.limited'])
    // by the door: 429 with the time to wait
    const shop = await signIn(market, 'store-2')
    const order = await prepareOrder(shop, 'gallery')
    let last = await shop.call('GET', '/promotion/coupon-code/check/GUESS', { query: { order_number: order.orderNumber } })
    for (let n = 0; n <= COUPON_LIMITS.store.most && last.status === 200; n += 1) last = await shop.call('GET', `/promotion/coupon-code/check/GUESS${n}`, { query: { order_number: order.orderNumber } })
    expect([last.status, last.body.code, Number(last.headers['retry-after']) > 0]).toEqual([429, 'rate.limited', true])
  })

  test('CPN-6 hostile codes get a clear answer, in an address and in a body', async () => {
    const order = await prepareOrder(owner, 'delivery-day')
    const headers = { 'apps-token': owner.token, 'store-token': owner.storeToken, 'content-type': 'application/json' }
    const texts = [...shareOf(3, 12), 'A'.repeat(10_000), 'A\0B', "' or 1=1 --", '../../x']
    for (const text of texts) {
      const inBody = await rawRequest(market.origins.app, 'POST', `/api/checkout/calculate/${order.orderNumber}`, { headers, body: JSON.stringify({ coupon_code: text }) })
      expect(text.trim() === '' ? [200] : [400, 422], JSON.stringify(text.slice(0, 40))).toContain(inBody?.status)
      const inPath = await rawRequest(market.origins.app, 'GET', `/api/promotion/coupon-code/check/${encoded(text)}?order_number=${order.orderNumber}`, { headers })
      expect([200, 400, 404], JSON.stringify(text.slice(0, 40))).toContain(inPath?.status)
      if (inPath?.status === 200) expect(JSON.parse(inPath.text).data.valid).toBe(false)
      await market.services.db.deleteFrom('limits').execute()
    }
  })
})

test('the database itself keeps the limits, the sums and the log (I7, I8, I9)', async () => {
  const { code } = await coupon({ totalLimit: 1 })
  const order = await buyer('tables')
  await order.apply(code)
  const { db } = market.services
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow(/violates|append-only/)
  await refused(db.updateTable('coupons').set({ used: 2 }).where('code', '=', code).execute())
  await refused(db.updateTable('coupons').set({ percent_bp: -1 }).where('code', '=', code).execute())
  await refused(db.updateTable('coupons').set({ amount_minor: 1 }).where('code', '=', code).execute())
  await refused(db.updateTable('coupons').set({ code: 'ındırım' }).where('code', '=', code).execute())
  await refused(db.updateTable('orders').set({ discount_minor: 30_000 }).where('number', '=', order.number).execute())
  await refused(db.updateTable('orders').set({ coupon_id: null, coupon_code: null }).where('number', '=', order.number).execute())
  await refused(db.updateTable('order_events').set({ to_state: 'paid' }).execute())
  await refused(db.deleteFrom('order_events').execute())
  await order.apply()
})
