import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendMail } from '#modules/mail/public.ts'
import {
  ADDRESS,
  CARDS,
  chargesOf,
  passChallenge,
  pay,
  prepareOrder,
} from '#test/support/checkout.ts'
import { couponBuyer, expectCouponsAddUp, makeCoupon } from '#test/support/coupons.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { encoded, rawRequest, shareOf } from '#test/support/naughty-strings.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { COUPON_LIMITS } from './coupons.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
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
const status = async (who: Owner, number: string) =>
  (await who.call('GET', `/checkout/status/${number}`)).body.data
/**
 * What a store has bought stays bought; a fresh marketplace would cost more than a row that says
 * refunded.
 */
const forget = (number: string) =>
  market.services.db
    .updateTable('orders')
    .set({ state: 'refunded' })
    .where('number', '=', number)
    .execute()

describe('paying with a coupon', () => {
  const owners = () =>
    Promise.all([signIn(market, 'store-1', 'theme'), signIn(market, 'store-2', 'theme')])

  test('charges the discounted total once and redeems the use; a decline keeps the place', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const [shop] = await owners()
    const order = await prepareOrder(shop, 'minty', 'theme')
    const { total } = (
      await shop.call('POST', `/checkout/calculate/${order.orderNumber}`, {
        body: { coupon_code: code },
      })
    ).body.data
    expect(total).toBe(224.02)
    const declined = await pay(shop, { ...order, total }, { card: CARDS.declined })
    if (declined.body.state === 'challenge')
      await passChallenge(market, declined.body.challenge.url)
    expect([await usesOf(code), (await status(shop, order.orderNumber)).state]).toEqual([
      1,
      'awaiting_payment',
    ])
    const paid = await pay(shop, { ...order, total })
    await passChallenge(market, paid.body.challenge.url)
    expect(await status(shop, order.orderNumber)).toMatchObject({
      state: 'paid',
      coupon_code: code,
      total: 224.02,
    })
    expect([await chargesOf(market, order.orderNumber), await usesOf(code)]).toEqual([[22_402], 1])
    const events = await market.services.db
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('to_state')
      .where('number', '=', order.orderNumber)
      .where('kind', '=', 'coupon')
      .orderBy('order_events.id')
      .execute()
    expect(events.map((event) => event.to_state)).toEqual(['reserved', 'redeemed'])
    await forget(order.orderNumber)
  })

  test('CPN-4 a coupon that ends between price and payment: charges nothing and asks for the new total', async () => {
    const { code } = await coupon({ validUntil: new Date(market.clock.now().getTime() + 60_000) })
    const [, shop] = await owners()
    const order = await prepareOrder(shop, 'pulse', 'theme')
    const { total } = (
      await shop.call('POST', `/checkout/calculate/${order.orderNumber}`, {
        body: { coupon_code: code },
      })
    ).body.data
    market.clock.moveSeconds(61)
    const late = await pay(shop, { ...order, total })
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'checkout.coupon_ended',
      'Kuponun artık geçerli değil, tutar değişti. Ücret alınmadı; yeni tutarı görüp yeniden onayla.',
    ])
    expect(await status(shop, order.orderNumber)).toMatchObject({
      total: order.total,
      coupon_code: null,
      discount: 0,
      outcome: 'open',
    })
    // the old total is no longer what is agreed to, the new one is
    expect((await pay(shop, { ...order, total })).body.code).toBe('checkout.total_changed')
    expect((await pay(shop, order)).body.state).toBe('challenge')
    expect([await chargesOf(market, order.orderNumber), await usesOf(code)]).toEqual([[], 0])
  })

  test('a coupon deactivated during the challenge keeps the agreed price; a removed one does not', async () => {
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
    await market.services.db
      .updateTable('coupons')
      .set({ active: false })
      .where('code', '=', code)
      .execute()
    await passChallenge(market, paid)
    expect(await status(shop, order.orderNumber)).toMatchObject({ state: 'paid', total })
    await forget(order.orderNumber)
  })

  test('a coupon for the whole price needs consents but no card, attempt or bank (PAY-20, D10, I8)', async () => {
    const { code } = await coupon({ value: { kind: 'percent', percentBp: 10_000 } })
    const [shop] = await owners()
    const order = await prepareOrder(shop, 'lumen', 'theme')
    expect((await pay(shop, order, { total: 0 })).body.code).toBe('checkout.total_changed')
    const free = (
      await shop.call('POST', `/checkout/calculate/${order.orderNumber}`, {
        body: { coupon_code: code },
      })
    ).body.data
    expect(free).toMatchObject({ total: 0, tax: 0, discount: free.subtotal })
    const press = (consents: object[]) =>
      shop.call('POST', `/checkout/payment/${order.orderNumber}`, {
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { total: 0, consents },
      })
    expect((await press([])).body.code).toBe('checkout.consent_required')
    const presses = await Promise.all([
      press(order.consents),
      press(order.consents),
      press(order.consents),
    ])
    expect(presses.map((answer) => answer.body)).toEqual(
      Array(3).fill({
        state: 'paid',
        challenge: null,
        declined: null,
        order_number: order.orderNumber,
      }),
    )
    expect(await status(shop, order.orderNumber)).toMatchObject({
      state: 'paid',
      outcome: 'confirmed',
      attempt: null,
    })
    const row = await orderOf(order.orderNumber)
    const attempts = await market.services.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('order_id', '=', row.id)
      .execute()
    const consents = await market.services.db
      .selectFrom('consents')
      .select('kind')
      .where('order_id', '=', row.id)
      .execute()
    expect([attempts, consents.length, await usesOf(code)]).toEqual([[], order.consents.length, 1])
    // A receipt of zero, once, with what was agreed to; nothing was sold for money, so there is no
    // invoice.
    for (const { id } of await market.services.db
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'queued')
      .execute())
      await sendMail(market.services, id)
    const receipts = market.shop.mails().filter((mail) => mail.text.includes(order.orderNumber))
    expect(receipts.map((mail) => [mail.recipient, mail.attachments.length])).toEqual([
      [ADDRESS.email, 1],
    ])
    expect(receipts[0]?.text).toMatch(/₺0,00/)
    expect((await shop.call('GET', `/checkout/receipt/${order.orderNumber}`)).status).toBe(404)
    await forget(order.orderNumber)
  })

  test('an abandoned order releases its coupon when it ends', async () => {
    const { code } = await coupon({ totalLimit: 1 })
    const order = await buyer('leaver')
    await order.apply(code)
    await market.services.db
      .updateTable('orders')
      .set({ created_at: new Date(0), expires_at: new Date(1) })
      .where('number', '=', order.number)
      .execute()
    // the next visit of the same store ends it too
    const again = await order.start('delivery-day')
    expect([
      again.order_number === order.number,
      await usesOf(code),
      (await orderOf(order.number)).state,
    ]).toEqual([false, 0, 'expired'])
  })
})

