import { appOf, implement } from '../ctx.ts'
import { getPurchase as contract } from './contract.ts'
import { findPurchase } from './data.ts'
import { refuse } from './errors.ts'
import { presentPurchase } from './present.ts'

export const getPurchase = implement(contract, async (ctx, { params }) => {
  const row = await findPurchase(ctx.db, appOf(ctx, params.prefix), { id: params.id })
  if (!row) throw refuse('in_app.purchase_not_found')
  return { data: await presentPurchase(ctx, row) }
})
