import { defineOperation } from '#kernel/define-operation.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { type Ctx, inTransaction, type Services } from '#kernel/context.ts'
import type { Db } from '#db/client.ts'
import { isUnpaid } from '#modules/billing/public.ts'
import { callPlatform, connectorOf, type StoreState } from '#modules/stores/platforms/public.ts'
import { byOwner, requireFree, requireSameStore } from './conditions.ts'
import {
  type InstallationRow,
  type NewStep,
  type RunPurpose,
  type RunKind,
  type SideEffectRow,
  type StartedBy,
  changeSideEffect,
  findLatestRun,
  findLiveInstallation,
  listSideEffects,
  listSteps,
  lockLiveInstallation,
} from './data.ts'
import { refuse } from './errors.ts'
import {
  pauseInstallation as pauseContract,
  resumeInstallation as resumeContract,
  retryRun as contract,
} from './lifecycle-contract.ts'
import { changedOnStore, isRemovedByOwner, payloadOf } from './ledger.ts'
import { presentInstallation } from './installation-facts.ts'
import { STEP_TITLES, startRun } from './run-steps.ts'
import type { Text } from '#lib/locale.ts'
import type { InstallationState } from './rules.ts'

const stepOf =
  (kind: 'apply' | 'revert') =>
  (row: SideEffectRow): NewStep => ({ kind, effectId: row.id, title: payloadOf(row).title })

/** Where each part stands among the layers of the shop, by effect. */
type Places = ReadonlyMap<string, number>

export async function findPlaces(services: Services, storeId: string): Promise<Places> {
  const connector = await connectorOf(services, storeId)
  return placesIn(await callPlatform(() => connector.getState()))
}

const placesIn = (state: StoreState): Places =>
  new Map(
    state.slots.flatMap((slot) =>
      slot.layers.map((layer) => [layer.effect_id, layer.place] as const),
    ),
  )

/**
 * Removes everything of an item from the shop and keeps answers, permissions, the app's data, and
 * each part with its place. Foreign changes must be settled first: putting the part back would
 * overwrite them.
 */
export const pauseInstallation = defineOperation({
  ...pauseContract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    const connector = await connectorOf(ctx, store.storeId)
    const state = await callPlatform(() => connector.getState())
    if (changedOnStore(await listSideEffects(ctx.db, there.id), state).length > 0)
      throw refuse('installs.changed_on_store')
    await inTransaction(ctx, async (trx) => {
      const locked = await lockLiveInstallation(trx, store.storeId, params.id)
      if (locked?.id !== there.id) throw refuse('installs.not_installed')
      requireFree(locked.state)
      if (!(await beginPause(ctx, trx, locked, byOwner(store), placesIn(state))))
        throw refuse('installs.busy')
    })
    return { data: await presentInstallation(ctx, there.id) }
  },
})

/** The run, or null while another one is open. The installation is locked. */
export async function beginPause(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  by: StartedBy,
  places: Places,
): Promise<string | null> {
  const standing = (await listSideEffects(trx, there.id)).filter(
    (row) => row.state === 'applied' && !isRemovedByOwner(row),
  )
  // Store places before anything is removed; old rows have none yet.
  for (const row of standing)
    if (row.place === null && places.has(row.id))
      await changeSideEffect(trx, row.id, { place: places.get(row.id) ?? null })
  return startPause(services, trx, there, standing, by)
}

/** A live theme becomes a draft (again): it has no place, so it will come last. As `beginPause`. */
export async function beginDraft(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  by: StartedBy,
): Promise<string | null> {
  const standing = (await listSideEffects(trx, there.id)).filter((row) => row.state === 'applied')
  for (const row of standing)
    if (row.place !== null) await changeSideEffect(trx, row.id, { place: null })
  return startPause(services, trx, there, standing, by, 'live_theme')
}

const startPause = (
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { id: installationId }: InstallationRow,
  standing: readonly SideEffectRow[],
  by: StartedBy,
  purpose?: RunPurpose,
) =>
  startRun(
    services,
    trx,
    { installationId, kind: 'pause', purpose, by },
    [
      ...standing.toReversed().map(stepOf('revert')),
      { kind: 'check', effectId: null, title: STEP_TITLES.checkPaused },
    ],
    'pausing',
  )

/** Puts each part back at its place among the layers, whatever changed around it meanwhile. */
export const resumeInstallation = defineOperation({
  ...resumeContract,
  run: async (ctx, { params, body }) => {
    const id = await resumePaused(ctx, requireSameStore(ctx, body.store), params.id)
    return { data: await presentInstallation(ctx, id) }
  },
})

/** Puts a paused item, or a theme that was a draft, on the shop. Returns the installation. */
export const resumePaused = (ctx: Ctx, store: StoreActor, itemId: string): Promise<string> =>
  inTransaction(ctx, async (trx) => {
    const there = await lockLiveInstallation(trx, store.storeId, itemId)
    if (!there) throw refuse('installs.not_installed')
    if (there.state !== 'paused')
      throw refuse(
        there.state === 'needs_action'
          ? 'installs.unfinished'
          : there.state === 'installed'
            ? 'installs.not_paused'
            : 'installs.busy',
      )
    if (await isUnpaid(trx, store.storeId, itemId)) throw refuse('installs.unpaid')
    if (!(await beginResume(ctx, trx, there, byOwner(store)))) throw refuse('installs.busy')
    return there.id
  })

/** The run, or null while another one is open. The installation is locked. */
export async function beginResume(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  by: StartedBy,
): Promise<string | null> {
  const paused = (await listSideEffects(trx, there.id)).filter((row) => row.state === 'paused')
  return startRun(
    services,
    trx,
    {
      installationId: there.id,
      kind: 'resume',
      purpose: there.draft ? 'live_theme' : undefined,
      by,
    },
    [
      { kind: 'package', effectId: null, title: STEP_TITLES.package },
      ...paused.map(stepOf('apply')),
      { kind: 'check', effectId: null, title: STEP_TITLES.check },
    ],
    'resuming',
  )
}

/** The state of an installation during a run of that kind. */
const STATE_DURING_RUN: Partial<Record<RunKind, InstallationState>> = {
  restore: 'updating',
  repair: 'updating',
  pause: 'pausing',
  resume: 'resuming',
  uninstall: 'uninstalling',
  undo: 'uninstalling',
}

/** Repeats the steps of a run that stopped halfway. Each step may be done twice. */
export const retryRun = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const id = await inTransaction(ctx, async (trx) => {
      const there = await lockLiveInstallation(trx, store.storeId, params.id)
      if (!there) throw refuse('installs.not_installed')
      const last = await findLatestRun(trx, there.id)
      const state = last && STATE_DURING_RUN[last.kind as RunKind]
      if (there.state !== 'needs_action' || !last || !state)
        throw refuse('installs.nothing_unfinished')
      const steps = (await listSteps(trx, last.id)).map((step): NewStep => ({
        kind: step.kind as NewStep['kind'],
        effectId: step.effect_id,
        title: step.title as Text,
      }))
      const run = { installationId: there.id, kind: last.kind as RunKind, by: byOwner(store) }
      if (!(await startRun(ctx, trx, run, steps, state))) throw refuse('installs.busy')
      return there.id
    })
    return { data: await presentInstallation(ctx, id) }
  },
})
