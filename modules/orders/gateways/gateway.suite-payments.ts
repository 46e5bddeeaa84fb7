import { expect, it } from 'vitest'
import { type Checkout, orSkip } from './gateway.suite-checkout.ts'

/** Money moves once, for what was agreed, after the holder said yes. */
export function paying(at: () => Checkout): void {
  it('a payment with a challenge is charged once, after the challenge', async () => {
    const { gateway, cards, book, answerChallenge, traits } = at().harness
    const order = at().order()
    const step = await at().start(order, cards.pays)
    expect(step).toMatchObject({ kind: 'challenge', card: { lastFour: cards.pays.slice(-4) } })
    if (step.kind !== 'challenge') return
    const before = at().reference(order, step.gatewayRef)

    expect(await gateway.complete(before)).toMatchObject({
      kind: traits.startAgain === 'same' ? 'challenge' : 'unknown',
    })
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: 'challenge',
      refundedMinor: 0,
    })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })

    const form = await answerChallenge(step, 'confirm')
    expect(gateway.readReturn(form)).toMatchObject({
      attemptId: order.attemptId,
      gatewayRef: step.gatewayRef,
      challengePassed: traits.signsReturns,
    })
    const reference = at().returned(before, form)
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: traits.settlesItself ? 'paid' : 'ready',
    })
    expect(await book(order.orderNumber)).toMatchObject({ charges: traits.settlesItself ? 1 : 0 })

    const { attemptId, orderNumber } = order
    const paid = { attemptId, orderNumber, amountMinor: 24_990, currency: 'TRY', state: 'paid' }
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid', payment: paid })
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid', payment: paid })
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject(paid)
    expect(await book(order.orderNumber)).toEqual({
      charges: 1,
      chargedMinor: 24_990,
      refundedMinor: 0,
      currency: 'TRY',
    })
  })

  it('the same attempt again is not charged again', async () => {
    const { gateway, cards, book, answerChallenge, traits } = at().harness
    const order = at().order()
    const first = await at().start(order, cards.pays)
    if (first.kind !== 'challenge') throw new Error('expected a challenge')
    expect(await at().start(order, cards.pays)).toEqual(
      traits.startAgain === 'same' ? first : { kind: 'unknown', gatewayRef: first.gatewayRef },
    )
    const form = await answerChallenge(first, 'confirm')
    await gateway.complete(at().returned(at().reference(order, first.gatewayRef), form))
    expect(await at().start(order, cards.pays)).toMatchObject({ kind: 'paid' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1 })
  })

  it('the same attempt with another amount, order or card makes no other payment', async () => {
    const { gateway, cards, book } = at().harness
    const order = at().order()
    await at().start(order, cards.pays)
    const other = Object.values(cards.declined)[0] ?? cards.notVerified[0]
    for (const change of [{ amountMinor: 1 }, { currency: 'USD' }, { orderNumber: 'AR-another' }]) {
      expect((await at().start({ ...order, ...change }, cards.pays)).kind).toBe('unknown')
    }
    if (other) expect((await at().start(order, other)).kind).toBe('unknown')
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      orderNumber: order.orderNumber,
      amountMinor: 24_990,
      currency: 'TRY',
    })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
  })

  it('twenty concurrent starts make one payment', async () => {
    const { cards } = at().harness
    const order = at().order()
    const steps = await Promise.all(Array.from({ length: 20 }, () => at().start(order, cards.pays)))
    expect(
      new Set(steps.map((step) => ('gatewayRef' in step ? step.gatewayRef : step.kind))).size,
    ).toBe(1)
  })

  it('two and twenty concurrent completes charge once', async () => {
    const { gateway, cards, book } = at().harness
    for (const count of [2, 20]) {
      const { order, reference } = await at().challenged(cards.pays)
      const steps = await Promise.all(
        Array.from({ length: count }, () => gateway.complete(reference)),
      )
      expect(steps.map((step) => step.kind)).toEqual(Array.from({ length: count }, () => 'paid'))
      expect(await book(order.orderNumber)).toMatchObject({
        charges: 1,
        chargedMinor: order.amountMinor,
      })
    }
  })

  it('completing with another amount, currency or order charges nothing', async () => {
    const { gateway, cards, book, traits } = at().harness
    const { order, reference } = await at().challenged(cards.pays)
    for (const wrong of [{ amountMinor: 1 }, { currency: 'USD' }, { orderNumber: 'AR-another' }]) {
      expect((await gateway.complete({ ...reference, ...wrong })).kind).toBe('unknown')
    }
    expect(await book(order.orderNumber)).toMatchObject({ charges: traits.settlesItself ? 1 : 0 })
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1 })
  })

  it('a cancelled challenge is declined and charges nothing', async () => {
    const { gateway, cards, book } = at().harness
    const { order, form, reference } = await at().challenged(cards.pays, 'cancel')
    expect(gateway.readReturn(form)).toMatchObject({
      attemptId: order.attemptId,
      challengePassed: false,
    })
    expect(await gateway.complete(reference)).toMatchObject({
      kind: 'declined',
      reason: 'three_d_failed',
    })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
  })

  it('an unverified holder is not charged, even if the page says success (PAY-14)', async () => {
    const { gateway, cards, book } = at().harness
    for (const number of cards.notVerified) {
      const { order, form, reference } = await at().challenged(number)
      expect(gateway.readReturn(form)).toMatchObject({ challengePassed: false })
      expect(await gateway.complete(reference)).toMatchObject({
        kind: 'declined',
        reason: 'three_d_failed',
      })
      expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    }
  })

  it('a decline is a value with its reason, charges nothing and stays declined', async () => {
    const { gateway, cards, book, answerChallenge } = at().harness
    for (const [reason, number] of Object.entries(cards.declined)) {
      const order = at().order()
      let step = await at().start(order, number)
      if (step.kind === 'challenge') {
        const form = await answerChallenge(step, 'confirm')
        step = await gateway.complete(at().returned(at().reference(order, step.gatewayRef), form))
      }
      expect(step, reason).toMatchObject({ kind: 'declined', reason })
      expect(await gateway.retrieve(at().attempt(order)), reason).toMatchObject({
        state: 'declined',
        reason,
      })
      expect(await book(order.orderNumber), reason).toMatchObject({ charges: 0 })
    }
  })

  it('a card without challenge pays at once in auto mode, and is challenged when forced', async (context) => {
    const { cards, book } = at().harness
    const number = orSkip(context, cards.paysWithoutChallenge)
    const [quick, forced] = [at().order(), at().order()]
    expect(await at().start(quick, number, { threeDSecure: 'auto' })).toMatchObject({
      kind: 'paid',
    })
    expect(await at().start(quick, number, { threeDSecure: 'auto' })).toMatchObject({
      kind: 'paid',
    })
    expect(await book(quick.orderNumber)).toMatchObject({ charges: 1 })
    expect(await at().start(forced, number)).toMatchObject({ kind: 'challenge' })
    expect(await book(forced.orderNumber)).toMatchObject({ charges: 0 })
  })

  it('an attempt that was never started is null', async () => {
    expect(await at().harness.gateway.retrieve(at().attempt(at().order()))).toBeNull()
  })
}

