import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { priceFor, pricingOf } from '#modules/currencies/public.ts'
import { isBuyable, requireItem } from '#modules/catalog/public.ts'
import * as contract from './contract.ts'
import {
  couponCode,
  couponFault,
  type CouponTarget,
  type CouponUse,
  findCoupon,
  type FoundCoupon,
  isFull,
  lockCoupons,
  plainCouponValue,
  releaseExpiredUses,
} from './coupons.ts'
import { repriceBundleOrder } from './bundle-orders.ts'
import { findOrder, findShownOrder, lockOrder } from './data.ts'
import { refuse } from './errors.ts'
import { presentOrder, shownItem } from './order-facts.ts'
import {
  addressColumns,
  changeCoupon,
  findPriceFacts,
  limitCouponGuesses,
  readCouponCode,
  repriceOrder,
} from './price-order.ts'
import { isMoving, orderCan, type TaxExemption } from './rules.ts'

export const calculatePrice = defineOperation({
  ...contract.calculatePrice,
  run: async (ctx, { params, body }) => {
    const store = ctx.actor
    const seen = await findShownOrder(ctx.db, params.order_number, store.storeId)
    if (!seen) throw refuse('checkout.order_not_found')
    const code = await readCouponCode(ctx, seen, body.coupon_code)
    const now = ctx.clock.now()
    const row = await inTransaction(ctx, async (trx) => {
      const order = await lockOrder(trx, { id: seen.id })
      if (!order) throw refuse('checkout.order_not_found')
      if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
      if (order.bundle_id !== null)
        return repriceBundleOrder(ctx, trx, order, body.address_id ?? null)
      const facts = await findPriceFacts(trx, order, body.address_id ?? null, ctx.operator)
      if (isMoving(facts.live)) throw refuse('checkout.payment_in_flight')
      const { address } = facts
      if (body.address_id !== undefined && !address) throw refuse('checkout.address_not_found')
      const coupon = await changeCoupon(trx, order, code, now)
      return repriceOrder(trx, order, {
        homeRateBp: facts.homeRateBp,
        ...(facts.tax ?? {
          rateBp: order.tax_rate_bp,
          exemption: order.tax_exemption as TaxExemption | null,
        }),
        coupon,
        at: now,
        change: addressColumns(ctx, address),
      })
    })
    // Lines of a bundle have changed with the order.
    const shown =
      row.bundle_id === null
        ? { ...seen, ...row }
        : ((await findShownOrder(ctx.db, params.order_number, store.storeId)) ?? seen)
    return { data: presentOrder(shown, shownItem(seen, ctx.locale), ctx.locale) }
  },
})

type Asked = Pick<CouponTarget, 'platformId' | 'currency' | 'subtotalMinor'> & { use: CouponUse }

/** What the coupon is for: an open order of the store, or an item that it might buy. */
async function targetOf(
  ctx: Ctx,
  storeId: string,
  {
    order_number: number,
    item_id: id,
  }: { order_number?: string | undefined; item_id?: string | undefined },
): Promise<Asked> {
  if (number !== undefined) {
    const order = await findOrder(ctx.db, number, storeId)
    if (!order) throw refuse('checkout.order_not_found')
    return {
      platformId: order.platform_id,
      currency: order.currency,
      subtotalMinor:
        order.product_id === null && order.bundle_id === null ? order.subtotal_minor : 0,
      use: { storeId, itemId: order.item_id, orderId: order.id },
    }
  }
  const item = await requireItem(ctx, ctx.market, { id: id ?? '' }, ctx.locale)
  const plan = item.plans.find((one) => isBuyable(one.kind))
  const price = priceFor(await pricingOf(ctx), {
    amountMinor: plan?.priceMinor ?? 0,
    currency: plan?.currency ?? item.currency,
    prices: plan?.prices,
  })
  return {
    platformId: ctx.platformId,
    currency: price.currency,
    subtotalMinor: price.amountMinor,
    use: { storeId, itemId: item.id, orderId: null },
  }
}

/** The coupon, after releasing abandoned places of a full one. */
export async function findCouponWithPlaces(
  ctx: Ctx,
  code: string,
  use: CouponUse,
): Promise<FoundCoupon | undefined> {
  const coupon = await findCoupon(ctx.db, code, use)
  if (!coupon || coupon.usage.held || !isFull(coupon.terms, coupon.usage)) return coupon
  return inTransaction(ctx, async (trx) => {
    await lockCoupons(trx, { code, id: null })
    return (await releaseExpiredUses(trx, coupon.id, ctx.clock.now())) > 0
      ? findCoupon(trx, code, use)
      : coupon
  })
}

/** All answers have the same form, and none says why a code is invalid (S7.17, CPN-5). */
export const checkCoupon = defineOperation({
  ...contract.checkCoupon,
  run: async (ctx, { params, query }) => {
    const { storeId } = ctx.actor
    await limitCouponGuesses(ctx, storeId)
    const { use, ...target } = await targetOf(ctx, storeId, query)
    const code = couponCode(params.code)
    const coupon = code === null ? undefined : await findCouponWithPlaces(ctx, code, use)
    if (
      !coupon ||
      couponFault(coupon.terms, coupon.usage, { ...coupon.item, ...target }, ctx.clock.now())
    ) {
      return { data: { valid: false, kind: null, amount: null, currency: null } }
    }
    return { data: { valid: true, ...plainCouponValue(coupon.terms.value) } }
  },
})
