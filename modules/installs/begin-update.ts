import { newId } from '#lib/ids.ts'
import type { Db } from '#db/client.ts'
import type { Text } from '#lib/locale.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import type { ReleaseFacts, SettingValue } from '#modules/catalog/public.ts'
import { requireFree } from './conditions.ts'
import {
  insertRun,
  insertSideEffects,
  listSideEffects,
  lockLiveInstallation,
  setInstallationState,
  type InstallationRow,
  type NewSideEffect,
  type NewStep,
  type SideEffectRow,
  type StartedBy,
} from './data.ts'
import { refuse } from './errors.ts'
import { inputsOf } from './install-form.ts'
import type { PlannedChange } from './rules.ts'
import { payloadFor } from './start-install.ts'
import { STEP_TITLES } from './step-titles.ts'
import { standingEffects } from './update-plan.ts'
import { differencesOf, type Difference } from './update-rules.ts'

/** What was decided about an update before it begins. */
export interface DecidedUpdate {
  installed: InstallationRow
  from: ReleaseFacts
  to: ReleaseFacts
  inputs: Record<string, SettingValue>
  granted: string[]
  changes: PlannedChange[]
  by: StartedBy
  /** Written in the same transaction: consents, or which automatic update it is. */
  besides?: (trx: Db, runId: string) => Promise<unknown>
}

/**
 * Writes down what an update will do and lets it begin; refuses when the installation is not any
 * more what was decided about.
 */
export async function beginUpdate(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { installed, from, to, inputs, granted, changes, by, besides }: DecidedUpdate,
): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async (trx) => {
    const there = await lockLiveInstallation(trx, installed.store_id, installed.item_id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    // What was decided was decided about that release.
    if (there.id !== installed.id || there.release_id !== from.id) throw refuse('installs.busy')
    const ledger = await listSideEffects(trx, there.id)
    const { rows, steps } = workOf(
      there.id,
      differencesOf(standingEffects(ledger), changes, to.sha256),
      ledger,
      (change) => payloadFor(change, to),
    )
    await insertSideEffects(trx, rows)
    const asked = Object.keys(inputsOf(from.manifest).properties)
    const run = await insertRun(
      trx,
      {
        id: newId('run'),
        installationId: there.id,
        kind: 'update',
        by,
        // Answers of the version before are kept beside the new ones: the way back finds them.
        target: {
          fromReleaseId: from.id,
          toReleaseId: to.id,
          inputs: { ...(there.inputs as object), ...inputs },
          granted,
          fromInputs: Object.fromEntries(
            Object.entries(there.inputs as object).filter(([name]) => asked.includes(name)),
          ),
        },
      },
      steps,
      now,
    )
    if (!run) throw refuse('installs.busy')
    await setInstallationState(trx, there.id, 'updating', now)
    await besides?.(trx, run.id)
    await services.jobs.enqueue(trx, 'run-installation', { id: run.id })
  })
}

/**
 * The ledger's new rows, and the steps that put and take: what comes first, what goes last, so that
 * nothing is missing meanwhile.
 */
function workOf(
  installationId: string,
  differences: Difference[],
  ledger: SideEffectRow[],
  payload: (change: PlannedChange) => object,
) {
  const rows: NewSideEffect[] = []
  const steps: NewStep[] = [{ kind: 'package', effectId: null, title: STEP_TITLES.package }]
  let last = Math.max(0, ...ledger.map((row) => row.position))
  for (const difference of differences) {
    if (difference.what === 'kept') continue
    if (difference.what === 'removed') {
      const row = ledger.find((one) => one.id === difference.effect.id)
      if (row)
        steps.push({
          kind: 'revert',
          effectId: row.id,
          title: (row.payload as unknown as { title: Text }).title,
        })
      continue
    }
    const { change } = difference
    const id = newId('eff')
    const replaced =
      difference.what === 'changed'
        ? ledger.find((row) => row.id === difference.effect.id)
        : undefined
    // What the slot was before anything of this item came into it is known already.
    const first = ledger.find((row) => row.state === 'applied' && row.slot === change.slot)
    rows.push({
      id,
      installation_id: installationId,
      position: replaced?.position ?? (last += 1),
      kind: change.kind,
      slot: change.slot,
      payload: payload(change),
      replaces: replaced?.id ?? null,
      before_sha256: first?.before_sha256 ?? null,
      others: first?.others ?? [],
      place: replaced?.place ?? null,
    })
    steps.push({ kind: 'apply', effectId: id, title: change.title })
  }
  return {
    rows,
    steps: [...steps, { kind: 'check' as const, effectId: null, title: STEP_TITLES.check }],
  }
}
