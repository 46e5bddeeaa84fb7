import { inspect } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import { type Checkout, orSkip } from './gateway.suite-checkout.ts'
import type { SavedCard, SavedCardHandle } from './gateway.ts'

/**
 * Cards that the gateway keeps for a store: paid with by a name, deleted by it, and nothing of the
 * number ever comes back.
 */
export function keptCards(at: () => Checkout): void {
  const orSkipAll = (context: TestContext) => {
    const { savedCards, cardFields } = at().harness.gateway.capabilities
    if (!savedCards || cardFields !== 'ours')
      context.skip('keeps no cards that pass through our hands')
  }
  /** Pays with a card that is to be kept. */
  async function kept(number = at().harness.cards.pays, customerRef?: string): Promise<SavedCard> {
    const { step } = await at().pay(
      at().card(number, true),
      customerRef === undefined ? {} : { customerRef },
    )
    if (step.kind !== 'paid' || !step.payment.savedCard)
      throw new Error(`expected a kept card, got ${step.kind}`)
    return step.payment.savedCard
  }
  const withCard = ({ customerRef, cardRef }: SavedCardHandle) => ({
    kind: 'saved' as const,
    customerRef,
    cardRef,
  })
  const forget = (card: SavedCardHandle, gateway = at().harness.gateway) =>
    gateway.deleteCard?.(card)

  it.concurrent('S3.2 a card saved with a payment pays again by its reference, after the challenge', async (context) => {
    orSkipAll(context)
    const { gateway, cards, book } = at().harness
    const card = await kept()
    expect(card).toMatchObject({
      lastFour: cards.pays.slice(-4),
      expiryMonth: 12,
      expiryYear: 2039,
    })
    const order = at().order()
    const step = await gateway.start(
      order,
      withCard(card),
      at().options({ customerRef: card.customerRef }),
    )
    expect(step).toMatchObject({ kind: 'challenge' })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    const { step: paid, order: next } = await at().pay(withCard(card), {
      customerRef: card.customerRef,
    })
    expect(paid).toMatchObject({ kind: 'paid', payment: { amountMinor: 24_990 } })
    expect(await book(next.orderNumber)).toMatchObject({ charges: 1, chargedMinor: 24_990 })
  })

  it.concurrent('S3.2 a card saved without a payment charges nothing, is the same when asked again, and can be charged later', async (context) => {
    const { gateway, cards, answerChallenge, book, means } = at().harness
    if (!gateway.saveCard) context.skip('saves cards with payments only')
    const order = at().order()
    const setup = {
      setupId: order.attemptId,
      currency: order.currency,
      buyer: order.buyer,
    }
    const { returnUrl, buyerIp, locale } = at().options()
    const options = { returnUrl, buyerIp, locale }
    const card = means ? await means(cards.pays, order, true) : at().card(cards.pays, true)
    const begin = () => gateway.saveCard?.(setup, card, options)
    let step = await begin()
    const again = await begin()
    expect(again?.kind).toBe(step?.kind)
    if (step?.kind === 'challenge') {
      await answerChallenge(step, 'confirm')
      step =
        (await gateway.findSetup?.({ setupId: setup.setupId, gatewayRef: step.gatewayRef })) ??
        undefined
    }
    expect(step).toMatchObject({ kind: 'saved', card: { lastFour: cards.pays.slice(-4) } })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
  })

  it.concurrent('a card is saved only on request and only after it paid', async (context) => {
    orSkipAll(context)
    const { gateway, cards } = at().harness
    const unasked = await at().pay(at().card(cards.pays))
    expect(unasked.step.kind === 'paid' && unasked.step.payment.savedCard).toBeUndefined()
    const wished = at().order()
    await gateway.start(wished, at().card(cards.pays, true), at().options())
    expect((await gateway.retrieve(at().attempt(wished)))?.savedCard).toBeUndefined()
    const declined = Object.values(cards.declined)[0]
    if (declined === undefined) return
    const { order } = await at().pay(at().card(declined, true))
    expect((await gateway.retrieve(at().attempt(order)))?.savedCard).toBeUndefined()
  })

  it.concurrent('every later lookup returns the saved card', async (context) => {
    orSkipAll(context)
    const { gateway, cards } = at().harness
    const { order, step } = await at().pay(at().card(cards.pays, true))
    const first = step.kind === 'paid' ? step.payment.savedCard : undefined
    expect(first).toBeDefined()
    expect((await gateway.retrieve(at().attempt(order)))?.savedCard).toEqual(first)
  })

  it.concurrent('a second card of a store joins the first', async (context) => {
    orSkipAll(context)
    const { cards } = at().harness
    const first = await kept()
    const second = await kept(cards.inParts ?? cards.pays, first.customerRef)
    expect(second.customerRef).toBe(first.customerRef)
    if (cards.inParts) expect(second.cardRef).not.toBe(first.cardRef)
  })

  it.concurrent('the same card saved for two stores has one fingerprint, another card has another', async (context) => {
    orSkipAll(context)
    const { cards } = at().harness
    const [first, again, other] = [
      await kept(),
      await kept(),
      await kept(cards.inParts ?? cards.pays),
    ]
    expect(first.fingerprint).toMatch(/^[^\n]{8,100}$/)
    expect(again.fingerprint).toBe(first.fingerprint)
    if (cards.inParts) expect(other.fingerprint).not.toBe(first.fingerprint)
  })

  it.concurrent("one store's card does not pay for another store", async (context) => {
    orSkipAll(context)
    const [mine, theirs] = [await kept(), await kept()]
    const order = at().order()
    const mixed = withCard({ customerRef: theirs.customerRef, cardRef: mine.cardRef })
    expect(await at().harness.gateway.start(order, mixed, at().options())).toMatchObject({
      kind: 'declined',
    })
    expect(await at().harness.book(order.orderNumber)).toMatchObject({ charges: 0 })
  })

  it.concurrent('a deleted card cannot pay, deleting it again is the same, and an unavailable gateway does not confirm', async (context) => {
    orSkipAll(context)
    const { gateway, unreachable, book } = at().harness
    const [card, other] = [await kept(), await kept()]
    expect(await forget(card, unreachable)).toBe(false)
    expect(await forget(card)).toBe(true)
    expect(await forget(card)).toBe(true)
    const order = at().order()
    expect(await gateway.start(order, withCard(card), at().options())).toMatchObject({
      kind: 'declined',
    })
    expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    expect((await at().pay(withCard(other))).step).toMatchObject({ kind: 'paid' })
  })

  it.concurrent('no answer about a saved card contains its number', async (context) => {
    orSkipAll(context)
    const { gateway, cards } = at().harness
    const card = await kept()
    const { order, step } = await at().pay(withCard(card))
    const seen = inspect([card, step, await gateway.retrieve(at().attempt(order))], {
      depth: 20,
      showHidden: true,
    })
    expect(seen).not.toContain(cards.pays)
    expect(seen).not.toContain(cards.pays.slice(0, 12))
  })
}

