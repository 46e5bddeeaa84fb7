import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Market } from '#lib/market.ts'
import { endUses } from '#modules/installs/public.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { cardFor } from '#test/support/bank-cards.ts'
import { billIn, buy, chargesOf, passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { finished, idOf, install, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import {
  findIdleRefunds,
  finishRefund,
  refundOrder,
  type RefundRequest,
  requestRefund,
  selectOrders,
  settleAttempt,
} from './public.ts'
import { REFUND_RETRY_SECONDS, USE_NOTICE_SECONDS } from './rules.ts'

let market: Marketplace
let apps: Owner
let themes: Owner
beforeAll(async () => {
  market = await startMarketplace()
  ;[apps, themes] = [await signIn(market, 'store-1'), await signIn(market, 'store-2', 'theme')]
})
afterAll(() => market.stop())

async function buyWith(card: string, owner: Owner, slug: string, site: Market): Promise<string> {
  const order = await prepareOrder(owner, slug, site)
  const paid = await pay(owner, order, { card })
  await passChallenge(market, paid.body.challenge.url)
  return order.orderNumber
}

let keys = 0
const asked = (
  orderNumber: string,
  amountMinor: number | null,
  changes: Partial<RefundRequest> = {},
): RefundRequest => ({
  orderNumber,
  amountMinor,
  reason: 'buyer_request',
  askedBy: 'test',
  key: `test-${(keys += 1)}`,
  ...changes,
})
const orderOf = (number: string) =>
  selectOrders(market.services.db)
    .selectAll('orders')
    .select(['use_ends_at', 'use_ended_at'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
const refundsOf = async (number: string) =>
  market.services.db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', (await orderOf(number)).id)
    .orderBy('turn')
    .execute()
/** A gateway whose process dies when money is to go back. */
const dying = () => ({
  ...market.services,
  gateway: { ...market.services.gateway, refund: () => Promise.reject(new Error('killed')) },
})

/** The mails that wait, sent. */
async function mails() {
  market.clock.moveSeconds(61)
  for (const id of await findWaitingMails(market.services)) await sendMail(market.services, id)
  return market.shop.mails()
}

describe('a refund (D10, PAY-19)', () => {
  test("of a part and then the rest moves the order to partially and fully refunded, as in the bank's ledger", async () => {
    const { orderNumber } = await buy(market, apps, 'delivery-day')
    expect(await refundOrder(market.services, asked(orderNumber, 10_000))).toMatchObject({
      kind: 'refund',
      refund: { state: 'succeeded', amount_minor: 10_000 },
    })
    expect(await orderOf(orderNumber)).toMatchObject({
      state: 'partially_refunded',
      refunded_minor: 10_000,
      use_ends_at: null,
    })
    expect(await chargesOf(market, orderNumber)).toEqual([14_990])
    expect(await refundOrder(market.services, asked(orderNumber, 14_991))).toEqual({
      kind: 'refused',
      why: 'too_much',
      leftMinor: 14_990,
    })
    expect(await refundOrder(market.services, asked(orderNumber, null))).toMatchObject({
      refund: { state: 'succeeded', amount_minor: 14_990 },
    })
    expect(await orderOf(orderNumber)).toMatchObject({ state: 'refunded', refunded_minor: 24_990 })
    expect(await chargesOf(market, orderNumber)).toEqual([])
    expect(await refundOrder(market.services, asked(orderNumber, null))).toMatchObject({
      kind: 'refused',
      why: 'not_paid',
    })
    const moves = await market.services.db
      .selectFrom('order_events')
      .select(['kind', 'to_state'])
      .where('order_id', '=', (await orderOf(orderNumber)).id)
      .where('kind', '!=', 'attempt')
      .orderBy('id')
      .execute()
    expect(moves.map((move) => `${move.kind} ${move.to_state}`).slice(-6)).toEqual([
      'refund requested',
      'refund succeeded',
      'order partially_refunded',
      'refund requested',
      'refund succeeded',
      'order refunded',
    ])
  })

  test('with the same key is the same refund; another amount or order under the key is refused', async () => {
    const { orderNumber } = await buy(market, themes, 'minty', 'theme')
    const request = asked(orderNumber, 500)
    const [first, ...again] = await Promise.all(
      [request, request, request].map((one) => refundOrder(market.services, one)),
    )
    for (const answer of again)
      expect(answer).toMatchObject({
        kind: 'refund',
        refund: { id: first?.kind === 'refund' ? first.refund.id : '' },
      })
    expect(await refundOrder(market.services, { ...request, amountMinor: 501 })).toEqual({
      kind: 'refused',
      why: 'key_reused',
    })
    expect(await chargesOf(market, orderNumber)).toEqual([24_390])
    for (const [amountMinor, why] of [
      [0, 'amount_invalid'],
      [-5, 'amount_invalid'],
      [1.5, 'amount_invalid'],
      [Number.NaN, 'amount_invalid'],
      [1e300, 'too_much'],
    ] as const) {
      expect(await refundOrder(market.services, asked(orderNumber, amountMinor))).toMatchObject({
        kind: 'refused',
        why,
      })
    }
    expect(
      await refundOrder(market.services, asked(orderNumber, 1, { key: 'no key!' })),
    ).toMatchObject({ why: 'key_invalid' })
    expect(await refundOrder(market.services, asked('AR0000000000000000', 1))).toMatchObject({
      why: 'no_order',
    })
  })

  test('of ten concurrent ones never exceeds what was paid', async () => {
    const { orderNumber } = await buy(market, themes, 'lux', 'theme')
    const { total_minor: total } = await orderOf(orderNumber)
    const part = Math.floor(total / 3)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refundOrder(market.services, asked(orderNumber, part))),
    )
    expect(answers.filter((answer) => answer.kind === 'refund')).toHaveLength(3)
    expect((await refundsOf(orderNumber)).map((refund) => refund.state)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
    ])
    expect((await chargesOf(market, orderNumber))[0] ?? 0).toBe(total - 3 * part)
    expect((await orderOf(orderNumber)).refunded_minor).toBe(3 * part)
  })

  test('cannot exceed the payment or become another, even when the table is written directly', async () => {
    const { orderNumber } = await buy(market, apps, 'free-delivery')
    const attempt = await market.services.db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'order_id')
      .selectAll('payment_attempts')
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    const now = market.clock.now()
    const row = (key: string, amount: number) => ({
      id: `rfd_${key}`,
      key,
      order_id: attempt.order_id,
      line_place: 1,
      attempt_id: attempt.id,
      amount_minor: amount,
      currency: 'TRY',
      reason: 'other',
      state: 'requested',
      asked_by: 'hand',
      requested_at: now,
      updated_at: now,
    })
    const insert = (key: string, amount: number) =>
      market.services.db.insertInto('refunds').values(row(key, amount)).execute()
    await expect(insert('hand-1', 9901)).rejects.toThrow(/payment_attempts_no_more_back/)
    await insert('hand-2', 9000)
    await expect(insert('hand-3', 901)).rejects.toThrow(/payment_attempts_no_more_back/)
    await expect(
      market.services.db
        .updateTable('refunds')
        .set({ amount_minor: 1 })
        .where('id', '=', 'rfd_hand-2')
        .execute(),
    ).rejects.toThrow(/never made into another/)
    await market.services.db
      .updateTable('refunds')
      .set({ state: 'refused', ended_at: now })
      .where('id', '=', 'rfd_hand-2')
      .execute()
    await insert('hand-4', 9900)
    await expect(
      market.services.db
        .updateTable('refunds')
        .set({ state: 'unknown', ended_at: null })
        .where('id', '=', 'rfd_hand-2')
        .execute(),
    ).rejects.toThrow(/payment_attempts_no_more_back/)
  })

  test('refused by the gateway leaves the order paid and the amount refundable', async () => {
    const orderNumber = await buyWith('5406670000000009', themes, 'slate', 'theme')
    expect(await refundOrder(market.services, asked(orderNumber, null))).toMatchObject({
      refund: { state: 'refused', refusal: 'not_refundable' },
    })
    expect(await orderOf(orderNumber)).toMatchObject({ state: 'paid', refunded_minor: 0 })
    expect(await refundOrder(market.services, asked(orderNumber, 100))).toMatchObject({
      refund: { state: 'refused' },
    })
  })
})

