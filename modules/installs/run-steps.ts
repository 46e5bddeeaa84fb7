import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import {
  ConnectorFailure,
  type StoreConnector,
  type StoreState,
} from '#modules/stores/platforms/public.ts'
import {
  type EffectChange,
  type InstallationRow,
  type NewRun,
  type NewSideEffect,
  type NewStep,
  type RunRow,
  type StepRow,
  type findWork,
  insertRun,
} from './data.ts'
import type { InstallationState } from './rules.ts'
import { contentHash, effectOf, isRemovedByOwner } from './ledger.ts'
import { packageOfferAt } from './packages.ts'
import { type Text, forEachLocale } from '#lib/locale.ts'
import { readMessages } from '#locales/read.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findWork>>>
type WorkEffect = Found['effects'][number]
export type EffectChanges = ReadonlyMap<string, EffectChange>

export interface Work {
  services: Services
  run: RunRow
  installation: InstallationRow
  steps: Found['steps']
  /** The ledger in layer order, as this worker has recorded it. */
  effects: WorkEffect[]
  /**
   * The release that this run installs. Null when it is not available any more; removals need none.
   */
  release: Found['release']
  connector: StoreConnector
}

/**
 * Creates a run with new ledger rows, moves the installation to `state` and enqueues the work. Null
 * while another run of the installation is open. The installation is locked.
 */
