import type { z } from 'zod'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { type StoreCtx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { type ReleaseFacts, requireItem, type SaleItem } from '#modules/catalog/public.ts'
import { findOwnership, recordConsents } from '#modules/orders/public.ts'
import { callPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import {
  byOwner,
  isFree,
  permissionsRequired,
  requireAgreement,
  requireFree,
  requireNewest,
  requireSameStore,
} from './conditions.ts'
import { startInstall as contract, startOs2Install as os2Contract } from './contract.ts'
import { findLiveInstallation, insertInstallation, insertRun, type NewStep } from './data.ts'
import { refuse } from './errors.ts'
import { checkAnswers } from './install-form.ts'
import type { EffectPayload } from './ledger.ts'
import { newOrderStepParts, orderStepsConsents, requireOrderSteps } from './order-steps.ts'
import { slotsOf } from './present-plan.ts'
import { presentInstallation } from './installation-facts.ts'
import {
  effectOfChange,
  grantedChanges,
  isSupported,
  planChanges,
  type PlannedChange,
  requiredPermissions,
} from './rules.ts'
import { STEP_TITLES } from './run-steps.ts'

export const applySteps = (effects: { id: string; title: Text }[]): NewStep[] =>
  effects.map((effect) => ({ kind: 'apply', effectId: effect.id, title: effect.title }))

/** The payload of a ledger row for a planned change. */
export const payloadFor = (change: PlannedChange, release: ReleaseFacts): EffectPayload => ({
  key: change.key,
  title: change.title,
  effect: effectOfChange(change, release),
})

type Given = z.output<NonNullable<typeof contract.body>>

async function beginInstall(ctx: StoreCtx, item: SaleItem, body: Given) {
  const store = requireSameStore(ctx, body.store)
  if (store.platformClosed) throw refuse('platform.paused')
  const order = await findOwnership(ctx, store.storeId, item.id)
  if (!isFree(item) && !order) throw refuse('installs.not_entitled')
  const release = await requireNewest(ctx, store, item, body.release)
  const inputs = await checkAnswers(ctx, store.storeId, release.manifest, body.inputs)
  const all = planChanges(release.manifest, inputs)
  if (requiredPermissions(all).some((code) => !body.permissions.includes(code)))
    throw permissionsRequired()
  await requireAgreement(ctx, store, item.id, body.agreement)
  const connector = await connectorOf(ctx, store.storeId)
  const slots = slotsOf(await callPlatform(() => connector.getState()))
  if (all.some((change) => change.required && !isSupported(change, slots)))
    throw refuse('installs.unsupported')
  const changes = grantedChanges(all, body.permissions, slots)
  const atOrderSteps = newOrderStepParts([], changes)
  requireOrderSteps(atOrderSteps, body.order_steps)
  // Grant only what this release asks for: a later release that asks for more must ask.
  const granted = [
    ...new Set(all.filter((change) => change.kind !== 'theme').map((change) => change.permission)),
  ].filter((code) => body.permissions.includes(code))
  const now = ctx.clock.now()

  const id = await inTransaction(ctx, async (trx) => {
    const made = await insertInstallation(
      trx,
      {
        id: newId('ins'),
        store_id: store.storeId,
        item_id: item.id,
        release_id: release.id,
        order_id: order?.order_id ?? null,
        granted,
        inputs,
      },
      now,
    )
    if (!made) {
      const there = await findLiveInstallation(trx, store.storeId, item.id)
      if (there?.state === 'installed') throw refuse('installs.already_installed')
      if (there) requireFree(there.state)
      throw refuse('installs.busy')
    }
    const effects = changes.map((change, index) => ({
      id: newId('eff'),
      installation_id: made.id,
      position: index + 1,
      kind: change.kind,
      slot: change.slot,
      payload: payloadFor(change, release),
      title: change.title,
    }))
    const run = await insertRun(
      trx,
      {
        id: newId('run'),
        installationId: made.id,
        kind: 'install',
        toReleaseId: release.id,
        by: byOwner(store),
      },
      [
        { kind: 'package', effectId: null, title: STEP_TITLES.package },
        ...applySteps(effects),
        { kind: 'check', effectId: null, title: STEP_TITLES.check },
      ],
      now,
      { effects: effects.map(({ title: _title, ...effect }) => effect) },
    )
    if (!run) throw refuse('installs.busy')
    await recordConsents(trx, ctx, store, {
      orderId: order?.order_id ?? null,
      item: { ...item, latest: release },
      consents: [
        ...(body.agreement ? [{ kind: 'data_protection', version: body.agreement.version }] : []),
        { kind: 'permissions', version: release.version },
        ...orderStepsConsents(ctx, release, atOrderSteps),
      ],
    })
    await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
    return made.id
  })
  return { data: await presentInstallation(ctx, id) }
}

export const startInstall = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) =>
    beginInstall(ctx, await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale), body),
})

/** S7.30, D19: themes only, and only for second-generation storefronts. */
export const startOs2Install = defineOperation({
  ...os2Contract,
  run: async (ctx, { params, body }) => {
    const item = await requireItem(ctx, 'theme', { id: params.id }, ctx.locale)
    if (!ctx.actor.isOs2) throw refuse('installs.not_os2')
    return beginInstall(ctx, item, body)
  },
})
