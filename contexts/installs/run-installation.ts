import { secondsAfter } from '#lib/clock.ts'
import { sha256Hex } from '#lib/ids.ts'
import { canonicalJson } from '#lib/canonical-json.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { countInstall, findRelease, type ReleaseFacts } from '../catalog/public.ts'
import { ConnectorFailure, connectorOf, type Effect, type StoreConnector, type StoreState } from '../platforms/public.ts'
import { changeSideEffect, findInstallationById, findSideEffect, finishRun, insertRun, leaseRun, listSideEffects, listSteps, releaseRun, renewLease, setInstallationState,
  setStep, type InstallationRow, type NewStep, type RunRow, type SideEffectRow, type StepRow } from './data.ts'
import { packageOffer } from './package-offer.ts'
import { LEASE_SECONDS, MAX_TRIES, PACKAGE_LEASE_SECONDS } from './rules.ts'
import { STEP_TITLES } from './step-titles.ts'

interface Work {
  services: Services
  run: RunRow
  installation: InstallationRow
  release: ReleaseFacts
  connector: StoreConnector
}

/** The store is not as this run must leave it; `code` is the failure that the owner reads. */
class CheckFailed extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'CheckFailed'
    this.code = code
  }
}

const effectOf = (row: SideEffectRow): Effect => (row.payload as unknown as { effect: Effect }).effect

/**
 * Works a run off, step by step (D12). Killed anywhere, it is taken up again where it was: every step is idempotent and marked when it is
 * done. Throws on a temporary failure so that the queue tries again; after `MAX_TRIES` an install is taken back and the owner told.
 */
export async function runInstallation(services: Services, runId: string): Promise<void> {
  const now = services.clock.now()
  const run = await leaseRun(services.db, runId, now, secondsAfter(now, LEASE_SECONDS))
  if (!run) return
  const installation = await findInstallationById(services.db, run.installation_id)
  const release = installation && await findRelease(services, { id: installation.release_id })
  if (!installation || !release) return finishRun(services.db, run.id, 'failed', 'installs.failed', now).then(() => {})
  try {
    const work: Work = { services, run, installation, release, connector: await connectorOf(services, installation.store_id) }
    for (const step of await listSteps(services.db, run.id)) if (step.state !== 'done') await doStep(work, step)
    await succeed(work, null)
  } catch (error) {
    if (error instanceof LeaseLost) return
    await fail(services, run, installation, error)
  }
}

/** Somebody else took the run up because we were too slow: their work is not disturbed. */
class LeaseLost extends Error {}

async function doStep(work: Work, step: StepRow): Promise<void> {
  const { services, run } = work
  const seconds = step.kind === 'package' ? PACKAGE_LEASE_SECONDS : LEASE_SECONDS
  if (!await renewLease(services.db, run, secondsAfter(services.clock.now(), seconds))) throw new LeaseLost()
  await setStep(services.db, run.id, step.position, 'running', { started_at: step.started_at ?? services.clock.now() })
  switch (step.kind) {
    case 'package': await offerPackage(work); break
    case 'apply': await applyEffect(work, step.effect_id ?? ''); break
    case 'revert': await revertEffect(work, step.effect_id ?? ''); break
    case 'check': await checkStore(work); break
  }
  await setStep(services.db, run.id, step.position, 'done', { finished_at: services.clock.now() })
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
  const answer = await connector.putEffect(effectId, effectOf(row))
  await changeSideEffect(services.db, effectId, { after_sha256: answer.sha256, state: 'applied', applied_at: services.clock.now() })
}

async function revertEffect({ services, connector }: Work, effectId: string): Promise<void> {
  await connector.deleteEffect(effectId)
  await changeSideEffect(services.db, effectId, { state: 'reverted', reverted_at: services.clock.now() })
}

/** After an install every layer stands as we sent it; after an uninstall none is there, and each slot is what it was before ours. */
async function checkStore({ services, run, installation, connector }: Work): Promise<void> {
  const state = await connector.getState()
  const effects = await listSideEffects(services.db, installation.id)
  const layers = new Map(state.slots.flatMap(slot => slot.layers.map(layer => [layer.effect_id, layer] as const)))
  const users = new Set(state.users.map(user => user.effect_id))
  for (const effect of effects) {
    const layer = layers.get(effect.id)
    if (run.kind === 'install') {
      const there = effect.kind === 'web_service_user' ? users.has(effect.id) : layer?.sha256 === sha256Hex(canonicalJson(effectOf(effect).content))
      if (!there) throw new CheckFailed('installs.failed')
    } else if (layer || users.has(effect.id)) throw new CheckFailed('installs.uninstall_failed')
  }
  if (run.kind !== 'install' && changedByOthers(effects, state)) throw new CheckFailed('installs.changed_meanwhile')
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

async function succeed({ services, run, installation }: Pick<Work, 'services' | 'run' | 'installation'>, notice: string | null): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async trx => {
    await finishRun(trx, run.id, 'succeeded', notice, now)
    if (run.kind === 'install') {
      await setInstallationState(trx, installation.id, 'installed', now, { installed_at: now })
      await countInstall(trx, installation.item_id, 1)
    } else {
      await setInstallationState(trx, installation.id, 'uninstalled', now, { uninstalled_at: now })
      if (installation.installed_at) await countInstall(trx, installation.item_id, -1)
    }
  })
}

async function fail(services: Services, run: RunRow, installation: InstallationRow, error: unknown): Promise<void> {
  if (error instanceof CheckFailed && error.code === 'installs.changed_meanwhile') return succeed({ services, run, installation }, error.code)
  const temporary = error instanceof ConnectorFailure ? error.kind !== 'refused' : !(error instanceof CheckFailed)
  if (temporary && run.tries < MAX_TRIES) {
    await releaseRun(services.db, run.id)
    throw error
  }
  services.log.error({ error, run: run.id, kind: run.kind }, 'a run was given up')
  const now = services.clock.now()
  const code = error instanceof ConnectorFailure && error.kind !== 'refused' ? 'installs.store_unreachable'
    : run.kind === 'install' ? 'installs.failed' : 'installs.uninstall_failed'
  await inTransaction(services, async trx => {
    await finishRun(trx, run.id, 'failed', code, now)
    if (run.kind !== 'install') {
      await setInstallationState(trx, installation.id, 'needs_action', now)
      return
    }
    // An install that cannot be finished is taken back: one installed version or none.
    const steps: NewStep[] = (await listSideEffects(trx, installation.id)).reverse()
      .map(effect => ({ kind: 'revert', effectId: effect.id, title: (effect.payload as { title: NewStep['title'] }).title }))
    const undo = await insertRun(trx, { id: newId('run'), installationId: installation.id, kind: 'undo' }, [...steps, { kind: 'check', effectId: null, title: STEP_TITLES.checkGone }], now)
    await setInstallationState(trx, installation.id, 'uninstalling', now)
    if (undo) await services.jobs.enqueue(trx, 'run-installation', { id: undo.id })
  })
}
