import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { endSession as contract } from './contract.ts'
import { endSessionById } from './data.ts'

export const endSession = defineOperation({
  ...contract,
  run: async (ctx) => {
    await endSessionById(ctx.db, storeOf(ctx).sessionId, ctx.clock.now())
    return { success: true as const }
  },
})
