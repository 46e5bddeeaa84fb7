import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { CLOSED_PORT, type RunningDouble } from './doubles/start.support.ts'
import {
  brokenCards,
  Checkout,
  type GatewayHarness,
  type SuiteCards,
} from './gateway.suite-checkout.ts'
import { gatewaySuite } from './gateway.suite.ts'
import { decimalOf, iyzicoSigner, minorOf, readRefusal, strippedDecimal } from './iyzico-wire.ts'
import {
  answerDocument,
  IYZICO_KEYS,
  iyzicoTo,
  payAtPage,
  startIyzicoDouble,
} from './iyzico.support.ts'
import { bankCard, listenForNotices } from './sandbox.support.ts'

const CARDS: SuiteCards = {
  pays: '5528790000000008',
  inParts: '5526080000000006',
  notInParts: '4766620000000001',
  declined: {
    insufficient_funds: '4111111111111129',
    card_declined: '4129111111111111',
    expired_card: '4125111111111115',
    invalid_cvc: '4124111111111116',
    not_permitted: '4123111111111117',
    gateway_error: '4130111111111118',
    limit: bankCard('30'),
    invalid_card: bankCard('31'),
  },
  notVerified: ['4131111111111117', '4141111111111115'],
  notRefundable: '5406670000000009',
  brokenCharge: brokenCards(0),
  // The answer to a start names no amount, currency or order, only the attempt.
  brokenStart: brokenCards(1, ['10', '11']),
  brokenLookup: brokenCards(2, ['10', '11', '12']),
  brokenRefund: brokenCards(3, ['12']),
  noticeTwice: bankCard('20'),
  noticeForged: bankCard('21'),
  returnForged: bankCard('24'),
}

interface IyzicoHarness extends GatewayHarness {
  double: RunningDouble
}

async function openHarness(): Promise<IyzicoHarness> {
  const shop = await listenForNotices()
  const double = await startIyzicoDouble(
    `${shop.origin.replace('apps.localhost', '127.0.0.1')}/notices`,
  )
  return {
    double,
    gateway: iyzicoTo(double.url),
    impatient: iyzicoTo(double.url, { timeoutMs: 3_000 }),
    unreachable: iyzicoTo(`http://iyzico.localhost:${CLOSED_PORT}`),
    later: () => iyzicoTo(double.url),
    cards: CARDS,
    traits: {
      startAgain: 'unknown',
      settlesItself: false,
      signsReturns: true,
      noticeSigns: 'fields',
      noticesOfRefunds: false,
    },
    noticeUrl: `${shop.origin}/notices`,
    returnUrl: `${shop.origin}/return`,
    answerChallenge: (challenge, action) =>
      answerDocument('html' in challenge ? challenge.html : '', action),
    book: double.book,
    notices: (attemptId, count) => shop.until(attemptId, count),
    async close() {
      await double.close()
      await shop.close()
    },
  }
}

gatewaySuite('iyzico', openHarness)

