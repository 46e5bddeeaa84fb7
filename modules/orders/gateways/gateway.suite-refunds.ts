import { expect, it } from 'vitest'
import { orSkip, type Till } from './gateway.suite-till.ts'

/** Never more back than came in, and never twice for one decision. */
export function refunds(at: () => Till): void {
  it('a part goes back, then the rest; a minor unit more is refused', async (context) => {
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

  it('the same key gives money back once, however often and however parallel it is asked', async () => {
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

  it('parallel refunds with keys of their own never exceed the payment', async () => {
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

  it('what was not paid, another currency and an unknown payment are refused', async () => {
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

  it("the gateway's book of a time tells every charge and every refund in it, page by page, by the payment's name; another time and a gateway that is away tell nothing", async () => {
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

  it('a card that cannot be paid back says so', async (context) => {
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
