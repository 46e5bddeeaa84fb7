import { implement, storeOf } from '../ctx.ts'
import { requireItem } from '../catalog/public.ts'
import { checkOrder as contract } from './contract.ts'
import { findOpenOrder, findOwnedOrder } from './data.ts'

export const checkOrder = implement(contract, async (ctx, { params }) => {
  const { storeId } = storeOf(ctx)
  const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
  const [owned, open] = await Promise.all([findOwnedOrder(ctx.db, storeId, item.id), findOpenOrder(ctx.db, storeId, item.id)])
  const live = open && open.expires_at > ctx.clock.now() ? open.number : null
  return { data: { owned: owned !== undefined, open_order: live, may_install: item.latest !== null && (owned !== undefined || item.priceKind === 'free') } }
})
