import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction } from '#kernel/context.ts'
import { askPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import { byOwner, requireFree, requireSameStore } from './conditions.ts'
import {
  changeSideEffect,
  findLiveInstallation,
  insertRun,
  listSideEffects,
  lockLiveInstallation,
  setInstallationState,
  type NewStep,
  type SideEffectRow,
} from './data.ts'
import { refuse } from './errors.ts'
import {
  pauseInstallation as pauseContract,
  resumeInstallation as resumeContract,
} from './lifecycle-contract.ts'
import { changedOnStore, isLeftOut, payloadOf } from './ledger.ts'
import { presentInstallation } from './present.ts'
import { STEP_TITLES } from './step-titles.ts'

const stepOf =
  (kind: 'apply' | 'revert') =>
  (row: SideEffectRow): NewStep => ({ kind, effectId: row.id, title: payloadOf(row).title })

/**
 * Takes everything of an item off the shop and keeps everything: answers, permissions, the app's
 * own data, and in the ledger each part with its place. What somebody else changed is to be settled
 * first: put back as it was sent, it would be overwritten.
 */
export const pauseInstallation = defineOperation({
  ...pauseContract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    const connector = await connectorOf(ctx, store.storeId)
    const state = await askPlatform(() => connector.getState())
    if (changedOnStore(await listSideEffects(ctx.db, there.id), state).length > 0)
      throw refuse('installs.changed_on_store')
    const places = new Map(
      state.slots.flatMap((slot) =>
        slot.layers.map((layer) => [layer.effect_id, layer.place] as const),
      ),
    )
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const locked = await lockLiveInstallation(trx, store.storeId, params.id)
      if (locked?.id !== there.id) throw refuse('installs.not_installed')
      requireFree(locked.state)
      const standing = (await listSideEffects(trx, there.id)).filter(
        (row) => row.state === 'applied' && !isLeftOut(row),
      )
      // Written down before anything is taken off; rows from before places were kept have none yet.
      for (const row of standing)
        if (row.place === null && places.has(row.id))
          await changeSideEffect(trx, row.id, { place: places.get(row.id) ?? null })
      const run = await insertRun(
        trx,
        { id: newId('run'), installationId: there.id, kind: 'pause', by: byOwner(store) },
        [
          ...standing.toReversed().map(stepOf('revert')),
          { kind: 'check', effectId: null, title: STEP_TITLES.checkPaused },
        ],
        now,
      )
      if (!run) throw refuse('installs.busy')
      await setInstallationState(trx, there.id, 'pausing', now)
      await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
    })
    return { data: await presentInstallation(ctx, there.id) }
  },
})

/**
 * Puts each part back where it stood among the layers, whatever came, went or was renewed around it
 * meanwhile.
 */
export const resumeInstallation = defineOperation({
  ...resumeContract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const now = ctx.clock.now()
    const id = await inTransaction(ctx, async (trx) => {
      const there = await lockLiveInstallation(trx, store.storeId, params.id)
      if (!there) throw refuse('installs.not_installed')
      if (there.state !== 'paused')
        throw refuse(
          there.state === 'needs_action'
            ? 'installs.unfinished'
            : there.state === 'installed'
              ? 'installs.not_paused'
              : 'installs.busy',
        )
      const paused = (await listSideEffects(trx, there.id)).filter((row) => row.state === 'paused')
      const run = await insertRun(
        trx,
        { id: newId('run'), installationId: there.id, kind: 'resume', by: byOwner(store) },
        [
          { kind: 'package', effectId: null, title: STEP_TITLES.package },
          ...paused.map(stepOf('apply')),
          { kind: 'check', effectId: null, title: STEP_TITLES.check },
        ],
        now,
      )
      if (!run) throw refuse('installs.busy')
      await setInstallationState(trx, there.id, 'resuming', now)
      await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
      return there.id
    })
    return { data: await presentInstallation(ctx, id) }
  },
})
