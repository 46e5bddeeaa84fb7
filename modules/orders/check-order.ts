import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { requireItem } from '#modules/catalog/public.ts'
import { checkOrder as contract } from './contract.ts'
import { findOpenOrder, findOwnedOrder } from './data.ts'

export const checkOrder = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const { storeId } = storeOf(ctx)
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    const [owned, open] = await Promise.all([
      findOwnedOrder(ctx.db, storeId, item.id),
      findOpenOrder(ctx.db, storeId, item.id),
    ])
    const live = open && open.expires_at > ctx.clock.now() ? open.number : null
    return {
      data: {
        owned: owned !== undefined,
        open_order: live,
        may_install: item.latest !== null && (owned !== undefined || item.priceKind === 'free'),
      },
    }
  },
})
