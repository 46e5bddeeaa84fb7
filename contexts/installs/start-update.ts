import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { implement, inTransaction, storeOf } from '../ctx.ts'
import { findInstalledRelease, findItem, listVersions } from '../catalog/public.ts'
import { recordConsents } from '../checkout/public.ts'
import { askPlatform, connectorOf } from '../platforms/public.ts'
import { permissionsRequired, requireAgreement, requireFit, requireRelease, requireSameStore } from './conditions.ts'
import { startUpdate as contract } from './contract.ts'
import { findLiveInstallation, insertRun, insertSideEffects, listSideEffects, lockLiveInstallation, setInstallationState, type NewSideEffect, type NewStep,
  type SideEffectRow } from './data.ts'
import { refuse } from './errors.ts'
import { slotsOf } from './plan-words.ts'
import { checkAnswers } from './install-form.ts'
import { presentInstallation } from './present.ts'
import { grantedChanges, isSupported, planChanges, withoutScopes, type PlannedChange } from './rules.ts'
import { payloadOf } from './start-install.ts'
import { STEP_TITLES } from './step-titles.ts'
import { planUpdate, standingEffects } from './update-plan.ts'
import { differencesOf, grantedAfter, type Difference } from './update-rules.ts'

/**
 * S7.6 PUT: brings an installed item to its latest release, or to another one of its own. It costs nothing: what is on the store was
 * bought or free. Until the run has succeeded the old version is the installed one; a run that cannot be finished is taken back.
 */
export const startUpdate = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  requireSameStore(store, body.store)
  const installed = await findLiveInstallation(ctx.db, store.storeId, params.id)
  const item = installed && await findItem(ctx, { id: params.id }, ctx.locale)
  const from = installed && await findInstalledRelease(ctx, installed.release_id)
  if (!installed || !item || !from) throw refuse('installs.not_installed')
  requireFree(installed.state)
  const to = await requireRelease(ctx, item, body.release)
  if (to.id === from.id) throw refuse('installs.same_release')
  await requireFit(ctx, store, to)

  const plan = planUpdate(installed, from, to, (await listVersions(ctx, [item.id])).get(item.id) ?? [])
  const approved = body.permissions ?? []
  if (plan.growth.some(one => (one.required || body.permissions === undefined) && !approved.includes(one.code))) throw permissionsRequired()
  const inputs = await checkAnswers(ctx, to.manifest, { ...plan.answers, ...body.inputs })
  await requireAgreement(ctx, store, item.id, body.agreement)
  const connector = await connectorOf(ctx, store.storeId)
  const slots = slotsOf(await askPlatform(() => connector.getState()))
  const all = planChanges(to.manifest, inputs)
  if (all.some(change => change.required && !isSupported(change, slots))) throw refuse('installs.unsupported')
  const granted = grantedAfter(to.manifest, installed.granted as typeof approved, plan.growth, approved)
  const changes = grantedChanges(withoutScopes(all, installed.refused_scopes), granted, slots)
  const now = ctx.clock.now()

  await inTransaction(ctx, async trx => {
    const there = await lockLiveInstallation(trx, store.storeId, item.id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    // What was decided above was decided about that release.
    if (there.id !== installed.id || there.release_id !== from.id) throw refuse('installs.busy')
    const ledger = await listSideEffects(trx, there.id)
    const { rows, steps } = workOf(there.id, differencesOf(standingEffects(ledger), changes, to.sha256), ledger, change => payloadOf(change, to))
    await insertSideEffects(trx, rows)
    const run = await insertRun(trx, {
      id: newId('run'), installationId: there.id, kind: 'update',
      // Answers of the version before are kept beside the new ones: the way back finds them.
      target: { fromReleaseId: from.id, toReleaseId: to.id, inputs: { ...(there.inputs as object), ...inputs }, granted },
    }, steps, now)
    if (!run) throw refuse('installs.busy')
    await setInstallationState(trx, there.id, 'updating', now)
    await recordConsents(trx, ctx, store, { orderId: there.order_id, item: { ...item, latest: to }, consents: [
      ...(body.agreement ? [{ kind: 'data_protection', version: body.agreement.version }] : []),
      ...(plan.growth.length > 0 ? [{ kind: 'permissions', version: to.version }] : []),
    ] })
    await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
  })
  return { data: await presentInstallation(ctx, installed.id) }
})

function requireFree(state: string): void {
  if (state !== 'installed') throw refuse(state === 'needs_action' ? 'installs.unfinished' : 'installs.busy')
}

/** The ledger's new rows, and the steps that put and take: what comes first, what goes last, so that nothing is missing meanwhile. */
function workOf(installationId: string, differences: Difference[], ledger: SideEffectRow[], payload: (change: PlannedChange) => object) {
  const rows: NewSideEffect[] = []
  const steps: NewStep[] = [{ kind: 'package', effectId: null, title: STEP_TITLES.package }]
  let last = Math.max(0, ...ledger.map(row => row.position))
  for (const difference of differences) {
    if (difference.what === 'kept') continue
    if (difference.what === 'removed') {
      const row = ledger.find(one => one.id === difference.effect.id)
      if (row) steps.push({ kind: 'revert', effectId: row.id, title: (row.payload as unknown as { title: Text }).title })
      continue
    }
    const { change } = difference
    const id = newId('eff')
    const replaced = difference.what === 'changed' ? ledger.find(row => row.id === difference.effect.id) : undefined
    // What the slot was before anything of this item came into it is known already.
    const first = ledger.find(row => row.state === 'applied' && row.slot === change.slot)
    rows.push({
      id, installation_id: installationId, position: replaced?.position ?? (last += 1), kind: change.kind, slot: change.slot, payload: payload(change),
      replaces: replaced?.id ?? null, before_sha256: first?.before_sha256 ?? null, others: first?.others ?? [],
    })
    steps.push({ kind: 'apply', effectId: id, title: change.title })
  }
  return { rows, steps: [...steps, { kind: 'check' as const, effectId: null, title: STEP_TITLES.check }] }
}
