import { defineOperation } from '#kernel/define-operation.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { startUninstall as contract } from './contract.ts'
import {
  type InstallationRow,
  type NewStep,
  type StartedBy,
  setKeepData,
  listSideEffects,
  lockLiveInstallation,
  saveUninstallReason,
} from './data.ts'
import { refuse } from './errors.ts'
import { payloadOf } from './ledger.ts'
import { presentInstallation } from './installation-facts.ts'
import type { Db } from '#db/client.ts'
import { cancelWithItem } from '#modules/billing/public.ts'
import { cancelProductOrders } from '#modules/orders/public.ts'
import { STEP_TITLES, startRun } from './run-steps.ts'

export const startUninstall = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const id = await inTransaction(ctx, async (trx) => {
      const there = await lockLiveInstallation(trx, store.storeId, params.id)
      if (!there) throw refuse('installs.not_installed')
      if (!['installed', 'paused', 'needs_action'].includes(there.state))
        throw refuse('installs.busy')
      if (!(await beginUninstall(ctx, trx, there, body.keep_data, byOwner(store))))
        throw refuse('installs.busy')
      await cancelWithItem(ctx, trx, store.storeId, params.id)
      if (body.reason) await saveUninstallReason(trx, there.id, body.reason)
      return there.id
    })
    return { data: await presentInstallation(ctx, id) }
  },
})

/**
 * Starts an uninstall of everything in the ledger; false while another run is open. The
 * installation is locked.
 */
export async function beginUninstall(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  keepData: boolean,
  by: StartedBy,
): Promise<boolean> {
  // Remove in reverse order.
  const effects = (await listSideEffects(trx, there.id))
    .filter((effect) => effect.state !== 'reverted')
    .reverse()
  const steps: NewStep[] = [
    ...effects.map((effect): NewStep => ({
      kind: 'revert',
      effectId: effect.id,
      title: payloadOf(effect).title,
    })),
    { kind: 'check', effectId: null, title: STEP_TITLES.checkGone },
  ]
  const run = { installationId: there.id, kind: 'uninstall' as const, by }
  if (!(await startRun({ clock, jobs }, trx, run, steps, 'uninstalling'))) return false
  await setKeepData(trx, there.id, keepData)
  await cancelProductOrders(trx, there.store_id, there.item_id, clock.now())
  return true
}
