import { seal } from '#lib/sealed.ts'
import { implement, inTransaction, storeOf } from '../ctx.ts'
import { requirePlatform } from '../platforms/public.ts'
import { ADDRESS_PURPOSE, findAddress } from './addresses/address-data.ts'
import { calculatePrice as contract } from './contract.ts'
import { findLiveAttempt, findOrder, findTaxRate, lockOrder } from './data.ts'
import { refuse } from './errors.ts'
import { changeCoupon, readCouponCode } from './coupons/order-coupon.ts'
import { itemOfOrder, presentOrder } from './present.ts'
import { repriceOrder } from './reprice-order.ts'
import { isMoving, orderCan } from './transitions.ts'

export const calculatePrice = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  const platform = await requirePlatform(ctx, ctx.platformId)
  const seen = await findOrder(ctx.db, params.order_number, store.storeId)
  if (!seen) throw refuse('checkout.order_not_found')
  const code = await readCouponCode(ctx, seen, body.coupon_code)
  const now = ctx.clock.now()
  const row = await inTransaction(ctx, async trx => {
    const order = await lockOrder(trx, { id: seen.id })
    if (!order) throw refuse('checkout.order_not_found')
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    const live = await findLiveAttempt(trx, order.id)
    if (isMoving(live)) throw refuse('checkout.payment_in_flight')
    const address = body.address_id === undefined ? null : await findAddress(trx, store.storeId, body.address_id)
    if (address === undefined) throw refuse('checkout.address_not_found')
    const homeRateBp = await findTaxRate(trx, platform.home_country, order.created_at)
    const rateBp = address === null ? order.tax_rate_bp : await findTaxRate(trx, address.country, order.created_at)
    const coupon = await changeCoupon(trx, order, code, now)
    return repriceOrder(trx, order, {
      homeRateBp, rateBp, coupon, at: now,
      change: address === null ? {} : { address_id: address.id, address_sealed: seal(ctx.sealing, ADDRESS_PURPOSE, JSON.stringify(address)) },
    })
  })
  return { data: presentOrder(row, await itemOfOrder(ctx, row), ctx.locale) }
})