export async function startRun(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  run: Omit<NewRun, 'id'>,
  steps: NewStep[],
  state: InstallationState,
  effects: NewSideEffect[] = [],
): Promise<string | null> {
  const id = newId('run')
  if (!(await insertRun(trx, { id, ...run }, steps, clock.now(), { state, effects }))) return null
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

const NOTHING: EffectChanges = new Map()

/**
 * Does one step on the store and returns what to record in the ledger. Every step can be repeated:
 * a crashed worker may have done it without recording it.
 */
export async function doStepOnStore(
  work: Work,
  step: Pick<StepRow, 'kind' | 'effect_id'>,
): Promise<EffectChanges> {
  switch (step.kind) {
    case 'apply':
      return applyEffect(work, effectIn(work, step.effect_id))
    case 'revert':
      return revertEffect(work, step.effect_id ?? '')
    case 'restore':
      return restoreEffect(work, effectIn(work, step.effect_id))
    case 'package':
      await offerPackage(work)
      return NOTHING
    default:
      await checkStore(work)
      return NOTHING
  }
}

const effectIn = ({ effects }: Work, id: string | null) => effects.find((one) => one.id === id)

/** The ledger in memory, as it was recorded. */
export function keepInMind(work: Work, changes: EffectChanges): void {
  work.effects = work.effects.map((effect) => {
    const change = changes.get(effect.id)
    return change ? ({ ...effect, ...change } as WorkEffect) : effect
  })
}

/**
 * The state of the slots before this run puts something there, of all its steps at once: it must be
 * in the ledger before the store is touched.
 */
export async function findEarlierState(
  { connector, steps, effects }: Work,
  step: Pick<StepRow, 'kind' | 'effect_id'>,
): Promise<EffectChanges> {
  const isNew = (effect: WorkEffect) => effect.before_sha256 === null && effect.state !== 'applied'
  const next = effects.find((one) => one.id === step.effect_id)
  if (step.kind !== 'apply' || !next || !isNew(next)) return NOTHING
  const state = await connector.getState()
  const applied = new Set(steps.flatMap((one) => (one.kind === 'apply' ? one.effect_id : [])))
  return new Map(
    effects
      .filter((effect) => applied.has(effect.id) && isNew(effect))
      .map((effect) => {
        const slot = slotIn(state, effect.slot)
        const others =
          slot?.layers.map((layer) => layer.effect_id).filter((id) => id !== effect.id) ?? []
        return [effect.id, { before_sha256: slot?.sha256 ?? '', others }]
      }),
  )
}

export const offerOf = (
  services: Services,
  { sha256, size, signature, key_id: keyId, prefix, version }: NonNullable<Work['release']>,
) => packageOfferAt(services, { sha256, size, signature, keyId, prefix, version })

async function offerPackage({ services, run, release, connector }: Work): Promise<void> {
  if (!release) throw new CheckFailed(FAILURE[run.kind] ?? 'installs.failed')
  await connector.putPackage(offerOf(services, release))
}

const slotIn = (state: StoreState, slot: string) => state.slots.find((one) => one.slot === slot)

async function applyEffect(work: Work, effect: WorkEffect | undefined): Promise<EffectChanges> {
  if (!effect || effect.state === 'applied') return NOTHING
  const { services, connector, run } = work
  if (effect.replaces !== null && run.kind === 'update')
    await requireUntouched(connector, effectIn(work, effect.replaces))
  const answer = await putInPlace(connector, effect)
  const now = services.clock.now()
  return new Map<string, EffectChange>([
    [
      effect.id,
      {
        after_sha256: answer.sha256,
        state: 'applied',
        applied_at: now,
        reverted_at: null,
        place: answer.place,
      },
    ],
    ...(effect.replaces === null
      ? []
      : [[effect.replaces, { state: 'reverted', reverted_at: now }] as const]),
  ])
}

/**
 * An update replaces nothing that somebody changed since the decision: the owner settles that
 * first.
 */
async function requireUntouched(
  connector: StoreConnector,
  effect: WorkEffect | undefined,
): Promise<void> {
  const there = effect?.state === 'applied' ? await connector.getEffect(effect.id) : null
  if (effect && there && there.sha256 !== contentHash(effectOf(effect).content))
    throw new CheckFailed('installs.changed_on_store')
}

/** At its earlier place if it had one; last when that place is taken. */
async function putInPlace(connector: StoreConnector, row: WorkEffect) {
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

async function revertEffect(
  { services, connector, run }: Work,
  effectId: string,
): Promise<EffectChanges> {
  await connector.deleteEffect(effectId)
  const state = run.kind === 'pause' ? 'paused' : 'reverted'
  return new Map([[effectId, { state, reverted_at: services.clock.now() }]])
}

/** The effect is replaced by its predecessor again, wherever the update stopped between the two. */
async function restoreEffect(work: Work, effect: WorkEffect | undefined): Promise<EffectChanges> {
  const { services, connector } = work
  const before = effectIn(work, effect?.replaces ?? null)
  if (!effect || !before) return NOTHING
  await connector.putEffect(before.id, effectOf(before), { replaces: effect.id })
  await connector.deleteEffect(effect.id)
  const now = services.clock.now()
  return new Map<string, EffectChange>([
    [before.id, { state: 'applied', applied_at: now, reverted_at: null }],
    [effect.id, { state: 'reverted', reverted_at: now }],
  ])
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
async function checkStore({ run, effects, steps, connector }: Work): Promise<void> {
  const state = await connector.getState()
  const layers = new Map(
    state.slots.flatMap((slot) => slot.layers.map((layer) => [layer.effect_id, layer] as const)),
  )
  const users = new Set(state.users.map((user) => user.effect_id))
  const touched = new Set(steps.map((step) => step.effect_id))
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
function changedByOthers(effects: WorkEffect[], state: StoreState): boolean {
  const firstInSlot = new Map<string, WorkEffect>()
  for (const effect of effects)
    if (effect.before_sha256 && !firstInSlot.has(effect.slot)) firstInSlot.set(effect.slot, effect)
  return [...firstInSlot.values()].some((effect) => {
    const slot = slotIn(state, effect.slot)
    const sameOthers = slot?.layers.map((layer) => layer.effect_id).join() === effect.others.join()
    return sameOthers && slot?.sha256 !== effect.before_sha256
  })
}

const titleOf = (step: 'package' | 'check' | 'check_old' | 'check_paused' | 'check_gone'): Text =>
  forEachLocale((locale) => readMessages(locale, 'rules')[`steps.${step}`] as string)
/** Titles of our own steps, stored with the run so that it always reads the same. */
export const STEP_TITLES = {
  package: titleOf('package'),
  check: titleOf('check'),
  checkOld: titleOf('check_old'),
  checkPaused: titleOf('check_paused'),
  checkGone: titleOf('check_gone'),
}
