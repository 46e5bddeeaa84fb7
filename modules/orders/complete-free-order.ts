import type { StoreActor } from '#kernel/actor.ts'
import { toMajor } from '#lib/money.ts'
import { unseal } from '#lib/sealed.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { saleItemOf, type SaleItem } from '#modules/catalog/public.ts'
import { ADDRESS_PURPOSE, type AddressRow } from './addresses/address-data.ts'
import { leaveChallenge } from './challenge-page.ts'
import { completeOrder } from './complete-order.ts'
import { recordConsents, requireConsents } from './consents.ts'
import type { Agreeable } from './product-orders.ts'
import { findLiveAttempt, lockOrder, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { keepCoupon } from './coupons/order-coupon.ts'
import { findOrderForSale } from './payment-data.ts'
import { asSold, priceNow, requireListed } from './product-orders.ts'
import { isMoving, orderCan } from './transitions.ts'

interface Given {
  orderNumber: string
  consents: { kind: string; version: string }[]
}

const isDone = (order: OrderRow) => order.state === 'paid' && order.total_minor === 0

/**
 * An order that a coupon has made free is bought without card, attempt and gateway (I8, PAY-20),
 * but with the same consents and under the same checks as any other. Asked again it answers the
 * same.
 */
export async function completeFreeOrder(
  ctx: Ctx,
  store: StoreActor,
  { orderNumber, consents }: Given,
): Promise<{ state: 'paid'; challenge: null; declined: null; order_number: string }> {
  const seen = await findOrderForSale(ctx.db, orderNumber, store.storeId)
  if (!seen) throw refuse('checkout.order_not_found')
  const item = saleItemOf(seen.item, ctx.locale)
  if (!isDone(seen)) {
    requireListed(seen, item)
    const bought = asSold(seen, item)
    requireConsents(bought, consents)
    await keepCoupon(ctx, seen)
    await complete(ctx, store, seen, { item, bought, consents })
  }
  return { state: 'paid', challenge: null, declined: null, order_number: orderNumber }
}

/** What is free needs no address; one that was chosen is where the receipt goes. */
const addressOf = (ctx: Ctx, order: OrderRow): AddressRow | null =>
  order.address_sealed === null
    ? null
    : (JSON.parse(unseal(ctx.sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow)

interface Wanted {
  item: SaleItem
  bought: Agreeable
  consents: Given['consents']
}

const complete = (
  ctx: Ctx,
  store: StoreActor,
  { id }: OrderRow,
  { item, bought, consents }: Wanted,
) =>
  inTransaction(ctx, async (trx) => {
    const now = ctx.clock.now()
    const order = await lockOrder(trx, { id })
    if (!order) throw refuse('checkout.order_not_found')
    if (isDone(order)) return
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    if (order.total_minor !== 0 || priceNow(order, item) !== order.list_price_minor) {
      throw refuse('checkout.total_changed', {
        params: { total: toMajor(order.total_minor), currency: order.currency },
      })
    }
    const live = await findLiveAttempt(trx, id)
    if (isMoving(live)) throw refuse('checkout.payment_in_flight')
    // Left before the coupon made the order free.
    if (live) await leaveChallenge(ctx, trx, live.id, now)
    await recordConsents(trx, ctx, store, { orderId: id, order, item: bought, consents })
    await completeOrder(ctx, trx, order, now, {
      email: addressOf(ctx, order)?.email ?? store.account.email,
      locale: ctx.locale,
    })
  })
