import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Market } from '#lib/market.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { RECOVERY_SECONDS } from '#server/jobs.ts'
import { cardFor } from '#test/support/bank-cards.ts'
import { billIn, buy, chargesOf, passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import {
  compareLedgers,
  compareLedgersOfDay,
  findIdleRefunds,
  finishRefund,
  processAttempt,
  refundOrder,
  resolveDiscrepancy,
  settleAttempt,
} from './public.ts'
import { findIdleAttempts } from './settle-payment.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

const owner = (site: Market = 'theme', store: 'store-1' | 'store-2' = 'store-1') =>
  signIn(market, store, site)
const today = () => market.clock.now().toISOString().slice(0, 10)
const attemptOf = (orderNumber: string) =>
  market.services.db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payment_attempts')
    .where('number', '=', orderNumber)
    .orderBy('turn', 'desc')
    .executeTakeFirstOrThrow()
const open = async () =>
  (
    await market.services.db
      .selectFrom('ledger_differences')
      .selectAll()
      .orderBy('found_at')
      .orderBy('kind')
      .execute()
  ).map((row) => [row.kind, row.order_number, row.ours_minor, row.theirs_minor, row.state])
/** To an hour after the next midnight, as far as the books are concerned. */
const nextDay = () => {
  const now = market.clock.now()
  const midnight = new Date(now)
  midnight.setUTCHours(25, 0, 0, 0)
  market.clock.moveSeconds((midnight.getTime() - now.getTime()) / 1000)
}
/**
 * The worker's sweep for payments, every ten seconds beginning in so many, until nothing moves any
 * more; the seconds it took.
 */
async function sweepUntil(isOver: () => Promise<boolean>, firstIn: number): Promise<number> {
  let passed = 0
  for (let wait = firstIn; passed < 120; wait = RECOVERY_SECONDS) {
    market.clock.moveSeconds(wait)
    passed += wait
    for (const id of await findIdleAttempts(market.services))
      await processAttempt(market.services, id)
    for (const id of await findIdleRefunds(market.services)) await finishRefund(market.services, id)
    if (await isOver()) return passed
  }
  return Infinity
}

describe('a payment without a reported outcome (PAY-5, I4)', () => {
  test.each([1, 4, 5, 6, 9, 10])(
    'that was charged is settled within thirty seconds, recovery starting after %i',
    async (firstIn) => {
      const who = await owner(
        firstIn % 2 === 0 ? 'theme' : 'app',
        firstIn > 5 ? 'store-2' : 'store-1',
      )
      const [slug, site] =
        firstIn % 2 === 0
          ? [{ 4: 'minty', 6: 'minty', 10: 'lux' }[firstIn] as string, 'theme' as const]
          : [
              { 1: 'delivery-day', 5: 'free-delivery', 9: 'delivery-day' }[firstIn] as string,
              'app' as const,
            ]
      const order = await prepareOrder(who, slug, site)
      await passChallenge(
        market,
        (await pay(who, order, { card: cardFor('06', 0) })).body.challenge.url,
      )
      expect((await attemptOf(order.orderNumber)).state).toBe('unknown')
      expect(
        await sweepUntil(
          async () => (await attemptOf(order.orderNumber)).state === 'succeeded',
          firstIn,
        ),
      ).toBeLessThanOrEqual(30)
      expect((await chargesOf(market, order.orderNumber)).length).toBe(1)
    },
  )

  test.each([1, 5, 10])(
    'that never reached the bank is voided within thirty seconds, recovery starting after %i',
    async (firstIn) => {
      const who = await owner('theme', 'store-2')
      const order = await prepareOrder(who, 'cyborg', 'theme')
      await pay(who, order, { card: cardFor('03', 1) })
      expect((await attemptOf(order.orderNumber)).state).toBe('unknown')
      expect(
        await sweepUntil(
          async () => (await attemptOf(order.orderNumber)).state === 'voided',
          firstIn,
        ),
      ).toBeLessThanOrEqual(30)
    },
  )
})

describe('reconciliation of a day (PAY-22)', () => {
  test('agrees, including refunds and late answers, and compares a day once', async () => {
    const who = await owner()
    const { orderNumber } = await buy(market, who, 'lumen', 'theme')
    await refundOrder(market.services, {
      orderNumber,
      amountMinor: 990,
      reason: 'other',
      askedBy: 'test',
      key: 'books-1',
    })
    const late = await prepareOrder(who, 'slate', 'theme')
    await passChallenge(
      market,
      (await pay(who, late, { card: cardFor('06', 0) })).body.challenge.url,
    )
    const day = today()
    nextDay()
    await compareLedgers(market.services)
    expect((await attemptOf(late.orderNumber)).state).toBe('succeeded')
    expect(await open()).toEqual([])
    const days = await market.services.db.selectFrom('ledger_days').selectAll().execute()
    expect(days.length).toBeGreaterThan(0)
    const { movements } = await market.services.db
      .selectFrom('ledger_days')
      .select('movements')
      .where('day', '=', new Date(day))
      .executeTakeFirstOrThrow()
    expect(movements).toBeGreaterThanOrEqual(3)
    await compareLedgers({
      ...market.services,
      gateway: {
        ...market.services.gateway,
        listMovements: () => Promise.reject(new Error('asked again')),
      },
    })
  })

  test('stores each discrepancy with an alert, and comparing again hides none', async () => {
    const { services } = market
    const day = today()
    const who = await owner('theme', 'store-2')
    // The bank took money that nobody here knows of.
    const snapshot = {
      attemptId: 'att_of_nobody',
      orderNumber: 'ARSTRANGE',
      itemName: 'x',
      amountMinor: 4711,
      currency: 'TRY',
      buyer: {
        name: 'x',
        email: 'x@y.example',
        phone: '+905321234567',
        city: 'x',
        country: 'TR',
        address: 'x',
        zipCode: '',
      },
    }
    const paid = await services.gateway.start(
      snapshot,
      {
        kind: 'card',
        holder: 'X',
        number: '4900000001000002',
        expiryMonth: 12,
        expiryYear: 2030,
        cvc: '123',
        storeCard: false,
      },
      {
        returnUrl: `${market.origins.app}/r`,
        noticeUrl: `${market.origins.app}/n`,
        buyerIp: '127.0.0.1',
        locale: 'tr',
        threeDSecure: 'auto',
        installments: 1,
      },
    )
    expect(paid.kind).toBe('paid')
    // We call paid what the bank has never heard of.
    const missing = await prepareOrder(who, 'yeti', 'theme')
    const { id: missingId } = await services.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', missing.orderNumber)
      .executeTakeFirstOrThrow()
    const now = market.clock.now()
    await services.db
      .insertInto('payment_attempts')
      .values({
        id: 'att_missing',
        order_id: missingId,
        gateway: 'sandbox',
        state: 'succeeded',
        amount_minor: 1200,
        currency: 'USD',
        captured_minor: 1200,
        captured_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute()
    // Another amount, another refund.
    const amount = await buy(market, who, 'lumen', 'theme')
    await services.db
      .updateTable('payment_attempts')
      .set({ captured_minor: 9000 })
      .where('id', '=', (await attemptOf(amount.orderNumber)).id)
      .execute()
    const refund = await buy(market, who, 'slate', 'theme')
    await services.gateway.refund(
      (await attemptOf(refund.orderNumber)).gateway_ref ?? '',
      { amountMinor: 77, currency: 'TRY' },
      'by-hand-at-the-bank',
    )
    // Money for an order that does not want it, on a card that takes none back.
    await billIn(market, who, 'EUR')
    const held = await prepareOrder(who, 'morph', 'theme')
    await billIn(market, who, null)
    const { url } = (await pay(who, held, { card: '5406670000000009' })).body.challenge
    const orders = services.db
      .updateTable('orders')
      .set({ state: 'cancelled' })
      .where('number', '=', held.orderNumber)
    const gateway = {
      ...services.gateway,
      complete: async (...args: Parameters<typeof services.gateway.complete>) => {
        const step = await services.gateway.complete(...args)
        await orders.execute()
        return step
      },
    }
    const { trustedHttp: http } = services
    const code =
      /<strong dir="ltr">(\d{6})<\/strong>/.exec(
        (await http.request(url)).body.toString('utf8'),
      )?.[1] ?? ''
    await http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: market.bank.url },
      body: new URLSearchParams({ code, action: 'confirm' }).toString(),
    })
    await settleAttempt({ ...services, gateway }, (await attemptOf(held.orderNumber)).id)
    nextDay()
    await compareLedgers(services)
    expect((await open()).toSorted()).toEqual([
      ['amount_differs', amount.orderNumber, 9000, 9990, 'open'],
      ['charge_missing', missing.orderNumber, 1200, null, 'open'],
      ['charge_unknown', 'ARSTRANGE', null, 4711, 'open'],
      ['money_held', held.orderNumber, 4500, 4500, 'open'],
      ['refund_differs', refund.orderNumber, 0, 77, 'open'],
    ])
    for (const id of await findWaitingMails(services)) await sendMail(services, id)
    market.clock.moveSeconds(61)
    for (const id of await findWaitingMails(services)) await sendMail(services, id)
    const alarm = market.shop.mails().find((mail) => mail.recipient === 'money@apps.localhost')
    expect(alarm?.subject).toBe(`${day}: defterlerde 5 fark`)
    expect(alarm?.text).toContain('Bilmediğimiz tahsilat: ARSTRANGE. Bizde –, onlarda ₺47,11.')

    const [first] = await services.db
      .selectFrom('ledger_differences')
      .select('id')
      .where('kind', '=', 'refund_differs')
      .execute()
    expect(
      await resolveDiscrepancy(
        services.db,
        first?.id ?? '',
        { state: 'explained', note: 'refunded by hand', by: 'test' },
        now,
      ),
    ).toBe(true)
    expect(
      await resolveDiscrepancy(
        services.db,
        first?.id ?? '',
        { state: 'resolved', note: 'again', by: 'test' },
        now,
      ),
    ).toBe(false)
    expect(await compareLedgersOfDay(services, day)).toEqual([])
    expect((await open()).map((row) => row[4]).toSorted()).toEqual([
      'explained',
      'open',
      'open',
      'open',
      'open',
    ])
  })

  test("is made up for later, without missing a day, when the gateway's ledger is unavailable", async () => {
    const { services } = market
    const before = (await services.db.selectFrom('ledger_days').select('day').execute()).length
    nextDay()
    nextDay()
    await market.bank.close()
    await compareLedgers(services)
    expect((await services.db.selectFrom('ledger_days').select('day').execute()).length).toBe(
      before,
    )
  })
})
