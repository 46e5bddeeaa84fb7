import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { unseal } from '#lib/sealed.ts'
import { implement, inTransaction, storeOf, type Ctx, type StoreActor } from '../ctx.ts'
import { ADDRESS_PURPOSE, type AddressRow } from './addresses/address-data.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { withChallengeAddress } from './challenge-page.ts'
import { recordConsents, requireConsents, requireImmediateDelivery } from './consents.ts'
import { payOrder as contract, type PayBody } from './contract.ts'
import { findAttempt, findKey, findLiveAttempt, findOrder, insertAttempt, insertKey, lockOrder, moveAttempt, moveOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import type { OrderSnapshot } from './gateways/gateway.ts'
import { surchargeFor } from './cards/installments.ts'
import { keepCoupon } from './coupons/order-coupon.ts'
import { takePayTurns } from './cards/pay-limits.ts'
import { chooseMeans, fingerprintOf, type ChosenMeans } from './cards/payment-means.ts'
import { itemOfOrder } from './present.ts'
import { asSold, lineName, priceNow } from './product-orders.ts'
import { SETTLE_AFTER_SECONDS } from './rules.ts'
import { recordStep } from './settle-payment.ts'
import { isMoving, orderCan } from './transitions.ts'

/** One request under its key: what makes a repeat of it the same. */
interface Keyed { scope: string; key: string; fingerprint: string }

export const payOrder = implement(contract, async (ctx, { params, body, headers }) => {
  const store = storeOf(ctx)
  if (body.total === 0) return completeFreeOrder(ctx, store, { orderNumber: params.order_number, consents: body.consents })
  const orderNumber = params.order_number
  const keyed: Keyed = {
    scope: `pay:${store.storeId}`, key: (headers['idempotency-key'] ?? '').replace(/^"|"$/g, '').slice(0, 255),
    fingerprint: sha256Hex(canonicalJson({ order: orderNumber, total: body.total, installments: body.installments, ...fingerprintOf(body) })),
  }
  const used = await findKey(ctx.db, keyed.scope, keyed.key)
  if (used) return replay(ctx, used, keyed, orderNumber)

  const chosen = await chooseMeans(ctx, store, body)
  const started = await begin(ctx, store, { orderNumber, keyed, body, chosen })
  if (started === null) {
    const other = await findKey(ctx.db, keyed.scope, keyed.key)
    if (!other) throw refuse('checkout.payment_in_flight')
    return replay(ctx, other, keyed, orderNumber)
  }
  const answer = await ctx.gateway.start(started.snapshot, chosen.means, {
    returnUrl: `${ctx.origins[ctx.market]}/checkout/return/${ctx.gateway.name}`,
    noticeUrl: `${ctx.origins[ctx.market]}/checkout/notice/${ctx.gateway.name}`,
    buyerIp: ctx.ip, locale: ctx.locale, threeDSecure: chosen.secure3d ? 'force' : 'auto', installments: body.installments,
    ...(chosen.customerRef !== undefined && { customerRef: chosen.customerRef }),
  })
  const step = await withChallengeAddress(ctx, started.snapshot.attemptId, answer)
  await recordStep(ctx, started.snapshot.attemptId, step)
  if (step.kind === 'unreachable') throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
  return outcomeOf(ctx, started.snapshot.attemptId, orderNumber)
})

interface Begin { orderNumber: string; keyed: Keyed; body: PayBody; chosen: ChosenMeans }

/**
 * Everything that may refuse, then the attempt's row, committed before the gateway is asked for money (I3). What paying in parts costs is
 * asked before the transaction and holds for the price it was asked for only. Null when the same key got there first.
 */
async function begin(ctx: Ctx, store: StoreActor, { orderNumber, keyed, body, chosen }: Begin): Promise<{ snapshot: OrderSnapshot } | null> {
  const now = ctx.clock.now()
  const seen = await findOrder(ctx.db, orderNumber, store.storeId)
  if (!seen) throw refuse('checkout.order_not_found')
  const item = await itemOfOrder(ctx, seen)
  const bought = asSold(seen, item)
  requireConsents(bought, body.consents)
  await keepCoupon(ctx, seen)
  const surchargeMinor = await surchargeFor(ctx, seen, chosen.quoted, body.installments)
  return inTransaction(ctx, async trx => {
    const order = await lockOrder(trx, { number: orderNumber, storeId: store.storeId })
    if (!order) throw refuse('checkout.order_not_found')
    const attemptId = newId('att')
    if (!await insertKey(trx, { ...keyed, attemptId }, now)) return null
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    const amountMinor = order.total_minor + surchargeMinor
    const agreed = toMinor(body.total) === amountMinor && order.total_minor === seen.total_minor
    if (!agreed || priceNow(order, item) !== order.list_price_minor) {
      throw refuse('checkout.total_changed', { params: { total: toMajor(amountMinor), currency: order.currency } })
    }
    const address = addressOf(ctx, order)
    requireImmediateDelivery(address, body.consents)
    const live = await findLiveAttempt(trx, order.id)
    if (isMoving(live)) throw refuse('checkout.payment_in_flight')
    const limitKeys = await takePayTurns(trx, ctx, store.storeId, chosen.limitedAs)
    // A challenge that the buyer left: no money moves for it any more, because nobody will ask for it.
    if (live) await moveAttempt(trx, live.id, 'voided', now)
    await insertAttempt(trx, {
      id: attemptId, order_id: order.id, gateway: ctx.gateway.name, amount_minor: amountMinor, currency: order.currency, framed: body.framed,
      surcharge_minor: surchargeMinor, installments: body.installments, card_name: chosen.cardName, limit_keys: limitKeys,
    }, now)
    if (order.state === 'draft') await moveOrder(trx, order.id, 'awaiting_payment', now, {}, attemptId)
    await recordConsents(trx, ctx, store, { orderId: order.id, order, item: bought, consents: body.consents })
    // Whatever happens to this process, somebody looks how it went.
    await ctx.jobs.enqueue(trx, 'settle-attempt', { id: attemptId }, SETTLE_AFTER_SECONDS)
    return { snapshot: snapshotOf(ctx, order, { attemptId, amountMinor, surchargeMinor }, lineName(order, item, ctx.locale), address) }
  })
}

function addressOf(ctx: Ctx, order: OrderRow): AddressRow {
  if (order.address_sealed === null) throw refuse('checkout.address_required', { fields: { address_id: { code: 'checkout.address_required' } } })
  return JSON.parse(unseal(ctx.sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow
}

function snapshotOf(ctx: Ctx, order: OrderRow, attempt: Pick<OrderSnapshot, 'attemptId' | 'amountMinor' | 'surchargeMinor'>, itemName: string, address: AddressRow): OrderSnapshot {
  return {
    ...attempt, orderNumber: order.number, itemName, currency: order.currency,
    buyer: {
      name: address.company ?? `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim(), email: address.email, phone: address.phone,
      city: address.city, country: address.country, address: address.address, zipCode: address.zip_code ?? '',
      ...(address.identity_number_sealed && { identityNumber: unseal(ctx.sealing, ADDRESS_PURPOSE, address.identity_number_sealed) }),
    },
  }
}

/** The same key again: how that attempt stands now. Nothing is sent to the gateway. */
async function replay(ctx: Ctx, used: { fingerprint: string; answer: unknown }, { fingerprint }: Keyed, orderNumber: string) {
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
