import { seal } from '#lib/sealed.ts'
import { implement, inTransaction, storeOf } from '../ctx.ts'
import { requirePlatform } from '../platforms/public.ts'
import { ADDRESS_PURPOSE, findAddress } from './address-data.ts'
import { calculatePrice as contract } from './contract.ts'
import { changeOrder, findLiveAttempt, findTaxRate, insertEvent, lockOrder } from './data.ts'
import { refuse } from './errors.ts'
import { itemOfOrder, presentOrder } from './present.ts'
import { priceOrder } from './rules.ts'
import { MOVING_ATTEMPTS, orderCan } from './transitions.ts'

export const calculatePrice = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  // Coupons come with their own rows; until an operator has made one, every code is an unknown one.
  if (body.coupon_code) throw refuse('checkout.coupon_invalid', { fields: { coupon_code: { code: 'checkout.coupon_invalid' } } })
  const platform = await requirePlatform(ctx, ctx.platformId)
  const row = await inTransaction(ctx, async trx => {
    const order = await lockOrder(trx, { number: params.order_number, storeId: store.storeId })
    if (!order) throw refuse('checkout.order_not_found')
    if (!orderCan.pay(order, ctx.clock.now())) throw refuse('checkout.order_not_payable')
    const live = await findLiveAttempt(trx, order.id)
    if (live && MOVING_ATTEMPTS.includes(live.state as 'created')) throw refuse('checkout.payment_in_flight')
    const address = await findAddress(trx, store.storeId, body.address_id)
    if (!address) throw refuse('checkout.address_not_found')
    const homeRateBp = await findTaxRate(trx, platform.home_country, order.created_at)
    const rateBp = await findTaxRate(trx, address.country, order.created_at)
    const amounts = priceOrder({ listPriceMinor: order.list_price_minor, includesTax: order.prices_include_tax, homeRateBp, rateBp })
    if (amounts.totalMinor !== order.total_minor) {
      await insertEvent(trx, { order_id: order.id, kind: 'repriced', facts: { from: order.total_minor, to: amounts.totalMinor }, at: ctx.clock.now() })
    }
    return changeOrder(trx, order.id, {
      subtotal_minor: amounts.subtotalMinor, discount_minor: amounts.discountMinor, tax_minor: amounts.taxMinor, total_minor: amounts.totalMinor,
      tax_rate_bp: rateBp, address_id: address.id, address_sealed: seal(ctx.sealing, ADDRESS_PURPOSE, JSON.stringify(address)),
    })
  })
  return { data: presentOrder(row, await itemOfOrder(ctx, row), ctx.locale) }
})
