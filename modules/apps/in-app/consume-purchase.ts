import { appOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { consumePurchase as contract } from './contract.ts'
import { findPurchase, markConsumed } from './data.ts'
import { presentPurchase } from './present.ts'

export const consumePurchase = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    const before = await findPurchase(ctx.db, app, { id: params.id })
    if (!before) throw refuse('in_app.purchase_not_found')
    if (before.product_kind !== 'consumable') throw refuse('in_app.not_consumable')
    if (before.consumed_at === null) await markConsumed(ctx.db, before.id, ctx.clock.now())
    const row = await findPurchase(ctx.db, app, { id: params.id })
    if (!row?.consumed_at) throw refuse('in_app.not_paid')
    return { data: await presentPurchase(ctx, row) }
  },
})
