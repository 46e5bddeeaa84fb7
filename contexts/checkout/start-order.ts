import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { implement, inTransaction, storeOf } from '../ctx.ts'
import { isBuyable, requireItem, type SaleItem } from '../catalog/public.ts'
import { requirePlatform } from '../platforms/public.ts'
import { completeOrder } from './complete-order.ts'
import { startOrder as contract } from './contract.ts'
import { changeOrder, findLiveAttempt, findOpenOrder, findOwnedOrder, insertEvent, insertOrder, lockOrder, moveOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { dropCoupon } from './coupons/order-coupon.ts'
import { presentOrder } from './present.ts'
import { priceAtHome, pricedFacts } from './reprice-order.ts'
import { ORDER_SECONDS } from './rules.ts'
import { orderCan } from './transitions.ts'

type Plan = SaleItem['plans'][number]

function planOf(item: SaleItem, wanted: string | undefined): Plan {
  const plan = wanted === undefined ? item.plans.find(one => isBuyable(one.kind)) : item.plans.find(one => one.id === wanted)
  if (!plan || !isBuyable(plan.kind)) throw refuse('checkout.plan_not_for_sale')
  return plan
}

export const startOrder = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  const item = await requireItem(ctx, ctx.market, { slug: params.slug }, ctx.locale)
  const plan = planOf(item, body.plan)
  // Nobody pays for what cannot be delivered.
  if (!item.latest) throw refuse('catalog.not_installable')
  const platform = await requirePlatform(ctx, ctx.platformId)
  const now = ctx.clock.now()

  const row = await inTransaction(ctx, async (trx): Promise<OrderRow> => {
    if (await findOwnedOrder(trx, store.storeId, item.id)) throw refuse('checkout.already_owned')
    const open = await findOpenOrder(trx, store.storeId, item.id)
    if (open && open.expires_at > now) {
      const unchanged = open.plan_id === plan.id && open.list_price_minor === plan.priceMinor
      if (unchanged) return open
      const locked = await lockOrder(trx, { id: open.id })
      if (!locked || !orderCan.pay(locked, now) || await findLiveAttempt(trx, open.id)) return locked ?? open
      // Its tax is that of the day it was made, whatever its price.
      const price = { plan_id: plan.id, ...await priceAtHome(trx, platform, { listPriceMinor: plan.priceMinor, currency: plan.currency }, locked.created_at) }
      await dropCoupon(trx, locked, now)
      await insertEvent(trx, { order_id: open.id, kind: 'repriced', facts: pricedFacts(locked, { ...price, coupon_code: null, address_id: null }), at: now })
      return changeOrder(trx, open.id, { ...price, coupon_id: null, coupon_code: null, address_id: null, address_sealed: null })
    }
    if (open) await moveOrder(trx, open.id, 'expired', now)
    const price = await priceAtHome(trx, platform, { listPriceMinor: plan.priceMinor, currency: plan.currency }, now)
    const made = await insertOrder(trx, {
      id: newId('ord'), number: `AR${randomCode(16)}`, store_id: store.storeId, item_id: item.id, platform_id: ctx.platformId, state: 'draft',
      plan_id: plan.id, ...price, created_at: now, expires_at: secondsAfter(now, ORDER_SECONDS), paid_at: null,
    })
    // Undefined: the same store asked twice at once; the other request's order is the one.
    const order = made ?? await findOpenOrder(trx, store.storeId, item.id)
    if (!order) throw refuse('checkout.already_owned')
    if (made) await insertEvent(trx, { order_id: order.id, kind: 'order', from_state: null, to_state: 'draft', facts: pricedFacts(order, order), at: now })
    // Free items and wholly discounted orders never see a card form (D10).
    if (made && order.total_minor === 0) {
      await completeOrder(ctx, trx, order.id, now)
      return { ...order, state: 'paid', paid_at: now }
    }
    return order
  })
  return { data: presentOrder(row, item, ctx.locale) }
})
