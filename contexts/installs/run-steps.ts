import { sha256Hex } from '#lib/ids.ts'
import { canonicalJson } from '#lib/canonical-json.ts'
import { inTransaction, type Services } from '../ctx.ts'
import type { ReleaseFacts } from '../catalog/public.ts'
import type { Effect, StoreConnector, StoreState } from '../platforms/public.ts'
import { changeSideEffect, findSideEffect, listSideEffects, listSteps, type InstallationRow, type RunRow, type SideEffectRow, type StepRow } from './data.ts'
import { packageOffer } from './package-offer.ts'

export interface Work {
  services: Services
  run: RunRow
  installation: InstallationRow
  /** The release that this run brings to the store, or takes off it. */
  release: ReleaseFacts
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

export const effectOf = (row: SideEffectRow): Effect => (row.payload as unknown as { effect: Effect }).effect

/** Does one step on the store. Each may be done again: a worker that died may have done it and not said so. */
export async function doStepOnStore(work: Work, step: Pick<StepRow, 'kind' | 'effect_id'>): Promise<void> {
  switch (step.kind) {
    case 'package': return offerPackage(work)
    case 'apply': return applyEffect(work, step.effect_id ?? '')
    case 'revert': return revertEffect(work, step.effect_id ?? '')
    case 'restore': return restoreEffect(work, step.effect_id ?? '')
    case 'check': return checkStore(work)
  }
}

async function offerPackage({ services, release, connector }: Work): Promise<void> {
  await connector.putPackage(packageOffer(services, release))
}

const slotIn = (state: StoreState, slot: string) => state.slots.find(one => one.slot === slot)

async function applyEffect({ services, connector }: Work, effectId: string): Promise<void> {
  const row = await findSideEffect(services.db, effectId)
  if (!row || row.state === 'applied') return
  if (row.before_sha256 === null) {
    // The ledger first: what was there is written down before the store is touched.
    const slot = slotIn(await connector.getState(), row.slot)
    const others = slot?.layers.map(layer => layer.effect_id).filter(id => id !== effectId) ?? []
    await changeSideEffect(services.db, effectId, { before_sha256: slot?.sha256 ?? '', others })
  }
  const answer = await connector.putEffect(effectId, effectOf(row), { replaces: row.replaces ?? undefined })
  const now = services.clock.now()
  await inTransaction(services, async trx => {
    await changeSideEffect(trx, effectId, { after_sha256: answer.sha256, state: 'applied', applied_at: now })
    if (row.replaces !== null) await changeSideEffect(trx, row.replaces, { state: 'reverted', reverted_at: now })
  })
}

async function revertEffect({ services, connector }: Work, effectId: string): Promise<void> {
  await connector.deleteEffect(effectId)
  await changeSideEffect(services.db, effectId, { state: 'reverted', reverted_at: services.clock.now() })
}

/** The effect makes way again for the one in whose place it was put, wherever the update stopped between the two. */
async function restoreEffect({ services, connector }: Work, effectId: string): Promise<void> {
  const row = await findSideEffect(services.db, effectId)
  const before = row?.replaces ? await findSideEffect(services.db, row.replaces) : undefined
  if (!before) return
  await connector.putEffect(before.id, effectOf(before), { replaces: effectId })
  await connector.deleteEffect(effectId)
  const now = services.clock.now()
  await inTransaction(services, async trx => {
    await changeSideEffect(trx, before.id, { state: 'applied', applied_at: now, reverted_at: null })
    await changeSideEffect(trx, effectId, { state: 'reverted', reverted_at: now })
  })
}

/**
 * Every layer that the ledger has on the store stands there as we sent it, and none that it took off; after an uninstall each slot is
 * what it was before ours.
 */
async function checkStore({ services, run, installation, connector }: Work): Promise<void> {
  const state = await connector.getState()
  const effects = await listSideEffects(services.db, installation.id)
  const layers = new Map(state.slots.flatMap(slot => slot.layers.map(layer => [layer.effect_id, layer] as const)))
  const users = new Set(state.users.map(user => user.effect_id))
  const goes = run.kind === 'uninstall' || run.kind === 'undo'
  for (const effect of effects) {
    const layer = layers.get(effect.id)
    if (!goes && effect.state === 'applied') {
      const there = effect.kind === 'web_service_user' ? users.has(effect.id) : layer?.sha256 === sha256Hex(canonicalJson(effectOf(effect).content))
      if (!there) throw new CheckFailed(run.kind === 'install' ? 'installs.failed' : 'installs.update_failed')
    } else if (layer || users.has(effect.id)) throw new CheckFailed(goes ? 'installs.uninstall_failed' : 'installs.update_failed')
  }
  if (!goes) return
  const taken = new Set((await listSteps(services.db, run.id)).map(step => step.effect_id))
  if (changedByOthers(effects.filter(effect => taken.has(effect.id)), state)) throw new CheckFailed('installs.changed_meanwhile')
}

/** With the same other layers there as when ours came first into its slot, the slot must be byte for byte what it was. */
function changedByOthers(effects: SideEffectRow[], state: StoreState): boolean {
  const firstInSlot = new Map<string, SideEffectRow>()
  for (const effect of effects) if (effect.before_sha256 && !firstInSlot.has(effect.slot)) firstInSlot.set(effect.slot, effect)
  return [...firstInSlot.values()].some(effect => {
    const slot = slotIn(state, effect.slot)
    const sameOthers = slot?.layers.map(layer => layer.effect_id).join() === effect.others.join()
    return sameOthers && slot?.sha256 !== effect.before_sha256
  })
}
