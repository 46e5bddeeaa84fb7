import { appOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { getPurchase as contract } from './contract.ts'
import { findPurchase } from './data.ts'
import { presentPurchase } from './present.ts'

export const getPurchase = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const row = await findPurchase(ctx.db, appOf(ctx, params.prefix), { id: params.id })
    if (!row) throw refuse('in_app.purchase_not_found')
    return { data: await presentPurchase(ctx, row) }
  },
})