describe('a refund without an answer', () => {
  test("is unknown, counts as refunded, and is retried until known: once in the bank's ledger (I1)", async () => {
    const orderNumber = await buyWith(cardFor('06', 3), themes, 'lumen', 'theme')
    expect(await refundOrder(market.services, asked(orderNumber, 4000))).toMatchObject({
      refund: { state: 'unknown' },
    })
    expect(await orderOf(orderNumber)).toMatchObject({ state: 'paid', refunded_minor: 0 })
    expect(await refundOrder(market.services, asked(orderNumber, 6000))).toMatchObject({
      kind: 'refused',
      why: 'too_much',
      leftMinor: 5990,
    })
    const [refund] = await refundsOf(orderNumber)
    expect(await findIdleRefunds(market.services)).not.toContain(refund?.id)
    market.clock.moveSeconds(REFUND_RETRY_SECONDS)
    expect(await findIdleRefunds(market.services)).toContain(refund?.id)
    await Promise.all([1, 2, 3].map(() => finishRefund(market.services, refund?.id ?? '')))
    expect(await orderOf(orderNumber)).toMatchObject({
      state: 'partially_refunded',
      refunded_minor: 4000,
    })
    expect(await chargesOf(market, orderNumber)).toEqual([5990])
  })

  test('is stored although the process died before calling the gateway, and recovered (I3)', async () => {
    const { orderNumber } = await buy(market, apps, 'take-along')
    const [charged = 0] = await chargesOf(market, orderNumber)
    await expect(refundOrder(dying(), asked(orderNumber, 700))).rejects.toThrow('killed')
    expect((await refundsOf(orderNumber)).map((refund) => refund.state)).toEqual(['requested'])
    market.clock.moveSeconds(REFUND_RETRY_SECONDS)
    for (const id of await findIdleRefunds(market.services)) await finishRefund(market.services, id)
    expect(await chargesOf(market, orderNumber)).toEqual([charged - 700])
    expect((await orderOf(orderNumber)).state).toBe('partially_refunded')
  })
})

