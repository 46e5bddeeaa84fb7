import { defineOperation } from '#kernel/define-operation.ts'
import {
  type ReleaseFacts,
  type SettingValue,
  findInstalledRelease,
  findItem,
  listVersions,
} from '#modules/catalog/public.ts'
import { recordConsents } from '#modules/orders/public.ts'
import { callPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import {
  byOwner,
  permissionsRequired,
  requireAgreement,
  requireFree,
  requireNewest,
  requireSameStore,
} from './conditions.ts'
import { startUpdate as contract } from './contract.ts'
import {
  type InstallationRow,
  type NewSideEffect,
  type NewStep,
  type RunPurpose,
  type SideEffectRow,
  type StartedBy,
  findLiveInstallation,
  listSideEffects,
  lockLiveInstallation,
} from './data.ts'
import { refuse } from './errors.ts'
import { answersBeside, answersTo, checkAnswers } from './install-form.ts'
import { payloadOf, changedOnStore, isRemovedByOwner } from './ledger.ts'
import {
  newOrderStepParts,
  orderPartsOf,
  orderStepsConsents,
  requireOrderSteps,
} from './order-steps.ts'
import { slotsOf } from './present-plan.ts'
import { presentInstallation } from './installation-facts.ts'
import {
  type PlannedChange,
  grantedChanges,
  isSupported,
  planChanges,
  withoutScopes,
} from './rules.ts'
import {
  type Difference,
  differencesOf,
  grantedAfter,
  planUpdate,
  standingEffects,
  withEarlierInputs,
} from './update-plan.ts'
import { newId } from '#lib/ids.ts'
import type { Db } from '#db/client.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { payloadFor } from './start-install.ts'
import { STEP_TITLES, startRun } from './run-steps.ts'

/**
 * S7.6 PUT: brings an installed item to its latest release, or to another of its own. Free of
 * charge: what is installed was bought or free. The old version stays the installed one until the
 * run has succeeded; a failed run is reversed.
 */
export const startUpdate = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const installed = await findLiveInstallation(ctx.db, store.storeId, params.id)
    const item = installed && (await findItem(ctx, { id: params.id }, ctx.locale))
    const from = installed && (await findInstalledRelease(ctx, installed.release_id))
    if (!installed || !item || !from) throw refuse('installs.not_installed')
    requireFree(installed.state)
    const versions = (await listVersions(ctx, [item.id])).get(item.id) ?? []
    const to = await requireNewest(ctx, store, item, body.release, installed, versions)
    if (to.id === from.id) throw refuse('installs.same_release')

    const plan = planUpdate(
      await withEarlierInputs(ctx.db, installed, from, to, versions),
      from,
      to,
      versions,
    )
    const approved = body.permissions ?? []
    if (
      plan.growth.some(
        (one) => (one.required || body.permissions === undefined) && !approved.includes(one.code),
      )
    )
      throw permissionsRequired()
    const inputs = await checkAnswers(ctx, store.storeId, to.manifest, {
      ...plan.answers,
      ...body.inputs,
    })
    await requireAgreement(ctx, store, item.id, body.agreement)
    const connector = await connectorOf(ctx, store.storeId)
    const state = await callPlatform(() => connector.getState())
    // Never overwrite foreign changes: the owner settles them first.
    const ledger = await listSideEffects(ctx.db, installed.id)
    if (changedOnStore(ledger, state).some(({ row }) => !isRemovedByOwner(row)))
      throw refuse('installs.changed_on_store')
    const slots = slotsOf(state)
    const all = planChanges(to.manifest, inputs)
    if (all.some((change) => change.required && !isSupported(change, slots)))
      throw refuse('installs.unsupported')
    const granted = grantedAfter(
      to.manifest,
      installed.granted as typeof approved,
      plan.growth,
      approved,
    )
    const changes = grantedChanges(withoutScopes(all, installed.refused_scopes), granted, slots)
    const atOrderSteps = newOrderStepParts(orderPartsOf(ledger), changes)
    requireOrderSteps(atOrderSteps, body.order_steps)
    await beginUpdate(ctx, {
      installed,
      from,
      to,
      inputs,
      granted,
      changes,
      by: byOwner(store),
      besides: (trx) =>
        recordConsents(trx, ctx, store, {
          orderId: installed.order_id,
          item: { ...item, latest: to },
          consents: [
            ...(body.agreement
              ? [{ kind: 'data_protection', version: body.agreement.version }]
              : []),
            ...(plan.growth.length > 0 ? [{ kind: 'permissions', version: to.version }] : []),
            ...orderStepsConsents(ctx, to, atOrderSteps),
          ],
        }),
    })
    return { data: await presentInstallation(ctx, installed.id) }
  },
})

/** What was decided about an update before it starts. */
interface DecidedUpdate {
  installed: InstallationRow
  from: ReleaseFacts
  to: ReleaseFacts
  inputs: Record<string, SettingValue>
  granted: string[]
  changes: PlannedChange[]
  by: StartedBy
  purpose?: RunPurpose
  /** Runs in the same transaction: consents, or the row of the automatic update. */
  besides?: (trx: Db, runId: string) => Promise<unknown>
}

/**
 * Writes the new ledger rows and starts the run; refuses when the installation has changed since
 * the decision.
 */
export async function beginUpdate(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  { installed, from, to, inputs, granted, changes, by, purpose, besides }: DecidedUpdate,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const there = await lockLiveInstallation(trx, installed.store_id, installed.item_id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    // The decision was made for that release.
    if (there.id !== installed.id || there.release_id !== from.id) throw refuse('installs.busy')
    const ledger = await listSideEffects(trx, there.id)
    const { rows, steps } = workOf(
      there.id,
      differencesOf(standingEffects(ledger), changes, to.sha256),
      ledger,
      (change) => payloadFor(change, to),
    )
    const kept = there.inputs as Record<string, SettingValue>
    const runId = await startRun(
      services,
      trx,
      {
        installationId: there.id,
        kind: 'update',
        by,
        purpose,
        // Keep the answers of the earlier version: the way back needs them. What this version asks
        // and the owner left empty goes.
        target: {
          fromReleaseId: from.id,
          toReleaseId: to.id,
          inputs: { ...answersBeside(to.manifest, kept), ...inputs },
          granted,
          fromInputs: answersTo(from.manifest, kept),
        },
      },
      steps,
      'updating',
      rows,
    )
    if (!runId) throw refuse('installs.busy')
    await besides?.(trx, runId)
  })
}

/**
 * The new ledger rows and the steps: additions and replacements first, removals last, so that
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
          title: payloadOf(row).title,
        })
      continue
    }
    const { change } = difference
    const id = newId('eff')
    const replaced =
      difference.what === 'changed'
        ? ledger.find((row) => row.id === difference.effect.id)
        : undefined
    // The state of the slot before this item is known from its first effect.
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
