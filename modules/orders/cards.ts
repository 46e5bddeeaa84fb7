import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import { type Currency, scaleHalfUp, toMajor } from '#lib/money.ts'
import { keyedHashes } from '#lib/sealed.ts'
import { wholeList } from '#lib/wire.ts'
import type { StoreActor } from '#kernel/actor.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  deleteSavedCard as deleteContract,
  listSavedCards as listContract,
  quoteInstallments as contract,
} from './card-contract.ts'
import type { PayBody } from './contract.ts'
import { findOrder, type OrderRow } from './data.ts'
import { gatewayOf } from './discrepancies.ts'
import { refuse } from './errors.ts'
import {
  GatewayUnavailable,
  type InstallmentOffer,
  type PaymentMethod,
  type SavedCard,
  type SavedCardHandle,
} from './gateways/gateway.ts'
import { CARD_DELETION_RETRY_SECONDS, checkCard, isExpired, orderCan, QUOTES } from './rules.ts'

type QuotedCard = { firstDigits: string } | SavedCardHandle

/** The chosen payment method in the gateway's terms, and what follows from it. */
export interface ChosenPaymentMethod {
  means: PaymentMethod
  /** The card for installment quotes; null when only the gateway knows it. */
  quoted: QuotedCard | null
  secure3d: boolean
  /** The owner's name for a card to be saved. */
  cardName: string | null
  customerRef: string | undefined
  /** Identifies the card for rate limits: a keyed hash, never its number. */
  cardLimitKey: string | null
}

/**
 * Distinguishes requests by payment method. Fingerprints are stored, so only the card's last four
 * digits and expiry.
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

/** A saved card of this store that the current gateway can charge. */
export async function requireSavedCard(
  ctx: Ctx,
  storeId: string,
  id: string,
): Promise<SavedCardHandle> {
  const card = await findSavedCard(ctx.db, storeId, id)
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
 * Validates the card, saved card or token against what the gateway accepts. A gateway with its own
 * page takes none.
 */
export async function choosePaymentMethod(
  ctx: Ctx,
  store: StoreActor,
  body: PayBody,
  savesCard: boolean,
): Promise<ChosenPaymentMethod> {
  const { gateway } = ctx
  const { cardFields, savedCards } = gateway.capabilities
  const savingOptions = async (isWanted: boolean, name: string | undefined) => {
    const storeCard = (isWanted || savesCard) && savedCards
    return {
      storeCard,
      cardName: (storeCard && name) || null,
      customerRef: storeCard
        ? await findCustomerRef(ctx.db, store.storeId, gateway.name)
        : undefined,
    }
  }
  if (body.saved_card_id !== undefined) {
    const handle = await requireSavedCard(ctx, store.storeId, body.saved_card_id)
    return {
      means: { kind: 'saved', ...handle },
      quoted: handle,
      secure3d: body.secure_3d,
      cardName: null,
      customerRef: handle.customerRef,
      cardLimitKey: `saved ${body.saved_card_id}`,
    }
  }
  if (body.card) {
    if (cardFields !== 'ours') throw refuse('checkout.means_not_accepted')
    const { card } = body
    const fields = checkCard(card, ctx.clock.now())
    if (Object.keys(fields).length > 0) throw refuse('checkout.card_invalid', { fields })
    const { storeCard, cardName, customerRef } = await savingOptions(
      card.store_card,
      card.store_name,
    )
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
      cardLimitKey: keyedHashes(ctx.sealing, 'card-number', card.number)[0].toString('hex'),
    }
  }
  const { storeCard, cardName, customerRef } = await savingOptions(body.store_card, body.store_name)
  const rest = { quoted: null, secure3d: body.secure_3d, cardName, customerRef, cardLimitKey: null }
  if (body.client_token !== undefined) {
    if (cardFields !== 'element') throw refuse('checkout.means_not_accepted')
    return { means: { kind: 'client_token', token: body.client_token, storeCard }, ...rest }
  }
  if (cardFields !== 'page')
    throw refuse('checkout.card_invalid', { fields: { card: { code: 'field.required' } } })
  return { means: { kind: 'page', storeCard }, ...rest }
}

