import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { saleItemOf } from '#modules/catalog/public.ts'
import { agreementsFor } from './consents.ts'
import { listAgreements as contract } from './contract.ts'
import { refuse } from './errors.ts'
import { findOrderForSale } from './payment-data.ts'
import { asSold } from './product-orders.ts'

/** S7.10: what the checkout shows behind its boxes, for whoever pays by calls. */
export const listAgreements = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const order = await findOrderForSale(ctx.db, params.order_number, storeOf(ctx).storeId)
    if (!order) throw refuse('checkout.order_not_found')
    return wholeList(
      agreementsFor(ctx, { order, item: asSold(order, saleItemOf(order.item, ctx.locale)) }),
    )
  },
})
