import { inTransaction, type Services } from '#kernel/context.ts'
import type { ReleaseFacts } from '#modules/catalog/public.ts'
import {
  ConnectorFailure,
  type StoreConnector,
  type StoreState,
} from '#modules/stores/platforms/public.ts'
import {
  changeSideEffect,
  findSideEffect,
  listSideEffects,
  listSteps,
  type InstallationRow,
  type RunRow,
  type SideEffectRow,
  type StepRow,
} from './data.ts'
import { contentHash, effectOf, isLeftOut } from './ledger.ts'
import { packageOffer } from './package-offer.ts'

export interface Work {
  services: Services
  run: RunRow
  installation: InstallationRow
  /**
   * The release that this run brings to the store. Null when it is not to be had any more: what
   * only takes off needs none.
   */
  release: ReleaseFacts | null
  connector: StoreConnector
}

/** The store is not as this run must leave it; `code` is the failure that the owner reads. */
export class CheckFailed extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'CheckFailed'
    this.code = code
  }
}

/**
 * Does one step on the store. Each may be done again: a worker that died may have done it and not
 * said so.
 */
export async function doStepOnStore(
  work: Work,
  step: Pick<StepRow, 'kind' | 'effect_id'>,
): Promise<void> {
  switch (step.kind) {
    case 'package':
      return offerPackage(work)
    case 'apply':
      return applyEffect(work, step.effect_id ?? '')
    case 'revert':
      return revertEffect(work, step.effect_id ?? '')
    case 'restore':
      return restoreEffect(work, step.effect_id ?? '')
    case 'check':
      return checkStore(work)
  }
}

async function offerPackage({ services, run, release, connector }: Work): Promise<void> {
  if (!release) throw new CheckFailed(FAILURE[run.kind] ?? 'installs.failed')
  await connector.putPackage(packageOffer(services, release))
}

const slotIn = (state: StoreState, slot: string) => state.slots.find((one) => one.slot === slot)

async function applyEffect({ services, connector, run }: Work, effectId: string): Promise<void> {
  const row = await findSideEffect(services.db, effectId)
  if (!row || row.state === 'applied') return
  if (row.before_sha256 === null) {
    // The ledger first: what was there is written down before the store is touched.
    const slot = slotIn(await connector.getState(), row.slot)
    const others =
      slot?.layers.map((layer) => layer.effect_id).filter((id) => id !== effectId) ?? []
    await changeSideEffect(services.db, effectId, { before_sha256: slot?.sha256 ?? '', others })
  }
  if (row.replaces !== null && run.kind === 'update')
    await requireUntouched(services, connector, row.replaces)
  const answer = await putInPlace(connector, row)
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    await changeSideEffect(trx, effectId, {
      after_sha256: answer.sha256,
      state: 'applied',
      applied_at: now,
      reverted_at: null,
      place: answer.place,
    })
    if (row.replaces !== null)
      await changeSideEffect(trx, row.replaces, { state: 'reverted', reverted_at: now })
  })
}

/**
 * An update takes no place from what somebody has changed since it was decided: that is the owner's
 * to settle first.
 */
async function requireUntouched(
  services: Services,
  connector: StoreConnector,
  effectId: string,
): Promise<void> {
  const row = await findSideEffect(services.db, effectId)
  const there = row?.state === 'applied' ? await connector.getEffect(effectId) : null
  if (row && there && there.sha256 !== contentHash(effectOf(row).content))
    throw new CheckFailed('installs.changed_on_store')
}

/** Where it stood before, if it stood anywhere; last, when another has that place now. */
async function putInPlace(connector: StoreConnector, row: SideEffectRow) {
  const place = row.place ?? undefined
  try {
    return await connector.putEffect(row.id, effectOf(row), {
      replaces: row.replaces ?? undefined,
      place,
    })
  } catch (error) {
    if (place === undefined || !(error instanceof ConnectorFailure) || error.code !== 'place_taken')
      throw error
    return connector.putEffect(row.id, effectOf(row))
  }
}

async function revertEffect({ services, connector, run }: Work, effectId: string): Promise<void> {
  await connector.deleteEffect(effectId)
  const state = run.kind === 'pause' ? 'paused' : 'reverted'
  await changeSideEffect(services.db, effectId, { state, reverted_at: services.clock.now() })
}

/**
 * The effect makes way again for the one in whose place it was put, wherever the update stopped
 * between the two.
 */
async function restoreEffect({ services, connector }: Work, effectId: string): Promise<void> {
  const row = await findSideEffect(services.db, effectId)
  const before = row?.replaces ? await findSideEffect(services.db, row.replaces) : undefined
  if (!before) return
  await connector.putEffect(before.id, effectOf(before), { replaces: effectId })
  await connector.deleteEffect(effectId)
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    await changeSideEffect(trx, before.id, { state: 'applied', applied_at: now, reverted_at: null })
    await changeSideEffect(trx, effectId, { state: 'reverted', reverted_at: now })
  })
}

const GOES: readonly string[] = ['uninstall', 'undo', 'pause']
const FAILURE: Readonly<Record<string, string>> = {
  install: 'installs.failed',
  update: 'installs.update_failed',
  restore: 'installs.update_failed',
  pause: 'installs.pause_failed',
  resume: 'installs.resume_failed',
  repair: 'installs.repair_failed',
}

/**
 * What this run put stands there as we sent it, and nothing that the ledger took off is there any
 * more; after an uninstall each slot is what it was before ours. What the run did not touch is not
 * its business: somebody else's change of it is the owner's to settle.
 */
async function checkStore({ services, run, installation, connector }: Work): Promise<void> {
  const state = await connector.getState()
  const effects = await listSideEffects(services.db, installation.id)
  const layers = new Map(
    state.slots.flatMap((slot) => slot.layers.map((layer) => [layer.effect_id, layer] as const)),
  )
  const users = new Set(state.users.map((user) => user.effect_id))
  const touched = new Set((await listSteps(services.db, run.id)).map((step) => step.effect_id))
  const goes = GOES.includes(run.kind)
  const failed = new CheckFailed(FAILURE[run.kind] ?? 'installs.uninstall_failed')
  for (const effect of effects) {
    const layer = layers.get(effect.id)
    const there = layer !== undefined || users.has(effect.id)
    if (!goes && effect.state === 'applied') {
      if (!touched.has(effect.id) || isLeftOut(effect)) continue
      const asSent =
        effect.kind === 'web_service_user' ||
        run.kind === 'restore' ||
        layer?.sha256 === contentHash(effectOf(effect).content)
      if (!there || !asSent) throw failed
    } else if (there && !(run.kind === 'pause' && isLeftOut(effect))) throw failed
  }
  if (run.kind !== 'uninstall' && run.kind !== 'undo') return
  if (
    changedByOthers(
      effects.filter((effect) => touched.has(effect.id)),
      state,
    )
  )
    throw new CheckFailed('installs.changed_meanwhile')
}

/**
 * With the same other layers there as when ours came first into its slot, the slot must be byte for
 * byte what it was.
 */
function changedByOthers(effects: SideEffectRow[], state: StoreState): boolean {
  const firstInSlot = new Map<string, SideEffectRow>()
  for (const effect of effects)
    if (effect.before_sha256 && !firstInSlot.has(effect.slot)) firstInSlot.set(effect.slot, effect)
  return [...firstInSlot.values()].some((effect) => {
    const slot = slotIn(state, effect.slot)
    const sameOthers = slot?.layers.map((layer) => layer.effect_id).join() === effect.others.join()
    return sameOthers && slot?.sha256 !== effect.before_sha256
  })
}
