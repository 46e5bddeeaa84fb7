import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp, type HttpRequest } from '#lib/http.ts'
import { sendMail } from '#modules/mail/public.ts'
import { cardFor } from '#test/support/bank-cards.ts'
import { CARDS, cardWith, pay, prepareOrder } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import type { RunningDouble } from './gateways/doubles/start.support.ts'
import type { Gateway } from './gateways/gateway.ts'
import {
  answerDocument,
  iyzicoTo,
  payAtPage,
  startIyzicoDouble,
} from './gateways/iyzico.support.ts'
import { bankCard } from './gateways/sandbox.support.ts'
import { answerAt, startStripeDouble, stripeTo, tokenFor } from './gateways/stripe.support.ts'
import { processAttempt, settleAttempt } from './public.ts'
import { findIdleAttempts } from './settle-payment.ts'

/**
 * The whole product with another gateway: challenges that are documents, returns of both kinds,
 * notices.
 */

let market: Marketplace
let owner: Owner
let stranger: Owner
let iyzico: RunningDouble
let sandbox: Gateway

const choose = (gateway: Gateway) => {
  ;(market.services as { gateway: Gateway }).gateway = gateway
}
const waiting = async (attemptId: string) =>
  (
    await sql<{
      count: number
    }>`select count(*)::int as count from pgboss.job where name = 'settle-attempt' and data->>'id' = ${attemptId}`.execute(
      market.services.db,
    )
  ).rows[0]?.count
const ask = (url: string, request?: HttpRequest) =>
  createHttp({ allowOrigins: Object.values(market.origins) }).request(url, request)
const attemptOf = (orderNumber: string) =>
  market.services.db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .selectAll('payment_attempts')
    .select('orders.state as order_state')
    .where('number', '=', orderNumber)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const goBack = (action: string, fields: Record<string, string>) =>
  ask(action, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: iyzico.url },
    body: new URLSearchParams(fields).toString(),
    timeoutMs: 20_000,
  })

beforeAll(async () => {
  market = await startMarketplace()
  sandbox = market.services.gateway
  iyzico = await startIyzicoDouble('')
  await iyzico.tell(
    `${market.origins.app.replace('apps.localhost', '127.0.0.1')}/checkout/notice/iyzico`,
  )
  ;[owner, stranger] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
})
afterAll(async () => {
  await iyzico?.close()
  await market?.stop()
})

