import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { unseal } from '#lib/sealed.ts'
import { implement, inTransaction, storeOf, type Ctx, type StoreActor } from '../ctx.ts'
import type { SaleItem } from '../catalog/public.ts'
import { ADDRESS_PURPOSE, type AddressRow } from './address-data.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { withChallengeAddress } from './challenge-page.ts'
import { recordConsents, requireConsents } from './consents.ts'
import { payOrder as contract, type CardFields } from './contract.ts'
import { countFailedAttempts, findAttempt, findKey, findLiveAttempt, insertAttempt, insertKey, lockOrder, moveAttempt, moveOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import type { OrderSnapshot } from './gateways/gateway.ts'
import { keepCoupon } from './order-coupon.ts'
import { itemOfOrder } from './present.ts'
import { asSold, lineName, priceNow } from './product-orders.ts'
import { checkCard, MAX_ATTEMPTS_PER_HOUR, SETTLE_AFTER_SECONDS } from './rules.ts'
import { recordStep } from './settle-payment.ts'
import { MOVING_ATTEMPTS, orderCan } from './transitions.ts'

/** What the same key may be repeated with. Card data is left out but for the last four digits: fingerprints are stored. */
const fingerprintOf = (orderNumber: string, body: { total: number; installments: number; card: CardFields }) =>
  sha256Hex(canonicalJson({ order: orderNumber, total: body.total, installments: body.installments, lastFour: body.card.number.slice(-4), year: body.card.expiry_year, month: body.card.expiry_month }))

export const payOrder = implement(contract, async (ctx, { params, body, headers }) => {
  const store = storeOf(ctx)
  if (body.total === 0) return completeFreeOrder(ctx, store, { orderNumber: params.order_number, consents: body.consents })
  if (!body.card) throw refuse('checkout.card_invalid', { fields: { card: { code: 'field.required' } } })
  const key = (headers['idempotency-key'] ?? '').replace(/^"|"$/g, '').slice(0, 255)
  const scope = `pay:${store.storeId}`
  const fingerprint = fingerprintOf(params.order_number, { ...body, card: body.card })

  const used = await findKey(ctx.db, scope, key)
  if (used) return replay(ctx, used, fingerprint, params.order_number)

  const fields = checkCard(body.card, ctx.clock.now())
  if (Object.keys(fields).length > 0) throw refuse('checkout.card_invalid', { fields })

  const started = await begin(ctx, store, { orderNumber: params.order_number, key, scope, fingerprint, body })
  if (started === null) {
    const other = await findKey(ctx.db, scope, key)
    if (!other) throw refuse('checkout.payment_in_flight')
    return replay(ctx, other, fingerprint, params.order_number)
  }
  const answer = await ctx.gateway.start(started.snapshot, {
    kind: 'card', holder: body.card.name, number: body.card.number, expiryMonth: body.card.expiry_month, expiryYear: body.card.expiry_year, cvc: body.card.cvc,
    storeCard: body.card.store_card, ...(body.card.store_name ? { storeName: body.card.store_name } : {}),
  }, {
    returnUrl: `${ctx.origins[ctx.market]}/checkout/return/${ctx.gateway.name}`,
    noticeUrl: `${ctx.origins[ctx.market]}/checkout/notice/${ctx.gateway.name}`,
    buyerIp: ctx.ip, locale: ctx.locale, threeDSecure: body.card.secure_3d ? 'force' : 'auto', installments: body.installments,
  })
  const step = await withChallengeAddress(ctx, started.snapshot.attemptId, answer)
  await recordStep(ctx, started.snapshot.attemptId, step)
  if (step.kind === 'unreachable') throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
  return outcomeOf(ctx, started.snapshot.attemptId, params.order_number)
})

interface Begin {
  orderNumber: string
  key: string
  scope: string
  fingerprint: string
  body: { total: number; consents: { kind: string; version: string }[]; framed: boolean }
}

/**
 * First transaction: everything that may refuse, then the attempt's row, committed before the gateway is called (I3).
 * Null when the same key got there first.
 */
async function begin(ctx: Ctx, store: StoreActor, { orderNumber, key, scope, fingerprint, body }: Begin): Promise<{ snapshot: OrderSnapshot } | null> {
  const now = ctx.clock.now()
  const seen = await ctx.db.selectFrom('orders').selectAll().where('number', '=', orderNumber).where('store_id', '=', store.storeId).executeTakeFirst()
  if (!seen) throw refuse('checkout.order_not_found')
  const item = await itemOfOrder(ctx, seen)
  const bought = asSold(seen, item)
  requireConsents(bought, body.consents)
  await keepCoupon(ctx, seen)
  return inTransaction(ctx, async trx => {
    const order = await lockOrder(trx, { number: orderNumber, storeId: store.storeId })
    if (!order) throw refuse('checkout.order_not_found')
    const attemptId = newId('att')
    if (!await insertKey(trx, { scope, key, fingerprint, attemptId }, now)) return null
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    await refuseChanged(item, order, body.total)
    const address = addressOf(ctx, order)
    if (await countFailedAttempts(trx, store.storeId, new Date(now.getTime() - 3_600_000)) >= MAX_ATTEMPTS_PER_HOUR) {
      throw refuse('checkout.too_many_attempts', { params: { minutes: 60 }, retryAfter: 3600 })
    }
    const live = await findLiveAttempt(trx, order.id)
    if (live && MOVING_ATTEMPTS.includes(live.state as 'created')) throw refuse('checkout.payment_in_flight')
    // A challenge that the buyer left: no money moves for it any more, because nobody will ask for it.
    if (live) await moveAttempt(trx, live.id, 'voided', now)
    await insertAttempt(trx, { id: attemptId, order_id: order.id, gateway: ctx.gateway.name, amount_minor: order.total_minor, currency: order.currency, framed: body.framed }, now)
    if (order.state === 'draft') await moveOrder(trx, order.id, 'awaiting_payment', now, {}, attemptId)
    await recordConsents(trx, ctx, store, { orderId: order.id, item: bought, consents: body.consents })
    // Whatever happens to this process, somebody looks how it went.
    await ctx.jobs.enqueue(trx, 'settle-attempt', { id: attemptId }, SETTLE_AFTER_SECONDS)
    return { snapshot: snapshotOf(order, attemptId, lineName(order, item, ctx.locale), address) }
  })
}

async function refuseChanged(item: SaleItem, order: OrderRow, total: number): Promise<void> {
  if (toMinor(total) !== order.total_minor || priceNow(order, item) !== order.list_price_minor) {
    throw refuse('checkout.total_changed', { params: { total: toMajor(order.total_minor), currency: order.currency } })
  }
}

function addressOf(ctx: Ctx, order: OrderRow): AddressRow {
  if (order.address_sealed === null) throw refuse('checkout.address_required', { fields: { address_id: { code: 'checkout.address_required' } } })
  return JSON.parse(unseal(ctx.sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow
}

function snapshotOf(order: OrderRow, attemptId: string, itemName: string, address: AddressRow): OrderSnapshot {
  return {
    attemptId, orderNumber: order.number, itemName, amountMinor: order.total_minor, currency: order.currency,
    buyer: {
      name: address.company ?? `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim(), email: address.email, phone: address.phone,
      city: address.city, country: address.country, address: address.address, zipCode: address.zip_code ?? '',
    },
  }
}

/** The same key again: how that attempt stands now. Nothing is sent to the gateway. */
async function replay(ctx: Ctx, used: { fingerprint: string; answer: unknown }, fingerprint: string, orderNumber: string) {
  if (used.fingerprint !== fingerprint) throw refuse('checkout.key_reused')
  return outcomeOf(ctx, (used.answer as { attempt_id: string }).attempt_id, orderNumber)
}

async function outcomeOf(ctx: Ctx, attemptId: string, orderNumber: string) {
  const attempt = await findAttempt(ctx.db, attemptId)
  switch (attempt?.state) {
    case 'succeeded': return { state: 'paid' as const, order_number: orderNumber }
    case 'challenge': return { state: 'challenge' as const, challenge: { url: attempt.challenge_url ?? '' }, order_number: orderNumber }
    case 'declined': {
      const reason = attempt.decline_reason ?? 'card_declined'
      return { state: 'declined' as const, declined: { reason, message: ctx.t(`errors.decline.${reason}`) }, order_number: orderNumber }
    }
    default: return { state: 'pending' as const, order_number: orderNumber }
  }
}
