import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import type { ReleaseFacts } from '#modules/catalog/public.ts'
import {
  ConnectorFailure,
  type StoreConnector,
  type StoreState,
} from '#modules/stores/platforms/public.ts'
import {
  type InstallationRow,
  type RunRow,
  type SideEffectRow,
  type StepRow,
  changeSideEffect,
  findSideEffect,
  listSideEffects,
  listSteps,
  insertRun,
  setInstallationState,
  type NewRun,
  type NewStep,
} from './data.ts'
import type { InstallationState } from './rules.ts'
import { contentHash, effectOf, isRemovedByOwner } from './ledger.ts'
import { packageOffer } from './packages.ts'
import type { Text } from '#lib/locale.ts'

export interface Work {
  services: Services
  run: RunRow
  installation: InstallationRow
  /**
   * The release that this run installs. Null when it is not available any more; removals need none.
   */
  release: ReleaseFacts | null
  connector: StoreConnector
}

/**
 * Creates a run, moves the installation to `state` and enqueues the work. Null while another run of
 * the installation is open. The installation is locked.
 */
export async function startRun(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  run: Omit<NewRun, 'id'>,
  steps: NewStep[],
  state: InstallationState,
): Promise<string | null> {
  const now = clock.now()
  const id = newId('run')
  if (!(await insertRun(trx, { id, ...run }, steps, now))) return null
  await setInstallationState(trx, run.installationId, state, now)
  await jobs.enqueue(trx, 'run-installation', { id })
  return id
}

/** The store is not as this run must leave it; `code` is the failure shown to the owner. */
export class CheckFailed extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'CheckFailed'
    this.code = code
  }
}

/**
 * Does one step on the store. Every step can be repeated: a crashed worker may have done it without
 * recording it.
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
    // Record the earlier state in the ledger before touching the store.
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
 * An update replaces nothing that somebody changed since the decision: the owner settles that
 * first.
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

/** At its earlier place if it had one; last when that place is taken. */
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

/** The effect is replaced by its predecessor again, wherever the update stopped between the two. */
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

const REMOVING_RUNS: readonly string[] = ['uninstall', 'undo', 'pause']
const FAILURE: Readonly<Record<string, string>> = {
  install: 'installs.failed',
  update: 'installs.update_failed',
  restore: 'installs.update_failed',
  pause: 'installs.pause_failed',
  resume: 'installs.resume_failed',
  repair: 'installs.repair_failed',
}

/**
 * Checks the result: what this run put is there as sent, nothing that was removed is left, and
 * after an uninstall each slot is as before. What the run did not touch is not checked: foreign
 * changes there are the owner's to settle.
 */
async function checkStore({ services, run, installation, connector }: Work): Promise<void> {
  const state = await connector.getState()
  const effects = await listSideEffects(services.db, installation.id)
  const layers = new Map(
    state.slots.flatMap((slot) => slot.layers.map((layer) => [layer.effect_id, layer] as const)),
  )
  const users = new Set(state.users.map((user) => user.effect_id))
  const touched = new Set((await listSteps(services.db, run.id)).map((step) => step.effect_id))
  const goes = REMOVING_RUNS.includes(run.kind)
  const failed = new CheckFailed(FAILURE[run.kind] ?? 'installs.uninstall_failed')
  for (const effect of effects) {
    const layer = layers.get(effect.id)
    const there = layer !== undefined || users.has(effect.id)
    if (!goes && effect.state === 'applied') {
      if (!touched.has(effect.id) || isRemovedByOwner(effect)) continue
      const asSent =
        effect.kind === 'web_service_user' ||
        run.kind === 'restore' ||
        layer?.sha256 === contentHash(effectOf(effect).content)
      if (!there || !asSent) throw failed
    } else if (there && !(run.kind === 'pause' && isRemovedByOwner(effect))) throw failed
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
 * With the same other layers as when our first effect came, the slot must have its earlier hash.
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

/** Titles of our own steps, stored with the run so that it always reads the same. */
export const STEP_TITLES = {
  package: {
    tr: 'Paket mağazana iniyor',
    en: 'The package goes to your shop',
    ar: 'تنتقل الحزمة إلى متجرك',
  },
  check: { tr: 'Mağazanda kontrol', en: 'Check on your shop', ar: 'التحقق في متجرك' },
  checkOld: {
    tr: 'Önceki sürüm yerinde mi?',
    en: 'Is the version before in its place?',
    ar: 'هل الإصدار السابق في مكانه؟',
  },
  checkPaused: { tr: 'Mağazandan çekildi mi?', en: 'Is it off your shop?', ar: 'هل رُفع عن متجرك؟' },
  checkGone: {
    tr: 'Mağazan eski hâlinde mi?',
    en: 'Is your shop as it was?',
    ar: 'هل عاد متجرك كما كان؟',
  },
} as const satisfies Record<string, Text>
