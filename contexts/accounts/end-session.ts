import { implement, storeOf } from '../ctx.ts'
import { endSession as contract } from './contract.ts'
import { endSessionById } from './data.ts'

export const endSession = implement(contract, async ctx => {
  await endSessionById(ctx.db, storeOf(ctx).sessionId, ctx.clock.now())
  return { success: true as const }
})
