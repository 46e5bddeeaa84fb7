import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { toMajor } from '#lib/money.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import {
  endUse,
  findCoupon,
  holdUse,
  lockCoupons,
  lockStore,
  releaseLeftUses,
  reserveUse,
  type CouponUse,
  type FoundCoupon,
} from './coupon-data.ts'
import {
  COUPON_LIMITS,
  couponCode,
  couponFault,
  HOLD_SECONDS,
  isFull,
  type CouponFault,
} from './coupon-rules.ts'
import { findLiveAttempt, insertEvent, lockOrder, type OrderRow } from '../data.ts'
import { refuse } from '../errors.ts'
import { findTaxRate } from '../price-data.ts'
import { repriceOrder } from '../reprice-order.ts'
import { isMoving, orderCan } from '../transitions.ts'

/**
 * Whoever tries codes has only so many tries (CPN-5); what is right counts too, or a burst of
 * guesses would find it.
 */
export const takeCouponTurn = (ctx: Ctx, storeId: string): Promise<void> =>
  consumeRateLimits(ctx, [
    { key: `coupon store ${storeId}`, ...COUPON_LIMITS.store },
    { key: `coupon ip ${ctx.ip}`, ...COUPON_LIMITS.ip },
  ])

const invalid = () =>
  refuse('checkout.coupon_invalid', {
    fields: { coupon_code: { code: 'checkout.coupon_invalid' } },
  })

/**
 * What the buyer typed as a code: null for nothing, refused when it can be no code. One that the
 * order does not have yet is a try.
 */
export async function readCouponCode(
  ctx: Ctx,
  order: Pick<OrderRow, 'coupon_code' | 'store_id' | 'product_id'>,
  given: string | undefined,
): Promise<string | null> {
  if (!given) return null
  // What is sold inside an app has the price that the app asked for (S3.4).
  if (order.product_id !== null) throw invalid()
  const code = couponCode(given)
  if (code === null || code !== order.coupon_code) await takeCouponTurn(ctx, order.store_id)
  if (code === null) throw invalid()
  return code
}

const useOf = (order: OrderRow): CouponUse & { orderId: string } => ({
  storeId: order.store_id,
  itemId: order.item_id,
  orderId: order.id,
})

const faultOf = (coupon: FoundCoupon, order: OrderRow, now: Date) =>
  couponFault(
    coupon.terms,
    coupon.usage,
    {
      ...coupon.item,
      platformId: order.platform_id,
      currency: order.currency,
      subtotalMinor: order.subtotal_minor,
    },
    now,
  )

/**
 * The locks under which an order's coupon changes: the store's where first purchases are counted,
 * then those of both coupons. The order is locked already.
 */
async function lockFor(db: Db, order: OrderRow, code: string | null): Promise<void> {
  const seen = code === null ? undefined : await findCoupon(db, code, useOf(order))
  if (seen?.terms.firstPurchase) await lockStore(db, order.store_id)
  if (seen || order.coupon_id !== null) await lockCoupons(db, { code, id: order.coupon_id })
}

/** Takes a place for this order, or keeps the one it has; otherwise why not. */
async function takePlace(
  db: Db,
  order: OrderRow,
  code: string,
  now: Date,
): Promise<FoundCoupon | CouponFault | 'unknown'> {
  const use = useOf(order)
  let coupon = await findCoupon(db, code, use)
  if (
    coupon &&
    !coupon.usage.held &&
    isFull(coupon.terms, coupon.usage) &&
    (await releaseLeftUses(db, coupon.id, now)) > 0
  )
    coupon = await findCoupon(db, code, use)
  if (!coupon) return 'unknown'
  const fault = faultOf(coupon, order, now)
  if (fault) return fault
  const heldUntil = secondsAfter(now, HOLD_SECONDS)
  if (coupon.usage.held) await holdUse(db, order.id, heldUntil)
  else if (await reserveUse(db, coupon, use, now, heldUntil))
    await insertEvent(db, {
      order_id: order.id,
      kind: 'coupon',
      to_state: 'reserved',
      facts: { code },
      at: now,
    })
  else return 'used_up'
  return coupon
}

/** Gives back what the order had reserved. */
async function releaseCoupon(db: Db, order: OrderRow, why: string, now: Date): Promise<void> {
  if (order.coupon_id === null || !(await endUse(db, order.coupon_id, order.id, 'released', now)))
    return
  await insertEvent(db, {
    order_id: order.id,
    kind: 'coupon',
    to_state: 'released',
    facts: { code: order.coupon_code, why },
    at: now,
  })
}

/**
 * The order's coupon becomes this one, or none: its place is taken here, before anything is paid,
 * so that whoever comes too late learns it now (CPN-1). Refuses what does not apply; then all stays
 * as it was. The order is locked; the caller writes its price.
 */
export async function changeCoupon(
  db: Db,
  order: OrderRow,
  code: string | null,
  now: Date,
): Promise<FoundCoupon | null> {
  await lockFor(db, order, code)
  if (order.coupon_code !== code) await releaseCoupon(db, order, 'changed', now)
  if (code === null) return null
  const taken = await takePlace(db, order, code, now)
  if (typeof taken === 'string') throw invalid()
  return taken
}

/**
 * Before a payment begins, in a transaction of its own: is what the order's coupon promised still
 * true? Its place is held for longer; when the coupon has ended or somebody else has the place, the
 * order is priced without it and the buyer is asked again (CPN-4). What was agreed at the time
 * stays the discount, even if the coupon's worth was changed since.
 */
export async function keepCoupon(
  ctx: Ctx,
  { id, coupon_id: couponId }: Pick<OrderRow, 'id' | 'coupon_id'>,
): Promise<void> {
  if (couponId === null) return
  const { home_country: home } = await requirePlatform(ctx, ctx.platformId)
  const now = ctx.clock.now()
  const changed = await inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, { id })
    // Whoever cannot pay now is refused by the payment itself.
    if (!order?.coupon_code || !orderCan.pay(order, now)) return null
    const live = await findLiveAttempt(trx, id)
    if (isMoving(live)) return null
    await lockFor(trx, order, order.coupon_code)
    const taken = await takePlace(trx, order, order.coupon_code, now)
    if (typeof taken !== 'string') return null
    await releaseCoupon(trx, order, taken, now)
    return repriceOrder(trx, order, {
      homeRateBp: await findTaxRate(trx, home, order.created_at),
      rateBp: order.tax_rate_bp,
      coupon: null,
      at: now,
    })
  })
  if (changed)
    throw refuse('checkout.coupon_ended', {
      params: { total: toMajor(changed.total_minor), currency: changed.currency },
    })
}

/** A coupon goes when the order begins anew with another price. The order is locked. */
export const dropCoupon = (db: Db, order: OrderRow, now: Date): Promise<void> =>
  releaseCoupon(db, order, 'repriced', now)