describe('a challenge document', () => {
  beforeAll(() => choose(iyzicoTo(iyzico.url)))

  test('is sealed, shown once at an address without session, isolated from our pages, and deleted', async () => {
    const order = await prepareOrder(owner, 'delivery-day')
    const answer = await pay(owner, order, { card: CARDS.good })
    expect(answer.body.state).toBe('challenge')
    const url = new URL(answer.body.challenge.url as string)
    expect(url.origin).toBe(market.origins.app)
    expect((await attemptOf(order.orderNumber)).challenge_sealed).not.toMatch(/<form/)

    expect((await ask(url.href, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503)
    expect((await ask(url.href, { method: 'HEAD' })).status).toBe(200)
    expect((await ask(`${url.href}x`)).status).toBe(410)
    expect((await ask(url.href.replace(/att_[^/]+/, 'att_nobody'))).status).toBe(410)
    const shown = await ask(url.href)
    expect(shown.status).toBe(200)
    const policy = shown.headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/default-src 'none'.*form-action \*.*sandbox allow-scripts allow-forms/)
    expect(policy).not.toContain('allow-same-origin')
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'unsafe-none',
    })
    expect((await attemptOf(order.orderNumber)).challenge_sealed).toBeNull()
    expect((await ask(url.href)).status).toBe(410)

    const fields = await answerDocument(shown.body.toString(), 'confirm')
    expect((await goBack(`${market.origins.app}/checkout/return/stripe`, fields)).status).toBe(400)
    expect(
      (await goBack(`${market.origins.app}/checkout/return/iyzico`, { ...fields, mdStatus: '0' }))
        .status,
    ).toBe(400)
    const back = await goBack(`${market.origins.app}/checkout/return/iyzico`, fields)
    expect([back.status, back.headers.location]).toEqual([
      303,
      `/checkout/success?order=${order.orderNumber}`,
    ])
    expect(await attemptOf(order.orderNumber)).toMatchObject({
      state: 'succeeded',
      order_state: 'paid',
      return_sealed: null,
    })
    const again = await goBack(`${market.origins.app}/checkout/return/iyzico`, fields)
    expect(again.headers.location).toBe(`/checkout/success?order=${order.orderNumber}`)
    expect(await iyzico.book(order.orderNumber)).toEqual({
      charges: 1,
      chargedMinor: 24_990,
      refundedMinor: 0,
      currency: 'TRY',
    })
  })

  test("passes the bank's data on, although the first capture failed", async () => {
    const order = await prepareOrder(stranger, 'delivery-day')
    const answer = await pay(stranger, order, { card: bankCard('05') })
    const fields = await answerDocument(
      (await ask(answer.body.challenge.url as string)).body.toString(),
      'confirm',
    )
    expect(fields.conversationData).not.toBe('')
    const back = await goBack(`${market.origins.app}/checkout/return/iyzico`, fields)
    expect(back.headers.location).toBe(`/checkout/fail?order=${order.orderNumber}`)
    const attempt = await attemptOf(order.orderNumber)
    expect(attempt).toMatchObject({ state: 'unknown', order_state: 'awaiting_payment' })
    expect(attempt.return_sealed).not.toBeNull()
    expect(attempt.return_sealed).not.toContain(fields.conversationData)
    // Later, by the background job: nobody has the form any more.
    await settleAttempt(market.services, attempt.id)
    expect(await attemptOf(order.orderNumber)).toMatchObject({
      state: 'succeeded',
      order_state: 'paid',
      return_sealed: null,
    })
    expect(await iyzico.book(order.orderNumber)).toMatchObject({ charges: 1 })
  })

  test('is deleted with the attempt when the buyer starts another payment', async () => {
    const theme = await signIn(market, 'store-1', 'theme')
    const order = await prepareOrder(theme, 'minty', 'theme')
    const left = (await pay(theme, order, { card: CARDS.good })).body.challenge.url as string
    const first = await attemptOf(order.orderNumber)
    await pay(theme, order, { card: CARDS.good })
    const row = await market.services.db
      .selectFrom('payment_attempts')
      .select(['state', 'challenge_sealed'])
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'voided', challenge_sealed: null })
    expect(new URL(left).origin).toBe(market.origins.theme)
    expect((await ask(left)).status).toBe(410)
  })
})

describe("a payment on the gateway's own page", () => {
  test('is settled by the lookup, whatever the return says', async () => {
    choose(iyzicoTo(iyzico.url, { cardFields: 'page' }))
    const buyer = await signIn(market, 'store-2', 'theme')
    const order = await prepareOrder(buyer, 'minty', 'theme')
    const answer = await pay(buyer, order, { body: { card: undefined } })
    expect(answer.body.state).toBe('challenge')
    const { action, fields } = await payAtPage(answer.body.challenge.url as string, CARDS.good)
    expect((await goBack(action.replace('proof=', 'proof=x'), fields)).status).toBe(400)
    const back = await goBack(action, fields)
    expect(back.headers.location).toBe(`/checkout/success?order=${order.orderNumber}`)
    const attempt = await attemptOf(order.orderNumber)
    expect(attempt).toMatchObject({ state: 'succeeded', order_state: 'paid' })
    expect(attempt.gateway_ref).toMatch(/^\d+$/)
  })

  test('may save the card there, which is listed without an expiry and pays the next order', async () => {
    const buyer = await signIn(market, 'store-2', 'theme')
    const order = await prepareOrder(buyer, 'lux', 'theme')
    const answer = await pay(buyer, order, { body: { card: undefined } })
    const { action, fields } = await payAtPage(answer.body.challenge.url as string, CARDS.good, {
      keep: true,
    })
    await goBack(action, fields)
    const { body } = await buyer.call('GET', '/domain/card')
    expect(body.data).toMatchObject([
      { last_four: '0008', expiry_month: null, expiry_year: null, expired: false, may_pay: true },
    ])
    const next = await prepareOrder(buyer, 'yeti', 'theme')
    const paid = await pay(buyer, next, {
      body: { card: undefined, saved_card_id: body.data[0].id },
    })
    expect(paid.body.state).toBe('challenge')
  })
})

