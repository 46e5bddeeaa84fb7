import { inspect } from 'node:util'
import { expect, it, type TestContext } from 'vitest'
import type { SavedCard, SavedCardHandle } from './gateway.ts'
import type { Till } from './gateway.suite-till.ts'

/**
 * Cards that the gateway keeps for a store: paid with by a name, deleted by it, and nothing of the
 * number ever comes back.
 */
export function keptCards(at: () => Till): void {
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

  it.concurrent('S3.2 a card that is kept with a payment pays again by its name alone, after the challenge', async (context) => {
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

  it.concurrent('a card is kept only when it was wished, and only when it has paid', async (context) => {
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

  it.concurrent('what was kept is told again by every later look at the payment', async (context) => {
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

  it.concurrent('the same card kept for two stores is told to be one, another one to be another', async (context) => {
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

  it.concurrent('a deleted card pays no more, deleting it twice is the same, and nobody says so who was not asked', async (context) => {
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

  it.concurrent('no answer about a kept card holds its number', async (context) => {
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
