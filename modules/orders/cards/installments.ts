import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { scaleHalfUp, toMajor, type Currency } from '#lib/money.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { type Ctx } from '#kernel/context.ts'
import { quoteInstallments as contract } from '../card-contract.ts'
import { findOrder, type OrderRow } from '../data.ts'
import { refuse } from '../errors.ts'
import { GatewayUnavailable, type InstallmentOffer } from '../gateways/gateway.ts'
import { requireSavedCard, type QuotedCard } from './payment-means.ts'
import { QUOTES } from '../rules.ts'
import { orderCan } from '../transitions.ts'

/**
 * In how many parts, as the gateway says now. Never less than the price, never another total for
 * paying at once.
 */
async function askOffers(ctx: Ctx, order: OrderRow, card: QuotedCard): Promise<InstallmentOffer[]> {
  const single = { count: 1, totalMinor: order.total_minor }
  const { gateway } = ctx
  if (!gateway.capabilities.installments || !gateway.quoteInstallments) return [single]
  try {
    const offers = await gateway.quoteInstallments(card, {
      amountMinor: order.total_minor,
      currency: order.currency,
    })
    return [
      single,
      ...offers.filter((offer) => offer.count > 1 && offer.totalMinor >= order.total_minor),
    ]
  } catch (error) {
    if (error instanceof GatewayUnavailable)
      throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
    throw error
  }
}

/**
 * Of an order that is about to be paid in `count` parts: what comes on top of its total, asked of
 * the gateway anew.
 */
export async function surchargeFor(
  ctx: Ctx,
  order: OrderRow,
  card: QuotedCard | null,
  count: number,
): Promise<number> {
  if (count === 1) return 0
  const offer = card && (await askOffers(ctx, order, card)).find((one) => one.count === count)
  if (!offer)
    throw refuse('checkout.installments_not_offered', {
      fields: { installments: { code: 'checkout.installments_not_offered' } },
    })
  return offer.totalMinor - order.total_minor
}

export const quoteInstallments = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    const order = await findOrder(ctx.db, params.order_number, store.storeId)
    if (!order) throw refuse('checkout.order_not_found')
    if (!orderCan.pay(order, ctx.clock.now())) throw refuse('checkout.order_not_payable')
    const card =
      body.saved_card_id === undefined
        ? { firstDigits: body.first_digits ?? '' }
        : await requireSavedCard(ctx, store, body.saved_card_id)
    await consumeRateLimits(ctx, [{ key: `quote store ${store.storeId}`, ...QUOTES }])
    const offers = await askOffers(ctx, order, card)
    return {
      data: {
        currency: order.currency as Currency,
        offers: offers.map(({ count, totalMinor }) => ({
          count,
          each: toMajor(scaleHalfUp(totalMinor, 1, count)),
          total: toMajor(totalMinor),
          surcharge: toMajor(totalMinor - order.total_minor),
        })),
      },
    }
  },
})