describe("a payment with the gateway's own fields", () => {
  let double: RunningDouble
  beforeAll(async () => {
    double = await startStripeDouble(
      `${market.origins.app.replace('apps.localhost', '127.0.0.1')}/checkout/notice/stripe`,
    )
    choose(stripeTo(double.url))
  })
  afterAll(() => double.close())

  const buy = async (buyer: Owner, slug: string, number: string) => {
    const order = await prepareOrder(buyer, slug)
    const answer = await pay(buyer, order, {
      body: { card: undefined, client_token: await tokenFor(double.url, number), store_card: true },
    })
    return { order, answer }
  }

  test('takes a token and no card, returns with GET, and saves the card', async () => {
    const buyer = await signIn(market, 'store-1')
    const { order } = await buy(buyer, 'free-delivery', '4242424242424242')
    const refused = await pay(buyer, order, { card: CARDS.good })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const url = (await attemptOf(order.orderNumber)).challenge_url ?? ''
    expect(new URL(url).origin).toBe(double.url)
    const back = await answerAt(url, 'confirm')
    const spoiled = new URL(back)
    spoiled.searchParams.set('attempt', 'att_another')
    expect((await ask(spoiled.href)).status).toBe(400)
    const shown = await ask(back.href, { timeoutMs: 20_000 })
    expect([shown.status, shown.headers.location]).toEqual([
      303,
      `/checkout/success?order=${order.orderNumber}`,
    ])
    expect(await attemptOf(order.orderNumber)).toMatchObject({
      state: 'succeeded',
      order_state: 'paid',
      card_last_four: '4242',
    })
    expect((await buyer.call('GET', '/domain/card')).body.data ?? []).toMatchObject([
      { last_four: '4242' },
    ])
    expect(await double.book(order.orderNumber)).toMatchObject({
      charges: 1,
      chargedMinor: Math.round(order.total * 100),
    })
  })

  test('that was abandoned is closed at the gateway: passing it later pays nothing', async () => {
    const buyer = await signIn(market, 'store-1', 'theme')
    const order = await prepareOrder(buyer, 'slate', 'theme')
    const means = async () => ({
      body: { card: undefined, client_token: await tokenFor(double.url, '4000000000003220') },
    })
    const left = (await pay(buyer, order, await means())).body.challenge.url as string
    const first = await attemptOf(order.orderNumber)
    const second = (await pay(buyer, order, await means())).body.challenge.url as string
    expect(await waiting(first.id)).toBe(1)
    await processAttempt(market.services, first.id)
    await processAttempt(market.services, first.id)
    await answerAt(left, 'confirm')
    expect(await double.book(order.orderNumber)).toMatchObject({ charges: 0 })
    await ask((await answerAt(second, 'confirm')).href, { timeoutMs: 20_000 })
    expect(await double.book(order.orderNumber)).toMatchObject({ charges: 1, refundedMinor: 0 })
    expect(await attemptOf(order.orderNumber)).toMatchObject({
      state: 'succeeded',
      order_state: 'paid',
    })
  })

  test('is settled although the buyer never returned', async () => {
    const buyer = await signIn(market, 'store-2')
    const { order, answer } = await buy(buyer, 'free-delivery', '4000000000003220')
    await answerAt(answer.body.challenge.url as string, 'confirm')
    await expect
      .poll(
        () =>
          market.services.db
            .selectFrom('gateway_notices')
            .select('event_id')
            .where('gateway', '=', 'stripe')
            .execute(),
        { timeout: 20_000 },
      )
      .not.toHaveLength(0)
    await settleAttempt(market.services, (await attemptOf(order.orderNumber)).id)
    expect(await attemptOf(order.orderNumber)).toMatchObject({
      state: 'succeeded',
      order_state: 'paid',
    })
  })
})

