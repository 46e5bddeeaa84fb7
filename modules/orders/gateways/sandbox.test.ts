import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Clock, secondsAfter, systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { newSecret } from '#lib/ids.ts'
import { CLOSED_PORT } from './doubles/start.support.ts'
import {
  brokenCards,
  Checkout,
  type GatewayHarness,
  type SuiteCards,
} from './gateway.suite-checkout.ts'
import { gatewaySuite } from './gateway.suite.ts'
import type { AttemptReference } from './gateway.ts'
import { sandboxSigner } from './sandbox-wire.ts'
import {
  answerChallenge,
  bankCard,
  gatewayTo,
  listenForNotices,
  type RunningBank,
  startSandboxBank,
} from './sandbox.support.ts'

const ledgerAnswer = z.object({
  entries: z.array(
    z.object({
      kind: z.enum(['charge', 'refund', 'void']),
      amount_minor: z.number().int(),
      currency: z.string(),
    }),
  ),
})

/** The bank's own book, read as its merchant. */
async function book(bank: RunningBank, orderNumber: string) {
  const { url, merchantId, merchantSecret } = bank.settings
  const target = `/v1/ledger?order_number=${orderNumber}`
  const [timestamp, nonce] = [String(Math.floor(systemClock.now().getTime() / 1000)), newSecret()]
  const answer = await createHttp({ allowOrigins: [url] }).request(url + target, {
    headers: {
      'bank-merchant': merchantId,
      'bank-timestamp': timestamp,
      'bank-nonce': nonce,
      'bank-signature': sandboxSigner(merchantSecret).request('GET', target, timestamp, nonce, ''),
    },
  })
  const { entries } = ledgerAnswer.parse(JSON.parse(answer.body.toString()))
  const sum = (kind: string) =>
    entries.reduce((total, entry) => total + (entry.kind === kind ? entry.amount_minor : 0), 0)
  return {
    charges: entries.filter((entry) => entry.kind === 'charge').length,
    chargedMinor: sum('charge'),
    refundedMinor: sum('refund'),
    currency: entries[0]?.currency,
  }
}

const CARDS: SuiteCards = {
  pays: '5528790000000008',
  inParts: '9792030000000000',
  notInParts: '4766620000000001',
  paysWithoutChallenge: bankCard('00', { flags: 1 }),
  declined: {
    insufficient_funds: '4111111111111129',
    card_declined: '4129111111111111',
    expired_card: '4125111111111115',
    invalid_cvc: '4124111111111116',
    not_permitted: '4123111111111117',
    suspected_fraud: '4121111111111119',
    gateway_error: '4130111111111118',
    three_d_failed: '4151111111111112',
    limit: bankCard('30'),
    invalid_card: '4242424242424242',
  },
  notVerified: ['4131111111111117', '4141111111111115'],
  notRefundable: '5406670000000009',
  brokenCharge: brokenCards(0),
  brokenStart: brokenCards(1),
  // A look-up that names another amount is a true answer of a lying gateway: checkout compares it
  // with the order.
  brokenLookup: brokenCards(2, ['10', '11', '12']),
  brokenRefund: brokenCards(3, ['12']),
  noticeTwice: bankCard('20'),
  noticeForged: bankCard('21'),
  returnForged: bankCard('24'),
}

const challengeAt: GatewayHarness['answerChallenge'] = (challenge, action) =>
  answerChallenge('url' in challenge ? challenge.url : '', action)

interface SandboxHarness extends GatewayHarness {
  bank: RunningBank
  shop: Awaited<ReturnType<typeof listenForNotices>>
}

async function openHarness(): Promise<SandboxHarness> {
  const shop = await listenForNotices()
  const bank = await startSandboxBank({ origins: [shop.origin] })
  const at = (clock: Clock) => gatewayTo(bank.settings, { clock })
  return {
    bank,
    shop,
    gateway: at(systemClock),
    impatient: gatewayTo(bank.settings, { timeoutMs: 3_000 }),
    unreachable: gatewayTo({ ...bank.settings, url: `http://bank.localhost:${CLOSED_PORT}` }),
    later: (seconds) => at({ now: () => secondsAfter(systemClock.now(), seconds) }),
    cards: CARDS,
    noticeUrl: `${shop.origin}/notices`,
    returnUrl: `${shop.origin}/return`,
    answerChallenge: challengeAt,
    traits: {
      startAgain: 'same',
      settlesItself: false,
      signsReturns: true,
      noticeSigns: 'body',
      noticesOfRefunds: true,
    },
    book: (orderNumber) => book(bank, orderNumber),
    notices: (attemptId, count) => shop.until(attemptId, count),
    async close() {
      await bank.close()
      await shop.close()
    },
  }
}

