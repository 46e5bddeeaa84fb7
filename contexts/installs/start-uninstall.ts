import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { implement, inTransaction, storeOf } from '../ctx.ts'
import { cancelProductOrders } from '../checkout/public.ts'
import { requireSameStore } from './conditions.ts'
import { startUninstall as contract } from './contract.ts'
import { chooseData, insertRun, listSideEffects, lockLiveInstallation, setInstallationState, type NewStep } from './data.ts'
import { refuse } from './errors.ts'
import { presentInstallation } from './present.ts'
import { STEP_TITLES } from './step-titles.ts'

export const startUninstall = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  requireSameStore(store, body.store)
  const now = ctx.clock.now()
  const id = await inTransaction(ctx, async trx => {
    const there = await lockLiveInstallation(trx, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    if (there.state !== 'installed' && there.state !== 'needs_action') throw refuse('installs.busy')
    // Last in, first out: what was put on last is taken off first.
    const effects = (await listSideEffects(trx, there.id)).filter(effect => effect.state !== 'reverted').reverse()
    const steps: NewStep[] = [
      ...effects.map((effect): NewStep => ({ kind: 'revert', effectId: effect.id, title: (effect.payload as unknown as { title: Text }).title })),
      { kind: 'check', effectId: null, title: STEP_TITLES.checkGone },
    ]
    const run = await insertRun(trx, { id: newId('run'), installationId: there.id, kind: 'uninstall' }, steps, now)
    if (!run) throw refuse('installs.busy')
    await setInstallationState(trx, there.id, 'uninstalling', now)
    await chooseData(trx, there.id, body.keep_data)
    await cancelProductOrders(trx, store.storeId, there.item_id, now)
    await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
    return there.id
  })
  return { data: await presentInstallation(ctx, id) }
})