describe('unwanted payments (I4, D10)', () => {
  /** The bank has taken the money while the order came to its end without it. */
  async function chargedTooLate(slug: string) {
    await billIn(market, themes, 'USD')
    const order = await prepareOrder(themes, slug, 'theme')
    await billIn(market, themes, null)
    const { body } = await pay(themes, order)
    const attempt = await market.services.db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'order_id')
      .selectAll('payment_attempts')
      .where('number', '=', order.orderNumber)
      .executeTakeFirstOrThrow()
    await passChallengeAtBankOnly(body.challenge.url as string)
    await market.services.db
      .updateTable('orders')
      .set({ state: 'cancelled' })
      .where('id', '=', attempt.order_id)
      .execute()
    // Another process of ours has just asked for the money.
    await market.services.gateway.complete({
      attemptId: attempt.id,
      gatewayRef: attempt.gateway_ref ?? '',
      orderNumber: order.orderNumber,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
    })
    return { orderNumber: order.orderNumber, attemptId: attempt.id }
  }

  const passChallengeAtBankOnly = async (url: string) => {
    const { trustedHttp: http } = market.services
    const page = (await http.request(url)).body.toString('utf8')
    const code = /<strong dir="ltr">(\d{6})<\/strong>/.exec(page)?.[1] ?? ''
    await http.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: market.bank.url },
      body: new URLSearchParams({ code, action: 'confirm' }).toString(),
    })
  }

  test('are refunded in full, once, however often and concurrently they settle, and the buyer is told', async () => {
    const { orderNumber, attemptId } = await chargedTooLate('cyborg')
    expect(await chargesOf(market, orderNumber)).toEqual([900])
    await Promise.all([1, 2, 3, 4].map(() => settleAttempt(market.services, attemptId)))
    expect(await chargesOf(market, orderNumber)).toEqual([])
    expect(
      (await refundsOf(orderNumber)).map((refund) => [
        refund.reason,
        refund.state,
        refund.amount_minor,
      ]),
    ).toEqual([['money_back', 'succeeded', 900]])
    expect(await orderOf(orderNumber)).toMatchObject({ state: 'cancelled', refunded_minor: 0 })
    expect((await mails()).map((mail) => mail.subject)).toContain(
      'Fazladan gelen $9.00 geri gönderildi',
    )
  })

  test('are refunded although the process died between storing and sending the refund', async () => {
    const { orderNumber, attemptId } = await chargedTooLate('yeti')
    await expect(settleAttempt(dying(), attemptId)).rejects.toThrow('killed')
    expect(await chargesOf(market, orderNumber)).toEqual([1200])
    market.clock.moveSeconds(REFUND_RETRY_SECONDS)
    const idle = await findIdleRefunds(market.services)
    expect(idle).toHaveLength(1)
    for (const id of idle) await finishRefund(market.services, id)
    expect(await chargesOf(market, orderNumber)).toEqual([])
  })
})

