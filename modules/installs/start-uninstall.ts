import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { inTransaction } from '#kernel/context.ts'
import { beginUninstall } from './begin-uninstall.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { startUninstall as contract } from './contract.ts'
import { lockLiveInstallation, noteReason } from './data.ts'
import { refuse } from './errors.ts'
import { presentInstallation } from './present.ts'

export const startUninstall = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const id = await inTransaction(ctx, async (trx) => {
      const there = await lockLiveInstallation(trx, store.storeId, params.id)
      if (!there) throw refuse('installs.not_installed')
      if (!['installed', 'paused', 'needs_action'].includes(there.state))
        throw refuse('installs.busy')
      if (!(await beginUninstall(ctx, trx, there, body.keep_data, byOwner(store))))
        throw refuse('installs.busy')
      if (body.reason) await noteReason(trx, there.id, body.reason)
      return there.id
    })
    return { data: await presentInstallation(ctx, id) }
  },
})
