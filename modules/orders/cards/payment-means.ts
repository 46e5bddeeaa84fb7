import type { StoreActor } from '#kernel/actor.ts'
import { keyedHashes } from '#lib/sealed.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { Ctx } from '#kernel/context.ts'
import type { PayBody } from '../contract.ts'
import { refuse } from '../errors.ts'
import type { PaymentMeans, SavedCardHandle } from '../gateways/gateway.ts'
import { checkCard, isExpired } from '../rules.ts'
import { findCustomerRef, findSavedCard } from './saved-card-data.ts'

/** A card as far as a quote needs it. */
export type QuotedCard = { firstDigits: string } | SavedCardHandle

/** What the buyer pays with, in the gateway's words, and what else follows from it. */
export interface ChosenMeans {
  means: PaymentMeans
  /** What instalments are quoted by; null where only the gateway knows the card. */
  quoted: QuotedCard | null
  secure3d: boolean
  /** What the card is to be called when it is kept. */
  cardName: string | null
  customerRef: string | undefined
  /** Whose turn it is when tries are counted: the card, by a keyed hash, never by its number. */
  limitedAs: string | null
}

/**
 * What of the means tells one request from another: no card data but the last four digits and the
 * year, for fingerprints are stored.
 */
export const fingerprintOf = ({ card, saved_card_id: saved, client_token: token }: PayBody) => ({
  ...(card && {
    lastFour: card.number.slice(-4),
    year: card.expiry_year,
    month: card.expiry_month,
  }),
  ...(saved !== undefined && { saved }),
  ...(token !== undefined && { token: sha256Hex(token) }),
})

/** A card of this store that the gateway of now keeps and that has not been deleted. */
export async function requireSavedCard(
  ctx: Ctx,
  store: StoreActor,
  id: string,
): Promise<SavedCardHandle> {
  const card = await findSavedCard(ctx.db, store.storeId, id)
  const isThere =
    card &&
    card.deleted_at === null &&
    card.gateway === ctx.gateway.name &&
    ctx.gateway.capabilities.savedCards
  if (!isThere) throw refuse('checkout.card_not_found')
  if (isExpired(card, ctx.clock.now()))
    throw refuse('checkout.saved_card_expired', {
      fields: { saved_card_id: { code: 'checkout.saved_card_expired' } },
    })
  return { customerRef: card.customer_ref, cardRef: card.card_ref }
}

/**
 * Exactly one of card, kept card and token, as the gateway takes it; nothing where the gateway asks
 * on a page of its own.
 */
export async function chooseMeans(
  ctx: Ctx,
  store: StoreActor,
  body: PayBody,
): Promise<ChosenMeans> {
  const { gateway } = ctx
  const { cardFields, savedCards } = gateway.capabilities
  const keeps = async (wished: boolean, name: string | undefined) => {
    const storeCard = wished && savedCards
    return {
      storeCard,
      cardName: (storeCard && name) || null,
      customerRef: storeCard
        ? await findCustomerRef(ctx.db, store.storeId, gateway.name)
        : undefined,
    }
  }
  if (body.saved_card_id !== undefined) {
    const handle = await requireSavedCard(ctx, store, body.saved_card_id)
    return {
      means: { kind: 'saved', ...handle },
      quoted: handle,
      secure3d: body.secure_3d,
      cardName: null,
      customerRef: handle.customerRef,
      limitedAs: `saved ${body.saved_card_id}`,
    }
  }
  if (body.card) {
    if (cardFields !== 'ours') throw refuse('checkout.means_not_accepted')
    const { card } = body
    const fields = checkCard(card, ctx.clock.now())
    if (Object.keys(fields).length > 0) throw refuse('checkout.card_invalid', { fields })
    const { storeCard, cardName, customerRef } = await keeps(card.store_card, card.store_name)
    return {
      means: {
        kind: 'card',
        holder: card.name,
        number: card.number,
        expiryMonth: card.expiry_month,
        expiryYear: card.expiry_year,
        cvc: card.cvc,
        storeCard,
        ...(cardName && { storeName: cardName }),
      },
      quoted: { firstDigits: card.number.slice(0, 8) },
      secure3d: card.secure_3d,
      cardName,
      customerRef,
      limitedAs: keyedHashes(ctx.sealing, 'card-number', card.number)[0].toString('hex'),
    }
  }
  const { storeCard, cardName, customerRef } = await keeps(body.store_card, body.store_name)
  const rest = { quoted: null, secure3d: body.secure_3d, cardName, customerRef, limitedAs: null }
  if (body.client_token !== undefined) {
    if (cardFields !== 'element') throw refuse('checkout.means_not_accepted')
    return { means: { kind: 'client_token', token: body.client_token, storeCard }, ...rest }
  }
  if (cardFields !== 'page')
    throw refuse('checkout.card_invalid', { fields: { card: { code: 'field.required' } } })
  return { means: { kind: 'page', storeCard }, ...rest }
}