describe('the item after a refund (D10, INS-7)', () => {
  test('stays after a partial refund; a full one removes it after a week, and its owner is told at once', async () => {
    const { orderNumber } = await buy(market, apps, 'tour')
    const id = await idOf(apps, 'tour')
    const { body } = await install(apps, id)
    await processRun(market)
    expect((await finished(apps, body.data.id)).state).toBe('installed')
    const stateNow = async () =>
      (
        await market.services.db
          .selectFrom('installations')
          .select('state')
          .where('item_id', '=', id)
          .executeTakeFirstOrThrow()
      ).state

    await refundOrder(market.services, asked(orderNumber, 100))
    market.clock.moveSeconds(USE_NOTICE_SECONDS + 1)
    await endUses(market.services)
    expect(await stateNow()).toBe('installed')

    await refundOrder(market.services, asked(orderNumber, null))
    expect((await orderOf(orderNumber)).use_ends_at?.getTime()).toBe(
      market.clock.now().getTime() + USE_NOTICE_SECONDS * 1000,
    )
    const told = (await mails()).find((mail) => mail.text.includes('kaldırılacak'))
    expect(told?.recipient).toBe('ayse@shop.example')
    market.clock.moveSeconds(USE_NOTICE_SECONDS - 100)
    await endUses(market.services)
    expect(await stateNow()).toBe('installed')
    market.clock.moveSeconds(100)
    await endUses(market.services)
    await processRun(market)
    expect(await stateNow()).toBe('uninstalled')
    expect((await orderOf(orderNumber)).use_ended_at).toBeNull()
    await endUses(market.services)
    expect((await orderOf(orderNumber)).use_ended_at).not.toBeNull()
  })

  test('stays if the store bought it again within the week', async () => {
    const owner = await signIn(market, 'store-1')
    const { orderNumber } = await buy(market, owner, 'delivery-day')
    await refundOrder(market.services, asked(orderNumber, null))
    await buy(market, owner, 'delivery-day')
    await install(owner, await idOf(owner, 'delivery-day'))
    await processRun(market)
    market.clock.moveSeconds(USE_NOTICE_SECONDS + 1)
    await endUses(market.services)
    expect((await orderOf(orderNumber)).use_ended_at).toBeNull()
    expect(await requestRefund(market.services, asked(orderNumber, 1))).toMatchObject({
      why: 'not_paid',
    })
  })
})