/** The gateway's current installment offers; the order's total when paid at once. */
async function fetchOffers(
  ctx: Ctx,
  order: OrderRow,
  card: QuotedCard,
): Promise<InstallmentOffer[]> {
  const single = { count: 1, totalMinor: order.total_minor }
  const { gateway } = ctx
  // What recurs is charged whole each time.
  if (order.plan_version_id !== null) return [single]
  if (!gateway.capabilities.installments || !gateway.quoteInstallments) return [single]
  try {
    const offers = await gateway.quoteInstallments(card, {
      amountMinor: order.total_minor,
      currency: order.currency,
    })
    return [
      single,
      ...offers.filter((offer) => offer.count > 1 && offer.totalMinor >= order.total_minor),
    ]
  } catch (error) {
    if (error instanceof GatewayUnavailable)
      throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
    throw error
  }
}

/** The surcharge for paying in `count` installments, from a fresh quote. */
export async function surchargeFor(
  ctx: Ctx,
  order: OrderRow,
  card: QuotedCard | null,
  count: number,
): Promise<number> {
  if (count === 1) return 0
  const offer = card && (await fetchOffers(ctx, order, card)).find((one) => one.count === count)
  if (!offer)
    throw refuse('checkout.installments_not_offered', {
      fields: { installments: { code: 'checkout.installments_not_offered' } },
    })
  return offer.totalMinor - order.total_minor
}

export const quoteInstallments = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = ctx.actor
    const order = await findOrder(ctx.db, params.order_number, store.storeId)
    if (!order) throw refuse('checkout.order_not_found')
    if (!orderCan.pay(order, ctx.clock.now())) throw refuse('checkout.order_not_payable')
    const card =
      body.saved_card_id === undefined
        ? { firstDigits: body.first_digits ?? '' }
        : await requireSavedCard(ctx, store.storeId, body.saved_card_id)
    await consumeRateLimits(ctx, [{ key: `quote store ${store.storeId}`, ...QUOTES }])
    const offers = await fetchOffers(ctx, order, card)
    return {
      data: {
        currency: order.currency as Currency,
        offers: offers.map(({ count, totalMinor }) => ({
          count,
          each: toMajor(scaleHalfUp(totalMinor, 1, count), order.currency),
          total: toMajor(totalMinor, order.currency),
          surcharge: toMajor(totalMinor - order.total_minor, order.currency),
        })),
      },
    }
  },
})

/** How a card is taken that is saved without a payment; the gateway's own page takes none. */
function addingMeans({ gateway }: Pick<Services, 'gateway'>) {
  const { cardFields } = gateway.capabilities
  const { element } = gateway.browser
  return gateway.saveCard === undefined || cardFields === 'page'
    ? null
    : {
        card_fields: cardFields,
        element: element ? { script: element.script, public_key: element.publicKey } : null,
      }
}

export const listSavedCards = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const rows = await findSavedCards(ctx.db, ctx.actor.storeId)
    const savingOptions = ctx.gateway.capabilities.savedCards
    const { data, meta } = wholeList(
      rows.map((row) => {
        const expired = isExpired(row, ctx.clock.now())
        return {
          id: row.id,
          brand: row.brand,
          last_four: row.last_four,
          expiry_month: row.expiry_month,
          expiry_year: row.expiry_year,
          expired,
          store_name: row.store_name,
          may_pay: savingOptions && !expired && row.gateway === ctx.gateway.name,
          created_at: row.created_at.toISOString(),
        }
      }),
    )
    return {
      data,
      meta: {
        ...meta,
        keeps_cards: savingOptions,
        adds: addingMeans(ctx),
      },
    }
  },
})

/**
 * Deletes the card at the gateway first: without our row it could never be deleted there. A former
 * gateway without keys is asked later by the job, and the answer says so. Idempotent.
 */
export const deleteSavedCard = defineOperation({
  ...deleteContract,
  run: async (ctx, { params }) => {
    const card = await findSavedCard(ctx.db, ctx.actor.storeId, params.id)
    if (!card) throw refuse('checkout.card_not_found')
    if (card.deleted_at !== null)
      return { success: true as const, forgotten: card.forget_at === null }
    const gateway = gatewayOf(ctx, card.gateway)
    const now = ctx.clock.now()
    if (
      gateway &&
      !(await gateway.deleteCard?.({ customerRef: card.customer_ref, cardRef: card.card_ref }))
    )
      throw refuse('checkout.card_not_deleted', { retryAfter: 60 })
    await markCardDeleted(ctx.db, card.id, now, gateway ? null : now)
    return { success: true as const, forgotten: gateway !== null }
  },
})

