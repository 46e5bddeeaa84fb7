import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { type Checkout } from './gateway.suite-checkout.ts'
import type { SavedCard } from './gateway.ts'
import { bankCard } from './sandbox.support.ts'

/** Cards that pay while their holder is there; all doubles know them by the same numbers. */
const LATER = {
  /** Declined until the holder has paid with the saved card once more. */
  noFunds: bankCard('50'),
  closed: bankCard('51'),
  wantsHolder: bankCard('52'),
  answersLate: bankCard('53'),
  expired: bankCard('54'),
}

/** A saved card is charged without its holder: never a challenge, and money moves once. */
export function chargingSavedCards(at: () => Checkout): void {
  it.concurrent('a card saved in a payment with a challenge is charged later without one', async () => {
    const { gateway, book } = at().harness
    const card = await at().savedCard()
    const { order, step } = await at().charge(card)
    const { attemptId, orderNumber } = order
    const paid = { attemptId, orderNumber, amountMinor: 24_990, currency: 'TRY', state: 'paid' }
    expect(step).toMatchObject({ kind: 'paid', payment: paid })
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject(paid)
    expect(await book(orderNumber)).toEqual({
      charges: 1,
      chargedMinor: 24_990,
      refundedMinor: 0,
      currency: 'TRY',
    })
    expect((await at().charge(card)).step).toMatchObject({ kind: 'paid' })
  })

  it.concurrent('the same attempt charges once, again and twenty times at once', async () => {
    const { book } = at().harness
    const card = await at().savedCard()
    const { order, step } = await at().charge(card)
    expect((await at().charge(card, order)).step).toEqual(step)
    const another = at().order()
    await Promise.all(Array.from({ length: 20 }, () => at().charge(card, another)))
    expect((await at().charge(card, another)).step).toMatchObject({ kind: 'paid' })
    for (const { orderNumber } of [order, another])
      expect(await book(orderNumber)).toMatchObject({ charges: 1, chargedMinor: 24_990 })
  })

  it.concurrent('the same attempt with another amount, currency or order is not a second charge', async () => {
    const { gateway, book } = at().harness
    const card = await at().savedCard()
    const { order } = await at().charge(card)
    for (const change of [
      { amountMinor: 34_990 },
      { currency: 'USD' },
      { orderNumber: 'AR-another' },
    ]) {
      const { step } = await at().charge(card, { ...order, ...change })
      expect(step.kind, JSON.stringify(change)).toBe('unknown')
    }
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: 'paid',
      amountMinor: 24_990,
    })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1, chargedMinor: 24_990 })
    expect(await book('AR-another')).toMatchObject({ charges: 0 })
  })

  it.concurrent('such a payment is refunded in parts, told of by a notice, and stands in the ledger', async () => {
    const { gateway, notices, book } = at().harness
    const { order, step } = await at().charge(await at().savedCard())
    if (step.kind !== 'paid') throw new Error(step.kind)
    const { gatewayRef } = step.payment
    const back = (amountMinor: number, key: string) =>
      gateway.refund(gatewayRef, { amountMinor, currency: 'TRY' }, `${key}-${order.attemptId}`)
    const [notice] = await notices(order.attemptId, 1)
    expect(notice && gateway.readNotice(notice.body, notice.headers)).toMatchObject({
      attemptId: order.attemptId,
      gatewayRef,
    })
    expect(await back(10_000, 'part')).toEqual({ kind: 'refunded', refundedMinor: 10_000 })
    expect(await back(14_991, 'too-much')).toMatchObject({ kind: 'refused' })
    expect(await back(14_990, 'rest')).toEqual({ kind: 'refunded', refundedMinor: 14_990 })
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({ refundedMinor: 24_990 })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1, refundedMinor: 24_990 })
    const now = Date.now()
    const listed = await gateway.listMovements?.(new Date(now - 3_600_000), new Date(now + 60_000))
    expect(
      listed?.filter((one) => one.gatewayRef === gatewayRef && one.kind === 'charge'),
    ).toMatchObject([{ attemptId: order.attemptId, amountMinor: 24_990, currency: 'TRY' }])
  })

  it.concurrent('no answer about a charge contains the card', async () => {
    const { gateway, cards } = at().harness
    const { order, step } = await at().charge(await at().savedCard())
    const seen = inspect([step, await gateway.retrieve(at().attempt(order))], {
      depth: 20,
      showHidden: true,
    })
    expect(seen).toContain(order.attemptId)
    expect(seen).not.toContain(cards.pays)
    expect(seen).not.toContain(cards.pays.slice(0, 12))
  })
}