describe('an unfinished payment', () => {
  /**
   * Where the sweep finds it next, in seconds from now; the clock goes there and the job does its
   * work.
   */
  async function nextLook(attemptId: string): Promise<number> {
    const { next_look_at: at } = await market.services.db
      .selectFrom('payment_attempts')
      .select('next_look_at')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    const seconds = Math.round(((at as Date).getTime() - market.clock.now().getTime()) / 1000)
    market.clock.moveSeconds(seconds - 1)
    expect(await findIdleAttempts(market.services)).not.toContain(attemptId)
    market.clock.moveSeconds(1)
    expect(await findIdleAttempts(market.services)).toContain(attemptId)
    await processAttempt(market.services, attemptId)
    return seconds
  }

  test('that the gateway has not decided is checked at intervals from ten seconds to ten minutes', async () => {
    choose(iyzicoTo(iyzico.url))
    const buyer = await signIn(market, 'store-2', 'theme')
    const order = await prepareOrder(buyer, 'cyborg', 'theme')
    const answer = await pay(buyer, order, { card: bankCard('40') })
    await goBack(
      `${market.origins.theme}/checkout/return/iyzico`,
      await answerDocument(
        (await ask(answer.body.challenge.url as string)).body.toString(),
        'confirm',
      ),
    )
    const { id, state } = await attemptOf(order.orderNumber)
    expect(state).toBe('unknown')
    const distances: number[] = []
    for (let looks = 0; looks < 10; looks += 1) distances.push(await nextLook(id))
    expect(distances).toEqual([15, 10, 20, 40, 80, 160, 320, 600, 600, 600])
  })

  test('is checked at its own gateway after a change of gateways; without its keys the operator is told once', async () => {
    choose(sandbox)
    const buyer = await signIn(market, 'store-1', 'theme')
    const order = await prepareOrder(buyer, 'lux', 'theme')
    await pay(buyer, order, {
      card: cardFor('06', 0, 1),
      body: { card: { ...cardWith(cardFor('06', 0, 1)), secure_3d: false } },
    })
    const { id, state } = await attemptOf(order.orderNumber)
    expect(state).toBe('unknown')
    choose(iyzicoTo(iyzico.url))
    const { db } = market.services
    for (let looks = 0; looks < 3; looks += 1) await nextLook(id)
    expect((await attemptOf(order.orderNumber)).state).toBe('unknown')
    expect(
      await db
        .selectFrom('ledger_differences')
        .select(['kind', 'gateway', 'order_number', 'state'])
        .where('subject', '=', id)
        .execute(),
    ).toEqual([
      { kind: 'not_asked', gateway: 'sandbox', order_number: order.orderNumber, state: 'open' },
    ])
    for (const mail of await db
      .selectFrom('mails')
      .select('id')
      .where('state', '=', 'queued')
      .execute())
      await sendMail(market.services, mail.id)
    expect(market.shop.mails().filter((mail) => mail.text.includes(id))).toMatchObject([
      { recipient: 'money@apps.localhost', subject: 'Sonucu sorulamayan bir ödeme var (sandbox)' },
    ])

    const services = market.services as { formerGateway(name: string): Gateway | null }
    services.formerGateway = (name) => (name === 'sandbox' ? sandbox : null)
    await nextLook(id)
    expect(await attemptOf(order.orderNumber)).toMatchObject({
      state: 'succeeded',
      order_state: 'paid',
    })
  })
})

describe('notices', () => {
  test("are accepted at the configured gateway's address only, and only when signed", async () => {
    choose(iyzicoTo(iyzico.url))
    const notice = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        paymentConversationId: 'att_x',
        paymentId: 1,
        status: 'SUCCESS',
        iyziReferenceCode: 'r',
        iyziEventType: 'THREE_DS_AUTH',
      }),
    }
    for (const name of ['iyzico', 'stripe', 'sandbox'])
      expect(
        (await ask(`${market.origins.app}/checkout/notice/${name}`, notice)).status,
        name,
      ).toBe(401)
    const taken = await market.services.db
      .selectFrom('gateway_notices')
      .select('event_id')
      .where('gateway', '=', 'iyzico')
      .execute()
    expect(taken.length).toBeGreaterThan(0)
  })
})