gatewaySuite('sandbox', openHarness)

it('saves the same card of a store once, and reports a deleted one as invalid to the buyer', async () => {
  const harness = await openHarness()
  const checkout = new Checkout(harness)
  try {
    const keep = async (customerRef?: string) => {
      const { step } = await checkout.pay(
        checkout.card(CARDS.pays, true),
        customerRef === undefined ? {} : { customerRef },
      )
      if (step.kind !== 'paid' || !step.payment.savedCard) throw new Error('expected a kept card')
      return step.payment.savedCard
    }
    const first = await keep()
    expect(await keep(first.customerRef)).toEqual(first)
    await harness.gateway.deleteCard?.(first)
    expect(
      await harness.gateway.start(
        checkout.order(),
        { kind: 'saved', ...first },
        checkout.options(),
      ),
    ).toMatchObject({ kind: 'declined', reason: 'invalid_card' })
  } finally {
    await harness.close()
  }
}, 60_000)

describe('a sandbox bank that is killed', () => {
  it('between start and complete knows the payment afterwards, and charges it once', async () => {
    const harness = await openHarness()
    const checkout = new Checkout(harness)
    const { bank, gateway } = harness
    try {
      const before = await checkout.paid()
      const open = await checkout.challenged(CARDS.pays)
      const waiting = await checkout.start(checkout.order(), CARDS.pays)
      await bank.kill()
      const newcomer = gatewayTo(bank.settings)
      expect(await newcomer.complete(open.reference)).toEqual({ kind: 'unreachable' })
      await expect(newcomer.retrieve(checkout.attempt(open.order))).rejects.toMatchObject({
        reached: false,
      })

      await bank.restart()
      expect(await gateway.retrieve(checkout.attempt(open.order))).toMatchObject({ state: 'ready' })
      expect(await gateway.complete(open.reference)).toMatchObject({ kind: 'paid' })
      expect(await book(bank, open.order.orderNumber)).toEqual({
        charges: 1,
        chargedMinor: 24_990,
        refundedMinor: 0,
        currency: 'TRY',
      })
      expect(await book(bank, before.order.orderNumber)).toMatchObject({ charges: 1 })
      // The challenge address of before the kill still works.
      if (waiting.kind !== 'challenge') throw new Error('expected a challenge')
      expect(gateway.readReturn(await challengeAt(waiting, 'confirm'))).toMatchObject({
        challengePassed: true,
      })
    } finally {
      await harness.close()
    }
  }, 60_000)

  it('during a charge has charged once or not at all, and says which', async () => {
    const harness = await openHarness()
    const checkout = new Checkout(harness)
    const { bank, gateway } = harness
    try {
      for (const [behaviour, charges] of [
        ['01', 0],
        ['02', 1],
      ] as const) {
        const { order, reference } = await checkout.challenged(bankCard(behaviour))
        const complete = gateway.complete(reference)
        await faultIsUnderWay(harness, reference, charges === 1 ? 'paid' : 'ready')
        await bank.kill()
        expect(['unknown', 'unreachable']).toContain((await complete).kind)
        await bank.restart()
        expect(await book(bank, order.orderNumber)).toMatchObject({ charges })
        expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid' })
        expect(await book(bank, order.orderNumber)).toMatchObject({ charges: 1 })
      }
    } finally {
      await harness.close()
    }
  }, 60_000)

  it('sends the missed notice afterwards', async () => {
    const harness = await openHarness()
    const { bank, shop, gateway } = harness
    const checkout = new Checkout(harness)
    try {
      shop.answerWith(503)
      const { order } = await checkout.paid()
      const [first] = await shop.until(order.attemptId, 1)
      await bank.kill()
      shop.answerWith(200)
      await bank.restart()
      const heard = await shop.until(order.attemptId, 2)
      expect(gateway.readNotice(heard[1]?.body ?? '', heard[1]?.headers ?? {})?.eventId).toBe(
        JSON.parse(first?.body ?? '{}').event_id,
      )
    } finally {
      await harness.close()
    }
  }, 60_000)
})

/** Waits until the bank is inside the faulty call, by looking at what it says of the attempt. */
async function faultIsUnderWay(
  { gateway }: GatewayHarness,
  attempt: AttemptReference,
  state: string,
): Promise<void> {
  await expect
    .poll(async () => (await gateway.retrieve(attempt))?.state, { timeout: 10_000 })
    .toBe(state)
}
