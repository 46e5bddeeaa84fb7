import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondsAfter, systemClock } from '#lib/clock.ts'
import { CLOSED_PORT, type RunningDouble } from './doubles/start.support.ts'
import {
  brokenCards,
  Checkout,
  type GatewayHarness,
  type SuiteCards,
} from './gateway.suite-checkout.ts'
import { gatewaySuite } from './gateway.suite.ts'
import type { PaymentMethod } from './gateway.ts'
import { bankCard, listenForNotices } from './sandbox.support.ts'
import { declineOf } from './stripe-wire.ts'
import { answerAt, startStripeDouble, STRIPE_KEYS, stripeTo, tokenFor } from './stripe.support.ts'

const CARDS: SuiteCards = {
  pays: '4242424242424242',
  paysWithoutChallenge: '5555555555554444',
  declined: {
    card_declined: '4000000000000002',
    insufficient_funds: '4000000000009995',
    expired_card: '4000000000000069',
    invalid_cvc: '4000000000000127',
    gateway_error: '4000000000000119',
    limit: '4000000000006975',
    invalid_card: bankCard('31'),
    not_permitted: bankCard('32'),
  },
  notVerified: ['4000008400001280'],
  // The challenge takes the money by itself: what may break is the look at it, the start and the
  // refund.
  brokenCharge: {},
  // Nothing that Stripe answers is signed; it is believed for the connection's sake.
  brokenStart: brokenCards(1, ['13']),
  brokenLookup: brokenCards(2, ['10', '11', '12', '13']),
  brokenRefund: brokenCards(3, ['12', '13']),
  noticeTwice: bankCard('20'),
  noticeForged: bankCard('21'),
}

interface StripeHarness extends GatewayHarness {
  double: RunningDouble
}

async function openHarness(): Promise<StripeHarness> {
  const shop = await listenForNotices()
  const double = await startStripeDouble(
    `${shop.origin.replace('apps.localhost', '127.0.0.1')}/notices`,
  )
  const tokens = new Map<string, Promise<string>>()
  return {
    double,
    gateway: stripeTo(double.url),
    impatient: stripeTo(double.url, { timeoutMs: 3_000 }),
    unreachable: stripeTo(`http://stripe.localhost:${CLOSED_PORT}`),
    later: (seconds) =>
      stripeTo(double.url, { clock: { now: () => secondsAfter(systemClock.now(), seconds) } }),
    cards: CARDS,
    traits: {
      startAgain: 'same',
      settlesItself: true,
      signsReturns: false,
      noticeSigns: 'body',
      noticesOfRefunds: true,
    },
    async means(number, order, storeCard = false): Promise<PaymentMethod> {
      const key = `${number} ${order.attemptId}`
      if (!tokens.has(key)) tokens.set(key, tokenFor(double.url, number))
      return { kind: 'client_token', token: (await tokens.get(key)) ?? '', storeCard }
    },
    noticeUrl: `${shop.origin}/notices`,
    returnUrl: `${shop.origin}/return`,
    answerChallenge: async (challenge, action) =>
      Object.fromEntries(
        (await answerAt('url' in challenge ? challenge.url : '', action)).searchParams,
      ),
    book: double.book,
    notices: (attemptId, count) => shop.until(attemptId, count),
    async close() {
      await double.close()
      await shop.close()
    },
  }
}

gatewaySuite('stripe', openHarness)

