import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { getProgress as contract } from './contract.ts'
import { findInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { presentInstallation } from './present.ts'

export const getProgress = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const row = await findInstallation(ctx.db, params.id, storeOf(ctx).storeId)
    if (!row) throw refuse('installs.not_installed')
    return { data: await presentInstallation(ctx, row.id) }
  },
})
