import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { inTransaction } from '#kernel/context.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import {
  findLatestRun,
  insertRun,
  listSteps,
  lockLiveInstallation,
  setInstallationState,
  type NewStep,
  type RunKind,
} from './data.ts'
import { refuse } from './errors.ts'
import { retryRun as contract } from './lifecycle-contract.ts'
import { presentInstallation } from './present.ts'
import type { InstallationState } from './transitions.ts'

/** What an installation is while a run of that kind works on it. */
const WHILE: Partial<Record<RunKind, InstallationState>> = {
  restore: 'updating',
  repair: 'updating',
  pause: 'pausing',
  resume: 'resuming',
  uninstall: 'uninstalling',
  undo: 'uninstalling',
}

/**
 * The one button that helps when work stopped halfway: the same steps again. Each may be done
 * twice, so nothing is lost by it.
 */
export const retryRun = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const now = ctx.clock.now()
    const id = await inTransaction(ctx, async (trx) => {
      const there = await lockLiveInstallation(trx, store.storeId, params.id)
      if (!there) throw refuse('installs.not_installed')
      const last = await findLatestRun(trx, there.id)
      const state = last && WHILE[last.kind as RunKind]
      if (there.state !== 'needs_action' || !last || !state)
        throw refuse('installs.nothing_unfinished')
      const steps = (await listSteps(trx, last.id)).map((step): NewStep => ({
        kind: step.kind as NewStep['kind'],
        effectId: step.effect_id,
        title: step.title as Text,
      }))
      const run = await insertRun(
        trx,
        {
          id: newId('run'),
          installationId: there.id,
          kind: last.kind as RunKind,
          by: byOwner(store),
        },
        steps,
        now,
      )
      if (!run) throw refuse('installs.busy')
      await setInstallationState(trx, there.id, state, now)
      await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
      return there.id
    })
    return { data: await presentInstallation(ctx, id) }
  },
})
