import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { implement, inTransaction, storeOf, type Ctx } from '../ctx.ts'
import { isBuyable, requireItem, type SaleItem } from '../catalog/public.ts'
import { requirePlatform } from '../platforms/public.ts'
import { completeOrder } from './complete-order.ts'
import { startOrder as contract } from './contract.ts'
import { changeOrder, findLiveAttempt, findOpenOrder, findOwnedOrder, findTaxRate, insertEvent, insertOrder, moveOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { presentOrder } from './present.ts'
import { ORDER_SECONDS, priceOrder } from './rules.ts'

type Plan = SaleItem['plans'][number]

function planOf(item: SaleItem, wanted: string | undefined): Plan {
  const plan = wanted === undefined ? item.plans.find(one => isBuyable(one.kind)) : item.plans.find(one => one.id === wanted)
  if (!plan || !isBuyable(plan.kind)) throw refuse('checkout.plan_not_for_sale')
  return plan
}

/** The price of today with the home country's tax: what stands until an invoice address is chosen. */
async function priceToday(ctx: Ctx, plan: Plan) {
  const platform = await requirePlatform(ctx, ctx.platformId)
  const rateBp = await findTaxRate(ctx.db, platform.home_country, ctx.clock.now())
  const amounts = priceOrder({ listPriceMinor: plan.priceMinor, includesTax: platform.prices_include_tax, homeRateBp: rateBp, rateBp })
  return {
    plan_id: plan.id, currency: plan.currency, list_price_minor: plan.priceMinor, prices_include_tax: platform.prices_include_tax,
    subtotal_minor: amounts.subtotalMinor, discount_minor: amounts.discountMinor, tax_minor: amounts.taxMinor, total_minor: amounts.totalMinor, tax_rate_bp: rateBp,
  }
}

export const startOrder = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  const item = await requireItem(ctx, ctx.market, { slug: params.slug }, ctx.locale)
  const plan = planOf(item, body.plan)
  // Nobody pays for what cannot be delivered.
  if (!item.latest) throw refuse('catalog.not_installable')
  const price = await priceToday(ctx, plan)
  const now = ctx.clock.now()

  const row = await inTransaction(ctx, async (trx): Promise<OrderRow> => {
    if (await findOwnedOrder(trx, store.storeId, item.id)) throw refuse('checkout.already_owned')
    const open = await findOpenOrder(trx, store.storeId, item.id)
    if (open && open.expires_at > now) {
      const unchanged = open.plan_id === plan.id && open.list_price_minor === plan.priceMinor
      if (unchanged || await findLiveAttempt(trx, open.id)) return open
      await insertEvent(trx, { order_id: open.id, kind: 'repriced', facts: { from: open.total_minor, to: price.total_minor }, at: now })
      return changeOrder(trx, open.id, { ...price, address_id: null, address_sealed: null })
    }
    if (open) await moveOrder(trx, open.id, 'expired', now)
    const { discount_minor: _none, ...amounts } = price
    const made = await insertOrder(trx, {
      id: newId('ord'), number: `AR${randomCode(16)}`, store_id: store.storeId, item_id: item.id, platform_id: ctx.platformId, state: 'draft',
      ...amounts, created_at: now, expires_at: secondsAfter(now, ORDER_SECONDS), paid_at: null,
    })
    // Undefined: the same store asked twice at once; the other request's order is the one.
    const order = made ?? await findOpenOrder(trx, store.storeId, item.id)
    if (!order) throw refuse('checkout.already_owned')
    if (made) await insertEvent(trx, { order_id: order.id, kind: 'order', from_state: null, to_state: 'draft', at: now })
    // Free items and wholly discounted orders never see a card form (D10).
    if (made && order.total_minor === 0) {
      await completeOrder(ctx, trx, order.id, now)
      return { ...order, state: 'paid', paid_at: now }
    }
    return order
  })
  return { data: presentOrder(row, item, ctx.locale) }
})
