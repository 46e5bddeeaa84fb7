import { expect, it, type TestContext } from 'vitest'
import { orSkip, type Till } from './gateway.suite-till.ts'

const PRICE = { amountMinor: 24_990, currency: 'TRY' }

/** In parts, a card is charged what the gateway has quoted and nothing else. */
export function payingInParts(at: () => Till): void {
  const quote = (card: { firstDigits: string }, price = PRICE, gateway = at().harness.gateway) =>
    gateway.quoteInstallments?.(card, price) ?? Promise.resolve([])
  function cardOf(context: TestContext): string {
    if (!at().harness.gateway.capabilities.installments) context.skip('takes single payments only')
    return orSkip(context, at().harness.cards.inParts)
  }

  it.concurrent('a card that may pay in parts is offered the price at once and more for waiting, by six digits or eight', async (context) => {
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

  it.concurrent('any other card, and any other currency, pays at once', async (context) => {
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

  it.concurrent('an offer is charged whole, and whole is what can go back', async (context) => {
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

  it.concurrent('a total that was not quoted, and parts for a card that may not, are refused before any money moves', async (context) => {
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

  it.concurrent('a kept card is quoted by its name, and one that is not there any more by nobody', async (context) => {
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

  it.concurrent('a gateway that does not answer quotes nothing', async (context) => {
    const number = cardOf(context)
    await expect(
      quote({ firstDigits: number.slice(0, 8) }, PRICE, at().harness.unreachable),
    ).rejects.toMatchObject({ name: 'GatewayUnavailable', reached: false })
  })
}
