import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { seal } from '#lib/sealed.ts'
import { inTransaction } from '#kernel/context.ts'
import { ADDRESS_PURPOSE } from './addresses/address-data.ts'
import { calculatePrice as contract } from './contract.ts'
import { changeCoupon, readCouponCode } from './coupons/order-coupon.ts'
import { findShownOrder, lockOrder } from './data.ts'
import { refuse } from './errors.ts'
import { presentOrder, shownItem } from './present.ts'
import { findPriceFacts } from './price-data.ts'
import { repriceOrder } from './reprice-order.ts'
import { isMoving, orderCan } from './transitions.ts'

export const calculatePrice = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    const seen = await findShownOrder(ctx.db, params.order_number, store.storeId)
    if (!seen) throw refuse('checkout.order_not_found')
    const code = await readCouponCode(ctx, seen, body.coupon_code)
    const now = ctx.clock.now()
    const row = await inTransaction(ctx, async (trx) => {
      const order = await lockOrder(trx, { id: seen.id })
      if (!order) throw refuse('checkout.order_not_found')
      if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
      const facts = await findPriceFacts(trx, order, body.address_id ?? null)
      if (isMoving(facts.live)) throw refuse('checkout.payment_in_flight')
      const { address } = facts
      if (body.address_id !== undefined && !address) throw refuse('checkout.address_not_found')
      const coupon = await changeCoupon(trx, order, code, now)
      return repriceOrder(trx, order, {
        homeRateBp: facts.homeRateBp,
        rateBp: address ? facts.addressRateBp : order.tax_rate_bp,
        coupon,
        at: now,
        change: address
          ? {
              address_id: address.id,
              address_sealed: seal(ctx.sealing, ADDRESS_PURPOSE, JSON.stringify(address)),
            }
          : {},
      })
    })
    return { data: presentOrder(row, shownItem(seen, ctx.locale), ctx.locale) }
  },
})