/** A decline says whether the card may be tried again. */
export function decliningCharges(at: () => Checkout): void {
  const savedBy = ({ customerRef, cardRef }: SavedCard) => ({
    kind: 'saved' as const,
    customerRef,
    cardRef,
  })

  it.concurrent('a decline for a passing reason is not final, and the card is charged again after the holder has paid with it', async () => {
    const { gateway, book } = at().harness
    const card = await at().savedCard(LATER.noFunds)
    const { order, step } = await at().charge(card)
    expect(step).toMatchObject({ kind: 'declined', reason: 'insufficient_funds' })
    expect(step.kind === 'declined' && step.final).toBeFalsy()
    const found = await gateway.retrieve(at().attempt(order))
    expect(found).toMatchObject({ state: 'declined', reason: 'insufficient_funds' })
    expect(found?.final).toBeFalsy()
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    expect((await at().charge(card)).step).toMatchObject({ kind: 'declined' })
    expect((await at().pay(savedBy(card))).step).toMatchObject({ kind: 'paid' })
    expect((await at().charge(card)).step).toMatchObject({ kind: 'paid' })
  })

  it.concurrent('a closed or expired card is declined for good, by the charge and by the look-up', async () => {
    const { gateway, book } = at().harness
    for (const [name, reason] of [
      ['closed', expect.any(String)],
      ['expired', 'expired_card'],
    ] as const) {
      const { order, step } = await at().charge(await at().savedCard(LATER[name]))
      expect(step, name).toMatchObject({ kind: 'declined', reason, final: true })
      expect(await gateway.retrieve(at().attempt(order)), name).toMatchObject({
        state: 'declined',
        reason,
        final: true,
      })
      expect(await book(order.orderNumber), name).toMatchObject({ charges: 0 })
    }
  })

  it.concurrent('a charge for which the bank wants the holder is declined as such, and he pays the order himself', async () => {
    const { gateway, book } = at().harness
    const card = await at().savedCard(LATER.wantsHolder)
    const { order, step } = await at().charge(card)
    expect(step).toMatchObject({ kind: 'declined', reason: 'authentication_required' })
    expect(step.kind === 'declined' && step.final).toBeFalsy()
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: 'declined',
      reason: 'authentication_required',
    })
    const { orderNumber } = order
    expect(await book(orderNumber)).toMatchObject({ charges: 0 })
    const own = await at().pay(savedBy(card), {}, at().order({ orderNumber }))
    expect(own.step).toMatchObject({ kind: 'paid' })
    expect(await book(orderNumber)).toMatchObject({ charges: 1 })
  })

  it.concurrent('a deleted card, and a card of another store, are declined for good', async () => {
    const { gateway, book } = at().harness
    const [card, other] = [await at().savedCard(), await at().savedCard()]
    await gateway.deleteCard?.(card)
    for (const gone of [card, { customerRef: card.customerRef, cardRef: other.cardRef }]) {
      const { order, step } = await at().charge(gone)
      expect(step).toMatchObject({ kind: 'declined', reason: 'invalid_card', final: true })
      expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    }
    expect((await at().charge(other)).step).toMatchObject({ kind: 'paid' })
  })
}

/** The charge is one call: when its answer is lost, the look-up says whether money moved. */
export function lostCharges(at: () => Checkout): void {
  it.concurrent('a charge that is answered too late is unknown, and the look-up finds it paid', async () => {
    const { impatient, gateway, book } = at().harness
    const card = await at().savedCard(LATER.answersLate)
    const { order, step } = await at().charge(card, at().order(), impatient)
    expect(step.kind).toBe('unknown')
    expect(await gateway.retrieve(at().attempt(order))).toMatchObject({
      state: 'paid',
      amountMinor: order.amountMinor,
    })
    expect((await at().charge(card, order)).step).toMatchObject({ kind: 'paid' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 1 })
  })

  it.concurrent('no broken answer to a charge counts as a payment or is paid twice', async () => {
    const { impatient, gateway, cards, book } = at().harness
    // Where the challenge takes the money, the call that breaks is the one that starts.
    const broken = Object.entries(
      Object.keys(cards.brokenCharge).length > 0 ? cards.brokenCharge : cards.brokenStart,
    )
    await Promise.all(
      broken.map(async ([name, { number, happened }]) => {
        const card = await at().savedCard(number, impatient)
        const { order, step } = await at().charge(card, at().order(), impatient)
        expect(step.kind, name).toBe('unknown')
        const found = await gateway.retrieve(at().attempt(order))
        expect(found?.state === 'paid', name).toBe(happened)
        expect((await at().charge(card, order)).step, name).toMatchObject({ kind: 'paid' })
        expect(await book(order.orderNumber), name).toMatchObject({
          charges: 1,
          chargedMinor: order.amountMinor,
        })
      }),
    )
  })

  it.concurrent('a gateway that refuses connections charged nothing', async () => {
    const { unreachable, gateway } = at().harness
    const { order, step } = await at().charge(await at().savedCard(), at().order(), unreachable)
    expect(step).toEqual({ kind: 'unreachable' })
    expect(await gateway.retrieve(at().attempt(order))).toBeNull()
  })
}