describe('iyzico', { timeout: 60_000 }, () => {
  let harness: IyzicoHarness
  let checkout: Checkout
  beforeAll(async () => {
    harness = await openHarness()
    checkout = new Checkout(harness)
  })
  afterAll(() => harness.close())

  it('signs like its documentation', () => {
    const signer = iyzicoSigner('sandbox-secret-key')
    expect(
      signer.authorization(
        'sandbox-api-key',
        '123456789',
        '/payment/bin/check',
        '{"locale":"tr","conversationId":"c-1","binNumber":"535805"}',
      ),
    ).toBe(
      'IYZWSv2 YXBpS2V5OnNhbmRib3gtYXBpLWtleSZyYW5kb21LZXk6MTIzNDU2Nzg5JnNpZ25hdHVyZToyZTEyY2NlMWJkZGJlODkwMjNlYjM3ZjM4YWU4NjA5M2VjYjUwNTIzM2U0NGNlOGY3MmI5ODVhYWUwZGY5N2I5',
    )
    const answer = '00820842195bccc0befdcc43dbfc76a9a2762d492b5f29f7e0bc6bf66738a86e'
    expect(signer.isSigned(answer, ['12345', 'TRY', 'B1', 'c-1'], ['1.20', '1.00'])).toBe(true)
    expect(signer.isSigned(answer, ['12345', 'TRY', 'B1', 'c-1'], ['1.2', '1'])).toBe(true)
    expect(signer.isSigned(answer, ['12345', 'TRY', 'B1', 'c-1'], ['1.21', '1'])).toBe(false)
    expect(
      signer.isSigned('553c89fcd9313cdc30a6d81093ceaf28c3fb51fea6c2fcafa299414856202c5d', [
        '',
        'c-1',
        '1',
        '12345',
        'success',
      ]),
    ).toBe(true)
    expect(signer.notice(['THREE_DS_AUTH', '12345', 'c-1', 'SUCCESS'])).toBe(
      'ad68591d92bbbe93828329cda95541631685ed455e9c4201ae741c1eae91dabc',
    )
    expect(signer.notice(['CHECKOUT_FORM_AUTH', '12345', 'tok-1', 'c-1', 'SUCCESS'])).toBe(
      'a76ab33450be7abccf838d9a02474ab0e375b2da9876a83da7095ba29e431aaa',
    )
  })

  it('converts amounts to the last minor unit', () => {
    for (const minor of [1, 9, 10, 99, 100, 24_990, 123_456_789])
      expect(minorOf(decimalOf(minor))).toBe(minor)
    expect(['249.9', '249.90000000', '249', '0.1'].map(minorOf)).toEqual([
      24_990, 24_990, 24_900, 10,
    ])
    expect(['249.901', '-1', '1e3', '', '1,20', '.5'].map(minorOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect(['1.20', '10.00', '100', '0.50'].map(strippedDecimal)).toEqual([
      '1.2',
      '10',
      '100',
      '0.5',
    ])
  })

  it('signs a return without bank data over the empty value', async () => {
    const { form, reference } = await checkout.challenged('374427000000003')
    expect(form.conversationData).toBe('')
    const { conversationData: _empty, ...without } = form
    expect(harness.gateway.readReturn(without)).toMatchObject({ challengePassed: true })
    expect(await harness.gateway.complete(reference)).toMatchObject({ kind: 'paid' })
  })

  it('accepts only "verified" from the bank, signed or not (PAY-14)', () => {
    const read = (mdStatus: string | undefined, status = 'success') => {
      const signature = createHmac('sha256', IYZICO_KEYS.secretKey)
        .update(['', 'att_1', mdStatus ?? '', '12345', status].join(':'))
        .digest('hex')
      return harness.gateway.readReturn({
        status,
        paymentId: '12345',
        conversationId: 'att_1',
        ...(mdStatus !== undefined && { mdStatus }),
        signature,
      })?.challengePassed
    }
    expect(read('1')).toBe(true)
    expect(read('1', 'failure')).toBe(false)
    for (const other of [
      '0',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '11',
      '01',
      ' 1',
      '',
      undefined,
    ])
      expect(read(other), String(other)).toBe(false)
  })

  it("completes nothing without the bank's data", async () => {
    const { order, reference } = await checkout.challenged(CARDS.pays)
    expect((await harness.gateway.complete({ ...reference, returned: '' })).kind).toBe('unknown')
    expect(await harness.book(order.orderNumber)).toMatchObject({ charges: 0 })
    expect(await harness.gateway.complete(reference)).toMatchObject({ kind: 'paid' })
  })

  it('does not deliver a payment under review, and declines a refused one', async () => {
    const review = await checkout.challenged(bankCard('40'))
    expect(await harness.gateway.complete(review.reference)).toEqual({
      kind: 'unknown',
      gatewayRef: review.reference.gatewayRef,
    })
    expect(await harness.gateway.retrieve(checkout.attempt(review.order))).toMatchObject({
      state: 'pending',
    })
    const refused = await checkout.challenged(bankCard('41'))
    expect(await harness.gateway.complete(refused.reference)).toMatchObject({ kind: 'declined' })
  })

  it('"unknown" is not a decline: the lookup decides', async () => {
    for (const behaviour of ['42', '43']) {
      const { order, reference } = await checkout.challenged(bankCard(behaviour))
      expect((await harness.gateway.complete(reference)).kind).toBe('unknown')
      expect(await harness.gateway.retrieve(checkout.attempt(order))).toMatchObject({
        state: 'paid',
      })
    }
  })

  it('lost, stolen and suspected cards look like plain declines to the buyer', async () => {
    for (const number of [
      '4127111111111113',
      '4126111111111114',
      '4121111111111119',
      '4120111111111110',
    ]) {
      const { order, reference } = await checkout.challenged(number)
      // Only the suspicion may pass.
      const isFinal = number !== '4121111111111119' || undefined
      const step = await harness.gateway.complete(reference)
      expect(step).toMatchObject({ kind: 'declined', reason: 'card_declined' })
      expect(step.kind === 'declined' && step.final, number).toBe(isFinal)
      expect((await harness.gateway.retrieve(checkout.attempt(order)))?.final, number).toBe(isFinal)
    }
    expect(readRefusal({ errorCode: 50_000, errorGroup: undefined })).toEqual({ kind: 'busy' })
  })

  it('a card that the law closed to the internet never pays again; an unclear decline may pass', () => {
    const read = (errorCode: number, errorGroup: string) => readRefusal({ errorCode, errorGroup })
    expect(read(10_093, 'RESTRICTED_BY_LAW')).toEqual({
      kind: 'declined',
      reason: 'not_permitted',
      final: true,
    })
    for (const [code, group] of [
      [10_005, 'DO_NOT_HONOUR'],
      [10_228, 'ISSUER_OR_SWITCH_INOPERATIVE'],
      [10_061, 'EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT'],
      [10_200, 'GENERAL_ERROR'],
    ] as const)
      expect(read(code, group), group).not.toHaveProperty('final')
  })

  it('declines when a challenge cannot be started', async () => {
    expect(await checkout.start(checkout.order(), '4151111111111112')).toEqual({
      kind: 'declined',
      reason: 'three_d_failed',
    })
  })

  it('a wrong key charges nothing and does not decline the card', async () => {
    const stranger = iyzicoTo(harness.double.url, { secretKey: 'another' })
    const order = checkout.order()
    expect((await checkout.start(order, CARDS.pays, {}, stranger)).kind).toBe('unknown')
    expect(await harness.gateway.retrieve(checkout.attempt(order))).toBeNull()
  })

  it("reads a saved card's expiry from our label", async () => {
    const { step } = await checkout.pay(checkout.card(CARDS.pays, true))
    const card = step.kind === 'paid' ? step.payment.savedCard : undefined
    expect(card).toMatchObject({
      brand: 'mastercard',
      lastFour: '0008',
      expiryMonth: 12,
      expiryYear: 2039,
    })
  })

  it('quotes installments, or a single payment without them', async () => {
    const { gateway } = harness
    const offers = await gateway.quoteInstallments?.(
      { firstDigits: '552879' },
      { amountMinor: 24_990, currency: 'TRY' },
    )
    expect(offers?.map((offer) => offer.count)).toEqual([1, 2, 3, 6, 9, 12])
    expect(offers?.[0]).toEqual({ count: 1, totalMinor: 24_990 })
    expect(offers?.every((offer) => Number.isSafeInteger(offer.totalMinor))).toBe(true)
    expect(
      await gateway.quoteInstallments?.(
        { firstDigits: '476662' },
        { amountMinor: 24_990, currency: 'TRY' },
      ),
    ).toEqual([{ count: 1, totalMinor: 24_990 }])
    expect(
      await gateway.quoteInstallments?.(
        { firstDigits: '552879' },
        { amountMinor: 2_999, currency: 'USD' },
      ),
    ).toEqual([{ count: 1, totalMinor: 2_999 }])
    await expect(
      harness.unreachable.quoteInstallments?.(
        { firstDigits: '552879' },
        { amountMinor: 1, currency: 'TRY' },
      ),
    ).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  })

  it('the hosted page keeps the card away from us, and its return is trusted only as far as our address', async () => {
    const gateway = iyzicoTo(harness.double.url, { cardFields: 'page' })
    const order = checkout.order()
    expect(await gateway.start(order, checkout.card(CARDS.pays), checkout.options())).toMatchObject(
      {
        kind: 'declined',
        reason: 'not_permitted',
      },
    )
    const step = await gateway.start(order, { kind: 'page', storeCard: false }, checkout.options())
    if (step.kind !== 'challenge' || !('url' in step)) throw new Error(step.kind)
    const reference = checkout.reference(order, step.gatewayRef)
    expect(await gateway.retrieve(reference)).toMatchObject({ state: 'challenge' })
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'unknown' })

    await payAtPage(step.url, CARDS.declined.insufficient_funds ?? '')
    expect(await gateway.retrieve(reference)).toMatchObject({ state: 'challenge' })
    const { action, fields } = await payAtPage(step.url, CARDS.pays)
    const address = new URL(action)
    const fact = gateway.readReturn({ ...Object.fromEntries(address.searchParams), ...fields })
    expect(fact).toMatchObject({ attemptId: order.attemptId, challengePassed: false })
    address.searchParams.set('attempt', 'att_another')
    expect(
      gateway.readReturn({ ...Object.fromEntries(address.searchParams), ...fields }),
    ).toBeNull()

    const payment = await gateway.retrieve(reference)
    expect(payment).toMatchObject({
      state: 'paid',
      amountMinor: 24_990,
      orderNumber: order.orderNumber,
    })
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid' })
    expect(
      await gateway.refund(
        payment?.gatewayRef ?? '',
        { amountMinor: 24_990, currency: 'TRY' },
        `key-${order.attemptId}`,
      ),
    ).toMatchObject({ kind: 'refunded' })
    expect(await harness.book(order.orderNumber)).toMatchObject({
      charges: 1,
      refundedMinor: 24_990,
    })
  })

  it('does not repeat a refund without answer before the report can contain it', async () => {
    const patient = iyzicoTo(harness.double.url, { timeoutMs: 1_000, reportLagSeconds: 60 })
    const { order, payment } = await checkout.paid(bankCard('03', { step: 3 }))
    const refund = () =>
      patient.refund(
        payment.gatewayRef,
        { amountMinor: 1_000, currency: 'TRY' },
        `key-${order.attemptId}`,
      )
    expect(await refund()).toEqual({ kind: 'unknown' })
    expect(await refund()).toEqual({ kind: 'unknown' })
    expect(await harness.book(order.orderNumber)).toMatchObject({ refundedMinor: 0 })
  })

  it('does not repeat a charge without answer, nor call it never made, before a look-up can find it', async () => {
    const impatient = iyzicoTo(harness.double.url, { timeoutMs: 1_000, reportLagSeconds: 60 })
    const card = await checkout.savedCard(bankCard('03'), impatient)
    const { order, step } = await checkout.charge(card, checkout.order(), impatient)
    expect(step).toEqual({ kind: 'unknown' })
    expect((await checkout.charge(card, order, impatient)).step).toEqual({ kind: 'unknown' })
    await expect(impatient.retrieve(checkout.attempt(order))).rejects.toMatchObject({
      name: 'GatewayUnavailable',
      reached: true,
    })
    expect(await harness.book(order.orderNumber)).toMatchObject({ charges: 0 })
    expect((await checkout.charge(card, order)).step).toMatchObject({ kind: 'paid' })
  })

  it('a charge of which iyzico itself does not know the outcome is looked up', async () => {
    const card = await checkout.savedCard(bankCard('42'))
    const { order, step } = await checkout.charge(card)
    expect(step).toEqual({ kind: 'unknown' })
    expect(await harness.gateway.retrieve(checkout.attempt(order))).toMatchObject({ state: 'paid' })
  })

  it('a card that the buyer saved on the hosted page is charged later, and pays with a challenge', async () => {
    const gateway = iyzicoTo(harness.double.url, { cardFields: 'page' })
    const payAtItsPage = async (keep: boolean, customerRef?: string) => {
      const order = checkout.order()
      const options = checkout.options(customerRef === undefined ? {} : { customerRef })
      const step = await gateway.start(order, { kind: 'page', storeCard: keep }, options)
      if (step.kind !== 'challenge' || !('url' in step)) throw new Error(step.kind)
      await payAtPage(step.url, CARDS.pays, { keep })
      return gateway.retrieve(checkout.reference(order, step.gatewayRef))
    }
    const card = (await payAtItsPage(true))?.savedCard
    if (!card) throw new Error('expected a saved card')
    // The page tells no expiry.
    expect(card).toMatchObject({ lastFour: '0008', expiryMonth: null, expiryYear: null })
    expect((await payAtItsPage(true, card.customerRef))?.savedCard).toMatchObject({
      customerRef: card.customerRef,
      fingerprint: card.fingerprint,
    })
    expect(await payAtItsPage(false)).not.toHaveProperty('savedCard')

    const { order, step } = await checkout.charge(card, checkout.order(), gateway)
    expect(step).toMatchObject({ kind: 'paid' })
    expect(await gateway.retrieve(checkout.attempt(order))).toMatchObject({ state: 'paid' })
    const own = await gateway.start(
      checkout.order(),
      { kind: 'saved', customerRef: card.customerRef, cardRef: card.cardRef },
      checkout.options(),
    )
    expect(own).toMatchObject({ kind: 'challenge', html: expect.stringContaining('3ds') })
  })

  it('a charge that iyzico refuses for another reason than the card may be tried again', async () => {
    const card = await checkout.savedCard()
    const order = checkout.order()
    const buyer = { ...order.buyer, email: 'no address' }
    const { step } = await checkout.charge(card, { ...order, buyer })
    expect(step).toEqual({ kind: 'declined', reason: 'gateway_error' })
    expect((await checkout.charge(card)).step).toMatchObject({ kind: 'paid' })
  })

  it('the double refuses unsigned requests as iyzico does', async () => {
    const answer = await createHttp({ allowOrigins: [harness.double.url] }).request(
      `${harness.double.url}/payment/detail`,
      { method: 'POST', body: '{}' },
    )
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      status: 'failure',
      errorCode: '1000',
    })
  })
})