/** Never more back than came in, and never twice for one decision. */
export function refunds(at: () => Checkout): void {
  it('refunds a part, then the rest; a minor unit more is refused', async (context) => {
    const { gateway, book } = at().harness
    if (!gateway.capabilities.partialRefund) context.skip('gives back whole payments only')
    const { order, payment } = await at().paid()
    const back = (amountMinor: number, key: string) =>
      gateway.refund(
        payment.gatewayRef,
        { amountMinor, currency: 'TRY' },
        `${key}-${order.attemptId}`,
      )
    expect(await back(10_000, 'first')).toEqual({ kind: 'refunded', refundedMinor: 10_000 })
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: 'paid',
      refundedMinor: 10_000,
    })
    expect(await back(14_991, 'too-much')).toMatchObject({ kind: 'refused' })
    expect(await back(14_990, 'rest')).toEqual({ kind: 'refunded', refundedMinor: 14_990 })
    expect(await back(1, 'one-more')).toMatchObject({ kind: 'refused' })
    expect(await book(order.orderNumber)).toMatchObject({
      charges: 1,
      chargedMinor: 24_990,
      refundedMinor: 24_990,
    })
  })

  it('the same key refunds once, however often and concurrently', async () => {
    const { gateway, book } = at().harness
    const { order, payment } = await at().paid()
    const money = { amountMinor: order.amountMinor, currency: order.currency }
    const refund = () => gateway.refund(payment.gatewayRef, money, `key-${order.attemptId}`)
    const results = await Promise.all(Array.from({ length: 10 }, refund))
    expect(results).toEqual(
      Array.from({ length: 10 }, () => ({ kind: 'refunded', refundedMinor: order.amountMinor })),
    )
    expect(await book(order.orderNumber)).toMatchObject({ refundedMinor: order.amountMinor })
  })

  it('the same key for another amount is refused', async () => {
    const { gateway, book } = at().harness
    const { order, payment } = await at().paid()
    const key = `key-${order.attemptId}`
    await gateway.refund(payment.gatewayRef, { amountMinor: 500, currency: 'TRY' }, key)
    expect(
      await gateway.refund(payment.gatewayRef, { amountMinor: 600, currency: 'TRY' }, key),
    ).toMatchObject({ kind: 'refused' })
    expect(await book(order.orderNumber)).toMatchObject({ refundedMinor: 500 })
  })

  it('concurrent refunds with different keys never exceed the payment', async () => {
    const { gateway, book } = at().harness
    const { order, payment } = await at().paid()
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        gateway.refund(
          payment.gatewayRef,
          { amountMinor: 10_000, currency: 'TRY' },
          `key-${place}-${order.attemptId}`,
        ),
      ),
    )
    expect(results.filter((result) => result.kind === 'refunded')).toHaveLength(2)
    expect(results.filter((result) => result.kind === 'refused')).toHaveLength(6)
    expect(await book(order.orderNumber)).toMatchObject({ refundedMinor: 20_000 })
  })

  it('unpaid attempts, other currencies and unknown payments are refused', async () => {
    const { gateway, cards } = at().harness
    const open = await at().start(at().order(), cards.pays)
    if (open.kind !== 'challenge') throw new Error('expected a challenge')
    const { order, payment } = await at().paid()
    const money = { amountMinor: 100, currency: 'TRY' }
    expect(await gateway.refund(open.gatewayRef, money, `a-${order.attemptId}`)).toMatchObject({
      kind: 'refused',
    })
    expect(
      await gateway.refund(
        payment.gatewayRef,
        { ...money, currency: 'USD' },
        `b-${order.attemptId}`,
      ),
    ).toMatchObject({ kind: 'refused' })
    expect(await gateway.refund('pay_nobody', money, `c-${order.attemptId}`)).toMatchObject({
      kind: 'refused',
    })
    for (const amountMinor of [0, -100, 1.5]) {
      expect(
        await gateway.refund(payment.gatewayRef, { ...money, amountMinor }, `d${amountMinor}`),
      ).toMatchObject({ kind: 'refused' })
    }
  })

  it('the ledger of a period has every charge and refund, page by page; other periods and unavailable gateways have none', async () => {
    const { gateway, unreachable } = at().harness
    const listed = gateway.listMovements
    if (!listed || !unreachable.listMovements) throw new Error('has no book')
    const hour = 3_600_000
    const now = Date.now()
    const [one, two] = [await at().paid(), await at().paid()]
    for (const [n, amountMinor] of [100, 250].entries())
      await gateway.refund(
        one.payment.gatewayRef,
        { amountMinor, currency: 'TRY' },
        `book-${n}-${one.order.attemptId}`,
      )
    const book = await listed(new Date(now - hour), new Date(now + hour))
    const of = (ref: string) =>
      book
        .filter((movement) => movement.gatewayRef === ref)
        .map(({ kind, amountMinor, currency }) => [kind, amountMinor, currency])
        .sort()
    expect(of(one.payment.gatewayRef)).toEqual([
      ['charge', one.order.amountMinor, 'TRY'],
      ['refund', 100, 'TRY'],
      ['refund', 250, 'TRY'],
    ])
    expect(of(two.payment.gatewayRef)).toEqual([['charge', two.order.amountMinor, 'TRY']])
    expect(
      book.find(
        (movement) => movement.kind === 'charge' && movement.gatewayRef === two.payment.gatewayRef,
      )?.attemptId,
    ).toBe(two.order.attemptId)
    expect(await listed(new Date(now - 30 * hour), new Date(now - 28 * hour))).toEqual([])
    await expect(
      unreachable.listMovements(new Date(now - hour), new Date(now)),
    ).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  })

  it('a card that cannot be refunded says so', async (context) => {
    const { gateway, cards, book } = at().harness
    const { order, payment } = await at().paid(orSkip(context, cards.notRefundable))
    expect(
      await gateway.refund(
        payment.gatewayRef,
        { amountMinor: 100, currency: 'TRY' },
        `key-${order.attemptId}`,
      ),
    ).toMatchObject({ kind: 'refused' })
    expect(await book(order.orderNumber)).toMatchObject({ refundedMinor: 0 })
  })
}