const PRICE = { amountMinor: 24_990, currency: 'TRY' }

/** In parts, a card is charged what the gateway has quoted and nothing else. */
export function payingInParts(at: () => Checkout): void {
  const quote = (card: { firstDigits: string }, price = PRICE, gateway = at().harness.gateway) =>
    gateway.quoteInstallments?.(card, price) ?? Promise.resolve([])
  function cardOf(context: TestContext): string {
    if (!at().harness.gateway.capabilities.installments) context.skip('takes single payments only')
    return orSkip(context, at().harness.cards.inParts)
  }

  it.concurrent('a credit card is offered its price at once and more in installments, by six or eight digits', async (context) => {
    const number = cardOf(context)
    const offers = await quote({ firstDigits: number.slice(0, 6) })
    expect(offers[0]).toEqual({ count: 1, totalMinor: PRICE.amountMinor })
    expect(offers.length).toBeGreaterThan(2)
    expect(offers.map((offer) => offer.count)).toEqual(
      offers.map((offer) => offer.count).toSorted((a, b) => a - b),
    )
    expect(offers.map((offer) => offer.totalMinor)).toEqual(
      offers.map((offer) => offer.totalMinor).toSorted((a, b) => a - b),
    )
    expect(offers.at(-1)?.totalMinor).toBeGreaterThan(PRICE.amountMinor)
    expect(await quote({ firstDigits: number.slice(0, 8) })).toEqual(offers)
  })

  it.concurrent('other cards and currencies pay at once', async (context) => {
    const number = cardOf(context)
    const single = [{ count: 1, totalMinor: PRICE.amountMinor }]
    expect(
      await quote({ firstDigits: orSkip(context, at().harness.cards.notInParts).slice(0, 8) }),
    ).toEqual(single)
    expect(await quote({ firstDigits: '999999' })).toEqual(single)
    expect(await quote({ firstDigits: number.slice(0, 8) }, { ...PRICE, currency: 'EUR' })).toEqual(
      single,
    )
  })

  it.concurrent('an offer is charged in full and can be refunded in full', async (context) => {
    const number = cardOf(context)
    const { gateway, book } = at().harness
    const offer = (await quote({ firstDigits: number.slice(0, 8) })).at(-1)
    if (!offer) throw new Error('no offer')
    const surchargeMinor = offer.totalMinor - PRICE.amountMinor
    const { order, step } = await at().pay(
      at().card(number),
      { installments: offer.count },
      at().order({ amountMinor: offer.totalMinor, surchargeMinor }),
    )
    expect(step).toMatchObject({ kind: 'paid', payment: { amountMinor: offer.totalMinor } })
    expect(await book(order.orderNumber)).toMatchObject({
      charges: 1,
      chargedMinor: offer.totalMinor,
    })
    if (step.kind !== 'paid') return
    expect(
      await gateway.refund(
        step.payment.gatewayRef,
        { ...PRICE, amountMinor: offer.totalMinor },
        `key-${order.attemptId}`,
      ),
    ).toEqual({ kind: 'refunded', refundedMinor: offer.totalMinor })
  })

  it.concurrent('an unquoted total, and installments for other cards, are refused before money moves', async (context) => {
    const number = cardOf(context)
    const { book, cards } = at().harness
    const { totalMinor, count } = (await quote({ firstDigits: number.slice(0, 8) })).at(-1) ?? {
      totalMinor: 0,
      count: 12,
    }
    const surchargeMinor = totalMinor - PRICE.amountMinor
    const wrong = [
      { card: number, amountMinor: totalMinor - 1, surchargeMinor: surchargeMinor - 1 },
      { card: number, amountMinor: PRICE.amountMinor, surchargeMinor: 0 },
      ...(cards.notInParts
        ? [{ card: cards.notInParts, amountMinor: totalMinor, surchargeMinor }]
        : []),
    ]
    for (const { card, ...money } of wrong) {
      const { order, step } = await at().pay(
        at().card(card),
        { installments: count },
        at().order(money),
      )
      expect(step, JSON.stringify(money)).toMatchObject({ kind: 'declined' })
      expect(await book(order.orderNumber)).toMatchObject({ charges: 0 })
    }
  })

  it.concurrent('a saved card is quoted by its handle, a deleted one is not', async (context) => {
    const number = cardOf(context)
    const { gateway } = at().harness
    if (!gateway.capabilities.savedCards) context.skip('keeps no cards')
    const { step } = await at().pay(at().card(number, true))
    const saved = step.kind === 'paid' ? step.payment.savedCard : undefined
    if (!saved) throw new Error('expected a kept card')
    const { customerRef, cardRef } = saved
    const offers = await gateway.quoteInstallments?.({ customerRef, cardRef }, PRICE)
    expect(offers).toEqual(await quote({ firstDigits: number.slice(0, 8) }))
    await gateway.deleteCard?.({ customerRef, cardRef })
    await expect(
      gateway.quoteInstallments?.({ customerRef, cardRef }, PRICE),
    ).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  })

  it.concurrent('an unavailable gateway quotes nothing', async (context) => {
    const number = cardOf(context)
    await expect(
      quote({ firstDigits: number.slice(0, 8) }, PRICE, at().harness.unreachable),
    ).rejects.toMatchObject({ name: 'GatewayUnavailable', reached: false })
  })
}