describe('S7.17 checking a coupon', () => {
  test('returns whether it would apply, its kind and value', async () => {
    const [percent, amount] = [
      await coupon({ value: { kind: 'percent', percentBp: 1250 } }),
      await coupon({ value: { kind: 'amount', amountMinor: 5000, currency: 'TRY' } }),
    ]
    const owner = await signIn(market, 'store-1')
    const order = await prepareOrder(owner, 'delivery-day')
    const itemId = (
      await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'delivery-day' } })
    ).body.data.id as string
    for (const query of [{ order_number: order.orderNumber }, { item_id: itemId }] as Record<
      string,
      string
    >[]) {
      const ask = async (code: string) =>
        (await owner.call('GET', `/promotion/coupon-code/check/${code}`, { query })).body.data
      expect(await ask(percent.code.toLowerCase())).toEqual({
        valid: true,
        kind: 'percent',
        amount: 12.5,
        currency: null,
      })
      expect(await ask(amount.code)).toEqual({
        valid: true,
        kind: 'amount',
        amount: 50,
        currency: 'TRY',
      })
    }
    expect(
      (await owner.call('GET', `/promotion/coupon-code/check/${percent.code}`)).body.fields,
    ).toEqual({ order_number: 'Bu alan zorunlu' })
  })

  test('CPN-5 answers in one form whatever is wrong, and limits guesses per store and address', async () => {
    const { apply, check } = await buyer('guesser')
    const [over, full, other] = [
      await coupon({ active: false }),
      await coupon({ totalLimit: 1 }),
      await coupon({ market: 'theme' }),
    ]
    await (await buyer('holder')).apply(full.code)
    const answers = await Promise.all(['NOSUCHCODE', over.code, full.code, other.code].map(check))
    expect(answers).toEqual(
      Array(4).fill({ data: { valid: false, kind: null, amount: null, currency: null } }),
    )
    for (let n = answers.length; n < COUPON_LIMITS.store.most; n += 1) await check(`GUESS${n}`)
    expect(await check('ARASTA10')).toBe('rate.limited')
    expect([await apply('ARASTA10'), await apply('ÄÖ')]).toEqual(['rate.limited', 'rate.limited'])
    // by the door: 429 with the time to wait
    const shop = await signIn(market, 'store-2')
    const order = await prepareOrder(shop, 'gallery')
    let last = await shop.call('GET', '/promotion/coupon-code/check/GUESS', {
      query: { order_number: order.orderNumber },
    })
    for (let n = 0; n <= COUPON_LIMITS.store.most && last.status === 200; n += 1)
      last = await shop.call('GET', `/promotion/coupon-code/check/GUESS${n}`, {
        query: { order_number: order.orderNumber },
      })
    expect([last.status, last.body.code, Number(last.headers['retry-after']) > 0]).toEqual([
      429,
      'rate.limited',
      true,
    ])
  })

  test('CPN-6 answers hostile codes clearly, in path and body', async () => {
    const owner = await signIn(market, 'store-1')
    const order = await prepareOrder(owner, 'delivery-day')
    const headers = {
      'apps-token': owner.token,
      'store-token': owner.storeToken,
      'content-type': 'application/json',
    }
    const texts = [...shareOf(3, 12), 'A'.repeat(10_000), 'A\0B', "' or 1=1 --", '../../x']
    for (const text of texts) {
      const inBody = await rawRequest(
        market.origins.app,
        'POST',
        `/api/checkout/calculate/${order.orderNumber}`,
        { headers, body: JSON.stringify({ coupon_code: text }) },
      )
      expect(text.trim() === '' ? [200] : [400, 422], JSON.stringify(text.slice(0, 40))).toContain(
        inBody?.status,
      )
      const inPath = await rawRequest(
        market.origins.app,
        'GET',
        `/api/promotion/coupon-code/check/${encoded(text)}?order_number=${order.orderNumber}`,
        { headers },
      )
      expect([200, 400, 404], JSON.stringify(text.slice(0, 40))).toContain(inPath?.status)
      if (inPath?.status === 200) expect(JSON.parse(inPath.text).data.valid).toBe(false)
      await market.services.db.deleteFrom('limits').execute()
    }
  })
})