const findSavedCards = (db: Db, storeId: string) =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

/** Deleted cards too, so that a repeated deletion answers the same. */
const findSavedCard = (db: Db, storeId: string, id: string) =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/** A card of the store as lists show it; deleted ones too. */
export const findCard = async (db: Db, storeId: string, id: string, now: Date) => {
  const card = await findSavedCard(db, storeId, id)
  return (
    card && {
      id: card.id,
      brand: card.brand,
      last_four: card.last_four,
      expiry_month: card.expiry_month,
      expiry_year: card.expiry_year,
      expired: card.deleted_at !== null || isExpired(card, now),
    }
  )
}

/** The gateway's reference for this store, from its saved cards. */
const findCustomerRef = async (
  db: Db,
  storeId: string,
  gateway: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('saved_cards')
      .select('customer_ref')
      .where('store_id', '=', storeId)
      .where('gateway', '=', gateway)
      .where('deleted_at', 'is', null)
      .orderBy('updated_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.customer_ref

/**
 * Saves a card, or updates the same one. The same card under another reference is replaced:
 * `replaced` are the ids of those rows, to be deleted at the gateway. Cards are the same by the
 * gateway's fingerprint, or else by brand, last four digits and expiry.
 */
export async function saveCard(
  db: Db,
  row: { storeId: string; gateway: string; name: string | null; card: SavedCard },
  at: Date,
): Promise<{ id: string; replaced: string[] }> {
  const { storeId, gateway, name, card } = row
  const same = {
    brand: card.brand,
    last_four: card.lastFour,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  }
  const { fingerprint } = card
  const older = await db
    .updateTable('saved_cards')
    .set({ deleted_at: at, updated_at: at, forget_at: at })
    .where('store_id', '=', storeId)
    .where('gateway', '=', gateway)
    .where('deleted_at', 'is', null)
    .where((on) => {
      const alike = on.and(same)
      return fingerprint === null
        ? alike
        : on.or([
            on('fingerprint', '=', fingerprint),
            on.and([on('fingerprint', 'is', null), alike]),
          ])
    })
    .where((on) =>
      on.or([on('customer_ref', '!=', card.customerRef), on('card_ref', '!=', card.cardRef)]),
    )
    .returning(['id', 'store_name'])
    .execute()
  const called = name ?? older.find((one) => one.store_name !== null)?.store_name ?? null
  const facts = { ...same, ...(fingerprint !== null && { fingerprint }), updated_at: at }
  const { id } = await db
    .insertInto('saved_cards')
    .values({
      id: newId('scd'),
      store_id: storeId,
      gateway,
      customer_ref: card.customerRef,
      card_ref: card.cardRef,
      store_name: called,
      created_at: at,
      ...facts,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'customer_ref', 'card_ref'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ ...facts, ...(called !== null && { store_name: called }) }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, replaced: older.map((one) => one.id) }
}

/** `forgetAt`: when to delete it at a gateway that could not be asked. */
const markCardDeleted = (db: Db, id: string, at: Date, forgetAt: Date | null = null) =>
  db
    .updateTable('saved_cards')
    .set({ deleted_at: at, updated_at: at, forget_at: forgetAt })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()

/**
 * The job `forget-card`: deletes a card at its gateway; retried when there is no answer or no key.
 */
export async function deleteCardAtGateway(
  services: Pick<Services, 'db' | 'gateway' | 'formerGateway'>,
  id: string,
): Promise<void> {
  const card = await services.db
    .selectFrom('saved_cards')
    .selectAll()
    .where('id', '=', id)
    .where('forget_at', 'is not', null)
    .executeTakeFirst()
  const gateway = card && gatewayOf(services, card.gateway)
  if (!gateway) return
  const handle = { customerRef: card.customer_ref, cardRef: card.card_ref }
  if (!(await gateway.deleteCard?.(handle))) return
  await services.db
    .updateTable('saved_cards')
    .set({ forget_at: null })
    .where('id', '=', id)
    .execute()
}

/** Claims deleted cards that are due at their gateway; each id is returned to one caller. */
export async function findCardsToDelete({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const rows = await db
    .updateTable('saved_cards')
    .set({ forget_at: secondsAfter(now, CARD_DELETION_RETRY_SECONDS) })
    .where('id', 'in', (on) =>
      on
        .selectFrom('saved_cards')
        .select('id')
        .where('forget_at', '<=', now)
        .orderBy('forget_at')
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
