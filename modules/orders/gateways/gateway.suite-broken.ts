import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { GatewayUnavailable } from './gateway.ts'
import { orSkip, type Till } from './gateway.suite-till.ts'

/**
 * Everything that can happen to an answer on its way: what came back is unknown, and the gateway's
 * own word settles it.
 */
export function brokenAnswers(at: () => Till): void {
  it.concurrent('a time-out after the charge is unknown, and retrieve tells the truth', async (context) => {
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

  it.concurrent('a time-out before the charge is unknown, retrieve says so, and completing again charges once', async (context) => {
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

  it.concurrent('no broken answer to a charge is taken for a payment, and the next look finds out what happened', async () => {
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

  it.concurrent('no broken answer to a start loses or doubles the attempt', async () => {
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

  it.concurrent('a look-up that is not answered properly throws, so that nobody takes it for "never started"', async () => {
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

  it.concurrent('a refund without a proper answer is unknown, and the same key again gives the money back once', async () => {
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

  it.concurrent('a gateway where nobody listens is unreachable, and nothing happened', async () => {
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

  it.concurrent('nothing that comes out of the gateway holds the card', async () => {
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