describe('stripe', { timeout: 60_000 }, () => {
  let harness: StripeHarness
  let checkout: Checkout
  beforeAll(async () => {
    harness = await openHarness()
    checkout = new Checkout(harness)
  })
  afterAll(() => harness.close())

  it("reads events signed like its SDK's, and no others", () => {
    const clock = { now: () => new Date(1_700_000_000_000) }
    const gateway = stripeTo(harness.double.url, { clock })
    const payload = JSON.stringify({
      id: 'evt_1',
      data: {
        object: {
          object: 'charge',
          id: 'ch_1',
          payment_intent: 'pi_1',
          metadata: { attempt_id: 'att_1' },
        },
      },
    })
    const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload,
      secret: STRIPE_KEYS.webhookSecret,
      timestamp: 1_700_000_000,
    })
    expect(gateway.readNotice(payload, { 'stripe-signature': header })).toEqual({
      eventId: 'evt_1',
      attemptId: 'att_1',
      gatewayRef: 'pi_1',
    })
    expect(
      stripeTo(harness.double.url).readNotice(payload, { 'stripe-signature': header }),
    ).toBeNull()
  })

  it('never sends a card number to Stripe', async () => {
    expect(
      await harness.gateway.start(checkout.order(), checkout.card(CARDS.pays), checkout.options()),
    ).toEqual({ kind: 'declined', reason: 'not_permitted' })
  })

  it('finds a capture by the lookup although the buyer never returned', async () => {
    const { order } = await checkout.challenged(CARDS.pays)
    expect(await harness.gateway.retrieve(checkout.attempt(order))).toMatchObject({
      state: 'paid',
      amountMinor: order.amountMinor,
      orderNumber: order.orderNumber,
    })
  })

  it("a decline after the challenge has the bank's reason", async () => {
    for (const [number, reason] of [
      ['4000008260003178', 'insufficient_funds'],
      ['4000008400001629', 'card_declined'],
    ] as const) {
      const { reference } = await checkout.challenged(number)
      expect(await harness.gateway.complete(reference)).toMatchObject({ kind: 'declined', reason })
    }
  })

  it('lost, stolen and suspected cards look like plain declines to the buyer', async () => {
    for (const number of ['4000000000009987', '4000000000009979', '4100000000000019']) {
      const order = checkout.order()
      // Only the suspicion may pass.
      const isFinal = number !== '4100000000000019' || undefined
      const step = await checkout.start(order, number)
      expect(step).toMatchObject({ kind: 'declined', reason: 'card_declined' })
      expect(step.kind === 'declined' && step.final, number).toBe(isFinal)
      expect((await harness.gateway.retrieve(checkout.attempt(order)))?.final, number).toBe(isFinal)
    }
  })

  it('a card that always wants the holder is not charged without him (docs.stripe.com/testing)', async () => {
    const card = await checkout.savedCard('4000002760003184')
    expect((await checkout.charge(card)).step).toMatchObject({
      kind: 'declined',
      reason: 'authentication_required',
    })
  })

  it('a challenge that a charge without the buyer begins all the same is closed', async () => {
    const card = await checkout.savedCard(bankCard('55'))
    const { order, step } = await checkout.charge(card)
    expect(step).toMatchObject({ kind: 'declined', reason: 'authentication_required' })
    expect(await harness.gateway.retrieve(checkout.attempt(order))).toMatchObject({
      state: 'voided',
    })
  })

  it('the advice of the card network decides, whatever the decline is called', () => {
    const declined = { code: 'card_declined', decline_code: 'generic_decline' }
    expect(declineOf(declined)).toEqual({ reason: 'card_declined' })
    expect(declineOf({ ...declined, advice_code: 'try_again_later' })).toEqual({
      reason: 'card_declined',
    })
    expect(declineOf({ ...declined, advice_code: 'do_not_try_again' })).toEqual({
      reason: 'card_declined',
      final: true,
    })
  })

  it('an unknown token pays nothing', async () => {
    const order = checkout.order()
    expect(
      await harness.gateway.start(
        order,
        { kind: 'client_token', token: 'ctoken_none', storeCard: false },
        checkout.options(),
      ),
    ).toMatchObject({ kind: 'declined', reason: 'gateway_error' })
    expect(await harness.gateway.retrieve(checkout.attempt(order))).toBeNull()
  })

  it('a wrong key charges nothing', async () => {
    const { createStripeGateway } = await import('./stripe.ts')
    const { createHttp } = await import('#lib/http.ts')
    const url = harness.double.url
    const stranger = createStripeGateway(
      { url, scriptUrl: `${url}/v3/`, ...STRIPE_KEYS, secretKey: 'sk_wrong' },
      { http: createHttp({ allowOrigins: [url] }), clock: systemClock },
    )
    expect((await checkout.start(checkout.order(), CARDS.pays, {}, stranger)).kind).toBe('declined')
  })

  it('saves a card, pays with its handle, adds others of the store and deletes it', async () => {
    const { gateway, double } = harness
    const pay = async (means: PaymentMethod, customerRef?: string) => {
      const order = checkout.order()
      const step = await gateway.start(
        order,
        means,
        checkout.options(customerRef === undefined ? {} : { customerRef }),
      )
      if (step.kind !== 'challenge' || !('url' in step)) throw new Error(step.kind)
      await answerAt(step.url, 'confirm')
      const paid = await gateway.complete(checkout.reference(order, step.gatewayRef))
      if (paid.kind !== 'paid') throw new Error(paid.kind)
      return paid.payment
    }
    const keep = async (number: string, customerRef?: string) => {
      const { savedCard } = await pay(
        { kind: 'client_token', token: await tokenFor(double.url, number), storeCard: true },
        customerRef,
      )
      if (!savedCard) throw new Error('not kept')
      return savedCard
    }
    const first = await keep(CARDS.pays)
    expect(first).toMatchObject({
      brand: 'visa',
      lastFour: '4242',
      expiryMonth: 12,
      expiryYear: 2039,
    })
    const second = await keep('5555555555554444', first.customerRef)
    expect(second.customerRef).toBe(first.customerRef)
    // Under another name, with another customer: the number is the same.
    const again = await keep(CARDS.pays)
    expect([
      again.cardRef === first.cardRef,
      again.fingerprint === first.fingerprint,
      second.fingerprint === first.fingerprint,
    ]).toEqual([false, true, false])
    expect(
      await pay({ kind: 'saved', customerRef: second.customerRef, cardRef: second.cardRef }),
    ).toMatchObject({ card: { lastFour: '4444' } })
    expect(await gateway.deleteCard?.(second)).toBe(true)
    expect(await gateway.deleteCard?.(second)).toBe(true)
    expect(await harness.unreachable.deleteCard?.(first)).toBe(false)
    const gone = await gateway.start(
      checkout.order(),
      { kind: 'saved', customerRef: second.customerRef, cardRef: second.cardRef },
      checkout.options(),
    )
    expect(gone).toMatchObject({ kind: 'declined' })
  })
})
