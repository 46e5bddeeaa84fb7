import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { type Checkout, orSkip } from './gateway.suite-checkout.ts'
import { GatewayUnavailable } from './gateway.ts'

/**
 * Everything that can happen to an answer on its way: what came back is unknown, and the gateway's
 * own word settles it.
 */
export function brokenAnswers(at: () => Checkout): void {
  it.concurrent('a timeout after the charge is unknown, and retrieve finds the payment', async (context) => {
    const { impatient, gateway, cards, book } = at().harness
    const { number } = orSkip(
      context,
      Object.values(cards.brokenCharge).find((card) => card.hangs && card.happened),
    )
    const { order, reference } = await at().challenged(number)
    expect(await impatient.complete(reference)).toEqual({
      kind: 'unknown',
      gatewayRef: reference.gatewayRef,
    })
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: 'paid',
      amountMinor: order.amountMinor,
    })
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1 })
  })

  it.concurrent('a timeout before the charge is unknown, retrieve says so, and completing again charges once', async (context) => {
    const { impatient, gateway, cards, book } = at().harness
    const { number } = orSkip(
      context,
      Object.values(cards.brokenCharge).find((card) => card.hangs && !card.happened),
    )
    const { order, reference } = await at().challenged(number)
    expect((await impatient.complete(reference)).kind).toBe('unknown')
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({ state: 'ready' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    expect(await gateway.complete(reference)).toMatchObject({ kind: 'paid' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1 })
  })

  it.concurrent('no broken answer to a charge counts as a payment, and the next lookup finds the outcome', async () => {
    const { impatient, gateway, cards, book } = at().harness
    await Promise.all(
      Object.entries(cards.brokenCharge).map(async ([name, { number, happened, hangs }]) => {
        const { order, reference } = await at().challenged(number)
        expect((await (hangs ? impatient : gateway).complete(reference)).kind, name).toBe('unknown')
        expect(await gateway.retrieve(at().attempt(order)), name).toMatchObject({
          state: happened ? 'paid' : 'ready',
          amountMinor: order.amountMinor,
        })
        expect(await gateway.complete(reference), name).toMatchObject({ kind: 'paid' })
        expect(await book(order.orderNumber), name).toMatchObject({
          charges: 1,
          chargedMinor: order.amountMinor,
        })
      }),
    )
  })

  it.concurrent('no broken answer to a start loses or duplicates the attempt', async () => {
    const { impatient, gateway, cards, traits } = at().harness
    await Promise.all(
      Object.entries(cards.brokenStart).map(async ([name, { number, happened, hangs }]) => {
        const order = at().order()
        expect((await at().start(order, number, {}, hangs ? impatient : gateway)).kind, name).toBe(
          'unknown',
        )
        const known = await gateway.retrieve(at().attempt(order))
        expect(known?.state ?? null, name).toBe(happened ? 'challenge' : null)
        const again = await at().start(order, number)
        expect(again.kind, name).toBe(
          known && traits.startAgain === 'unknown' ? 'unknown' : 'challenge',
        )
        if (known && 'gatewayRef' in again) expect(again.gatewayRef, name).toBe(known.gatewayRef)
      }),
    )
  })

  it.concurrent('a broken lookup throws, so that it is not mistaken for "never started"', async () => {
    const { impatient, gateway, cards } = at().harness
    await Promise.all(
      Object.entries(cards.brokenLookup).map(async ([name, { number, hangs }]) => {
        const order = at().order()
        await at().start(order, number)
        await expect(
          (hangs ? impatient : gateway).retrieve(at().attempt(order)),
          name,
        ).rejects.toMatchObject({ name: 'GatewayUnavailable', reached: true })
        expect(await gateway.retrieve(at().attempt(order)), name).toMatchObject({
          state: 'challenge',
        })
      }),
    )
  })

  it.concurrent('a refund without a valid answer is unknown, and the same key refunds once', async () => {
    const { impatient, gateway, cards, book } = at().harness
    await Promise.all(
      Object.entries(cards.brokenRefund).map(async ([name, { number, happened, hangs }]) => {
        const { order, payment } = await at().paid(number)
        const money = { amountMinor: 1_000, currency: order.currency }
        const first = await (hangs ? impatient : gateway).refund(
          payment.gatewayRef,
          money,
          `key-${order.attemptId}`,
        )
        expect(first, name).toEqual({ kind: 'unknown' })
        expect(await book(order.orderNumber), name).toMatchObject({
          refundedMinor: happened ? 1_000 : 0,
        })
        expect(
          await gateway.refund(payment.gatewayRef, money, `key-${order.attemptId}`),
          name,
        ).toEqual({ kind: 'refunded', refundedMinor: 1_000 })
        expect(await book(order.orderNumber), name).toMatchObject({ refundedMinor: 1_000 })
      }),
    )
  })

  it.concurrent('a gateway that refuses connections is unreachable, and nothing happened', async () => {
    const { unreachable, cards } = at().harness
    const order = at().order()
    expect(await at().start(order, cards.pays, {}, unreachable)).toEqual({ kind: 'unreachable' })
    expect(await unreachable.complete(at().reference(order, 'pay_none'))).toEqual({
      kind: 'unreachable',
    })
    expect(
      await unreachable.refund('pay_none', { amountMinor: 1, currency: 'TRY' }, 'key'),
    ).toEqual({ kind: 'unknown' })
    await expect(unreachable.retrieve(at().attempt(order))).rejects.toMatchObject({
      name: 'GatewayUnavailable',
      reached: false,
    })
  })

  it.concurrent('no result of the gateway contains the card', async () => {
    const { impatient, unreachable, cards } = at().harness
    const numbers = [
      cards.pays,
      ...Object.values(cards.declined),
      ...Object.values(cards.brokenStart).map((one) => one.number),
    ]
    await Promise.all(
      numbers.flatMap((number) =>
        [impatient, unreachable].map(async (gateway) => {
          const order = at().order()
          const out: unknown[] = [
            await at()
              .start(order, number, {}, gateway)
              .catch((error: unknown) => error),
          ]
          out.push(await gateway.retrieve(at().attempt(order)).catch((error: unknown) => error))
          const seen = inspect(out, { depth: 20, showHidden: true })
          expect(seen).not.toContain(number)
          expect(seen).not.toMatch(/"cvc"|AYŞE YILMAZ/)
        }),
      ),
    )
    expect(new GatewayUnavailable('x', true).message).not.toMatch(/\d/)
  })
}

/** Who says so? Returns and notices come from the open internet. */
export function forgeries(at: () => Checkout): void {
  const flipped = (text: string) => text.replace(/.$/, (last) => (last === '1' ? '0' : '1'))
  const spoil = (text: string) =>
    [text.slice(0, -1), `${text}x`, flipped(text), '', text.toUpperCase()].filter(
      (other) => other !== text,
    )

  it('a forged return is refused: fields cannot be changed, removed or taken from another payment', async (context) => {
    const { gateway, cards, traits } = at().harness
    if (!traits.signsReturns) context.skip('this gateway signs no returns')
    const mine = await at().challenged(cards.pays)
    const another = await at().challenged(cards.pays)
    expect(gateway.readReturn(mine.form)).not.toBeNull()
    for (const [name, value] of Object.entries(mine.form)) {
      for (const spoiled of spoil(value))
        expect(gateway.readReturn({ ...mine.form, [name]: spoiled }), name).toBeNull()
      const { [name]: _taken, ...rest } = mine.form
      expect(gateway.readReturn(rest), name).toBeNull()
    }
    for (const name of ['payment_id', 'attempt_id', 'paymentId', 'conversationId', 'signature']) {
      const value = another.form[name]
      if (value && value !== mine.form[name])
        expect(gateway.readReturn({ ...mine.form, [name]: value }), name).toBeNull()
    }
    expect(gateway.readReturn({})).toBeNull()
  })

  it('an unsigned return only names its attempt and cannot be made for another', async (context) => {
    const { gateway, cards, traits } = at().harness
    if (traits.signsReturns) context.skip('this gateway signs its returns')
    const mine = await at().challenged(cards.pays)
    const another = await at().challenged(cards.pays)
    expect(gateway.readReturn(mine.form)).toMatchObject({
      attemptId: mine.order.attemptId,
      challengePassed: false,
    })
    for (const name of ['attempt', 'proof']) {
      for (const spoiled of spoil(mine.form[name] ?? ''))
        expect(gateway.readReturn({ ...mine.form, [name]: spoiled }), name).toBeNull()
      expect(
        gateway.readReturn({ ...mine.form, [name]: another.form[name] ?? '' }),
        name,
      ).toBeNull()
    }
    expect(gateway.readReturn({})).toBeNull()
  })

  it('a failed challenge cannot be turned into a passed one', async () => {
    const { gateway, cards } = at().harness
    const passed = await at().challenged(cards.pays)
    const cancelled = await at().challenged(cards.pays, 'cancel')
    for (const name of Object.keys(passed.form)) {
      const turned = gateway.readReturn({ ...cancelled.form, [name]: passed.form[name] ?? '' })
      expect(turned?.challengePassed ?? false, name).toBe(false)
    }
  })

  it('a return with a wrong signature of the gateway is refused', async (context) => {
    const { gateway, cards } = at().harness
    const { form } = await at().challenged(orSkip(context, cards.returnForged))
    expect(gateway.readReturn(form)).toBeNull()
  })

  it('a notice follows a payment, a decline and a refund, and names the attempt', async () => {
    const { gateway, cards, notices, traits } = at().harness
    const { order, payment } = await at().paid()
    await gateway.refund(
      payment.gatewayRef,
      { amountMinor: 100, currency: 'TRY' },
      `key-${order.attemptId}`,
    )
    const count = traits.noticesOfRefunds ? 2 : 1
    const heard = await notices(order.attemptId, count)
    const facts = heard.map((notice) => gateway.readNotice(notice.body, notice.headers))
    for (const fact of facts)
      expect(fact).toMatchObject({ attemptId: order.attemptId, gatewayRef: payment.gatewayRef })
    expect(new Set(facts.map((fact) => fact?.eventId)).size).toBe(count)

    const declined = await at().challenged(cards.pays, 'cancel')
    const [notice] = await notices(declined.order.attemptId, 1)
    expect(notice && gateway.readNotice(notice.body, notice.headers)).toMatchObject({
      attemptId: declined.order.attemptId,
    })
  })

  it('forged, changed and old notices are refused', async () => {
    const { gateway, later, notices, traits } = at().harness
    const { order } = await at().paid()
    const [notice] = await notices(order.attemptId, 1)
    if (!notice) throw new Error('no notice')
    expect(gateway.readNotice(notice.body, notice.headers)).not.toBeNull()
    if (traits.noticeSigns === 'body')
      expect(gateway.readNotice(`${notice.body} `, notice.headers)).toBeNull()
    expect(
      gateway.readNotice(notice.body.replace(order.attemptId, 'att_another'), notice.headers),
    ).toBeNull()
    expect(gateway.readNotice('', notice.headers)).toBeNull()
    expect(gateway.readNotice(notice.body, {})).toBeNull()
    const signing = Object.keys(notice.headers).filter((name) =>
      /signature|timestamp|event-id/.test(name),
    )
    expect(signing.length).toBeGreaterThan(0)
    for (const name of signing) {
      for (const spoiled of spoil(notice.headers[name] ?? '')) {
        expect(
          gateway.readNotice(notice.body, { ...notice.headers, [name]: spoiled }),
          `${name}: ${spoiled}`,
        ).toBeNull()
      }
    }
    // Where the signature covers no time, an old notice is only asked about again: it proves
    // nothing of money.
    if (traits.noticeSigns === 'fields') return
    expect(later(3_600).readNotice(notice.body, notice.headers)).toBeNull()
    expect(later(-3_600).readNotice(notice.body, notice.headers)).toBeNull()
  })

  it('header names are case-insensitive', async () => {
    const { gateway, notices } = at().harness
    const { order } = await at().paid()
    const [notice] = await notices(order.attemptId, 1)
    const shouted = Object.fromEntries(
      Object.entries(notice?.headers ?? {}).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(gateway.readNotice(notice?.body ?? '', shouted)).not.toBeNull()
  })

  it('a repeated notice has the same event id', async (context) => {
    const { gateway, cards, notices } = at().harness
    const { order } = await at().paid(orSkip(context, cards.noticeTwice))
    const heard = await notices(order.attemptId, 2)
    expect(
      new Set(heard.map((notice) => gateway.readNotice(notice.body, notice.headers)?.eventId)).size,
    ).toBe(1)
  })

  it('a notice with a bad signature is refused', async (context) => {
    const { gateway, cards, notices } = at().harness
    const { order } = await at().paid(orSkip(context, cards.noticeForged))
    const [notice] = await notices(order.attemptId, 1)
    expect(gateway.readNotice(notice?.body ?? '', notice?.headers ?? {})).toBeNull()
  })
}
