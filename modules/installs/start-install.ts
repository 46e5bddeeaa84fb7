import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { type Ctx, inTransaction, type Services, type StoreCtx } from '#kernel/context.ts'
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

/** What the owner asked for, checked against the store. */
export interface CheckedInstall {
  release: ReleaseFacts
  inputs: Awaited<ReturnType<typeof checkAnswers>>
  permissions: readonly PermissionCode[]
  /** What the release asks for and the owner allowed. */
  granted: PermissionCode[]
  changes: PlannedChange[]
  /** A theme that is kept off the shop for now. */
  draft: boolean
}

/** Throws what the page must tell the owner before anything is bought or installed. */
export async function checkInstall(
  ctx: StoreCtx,
  item: SaleItem,
  body: Given,
): Promise<CheckedInstall> {
  const store = requireOpenStore(ctx, body.store)
  const release = await requireNewest(ctx, store, item, body.release)
  const inputs = await checkAnswers(ctx, store.storeId, release.manifest, body.inputs)
  if (
    requiredPermissions(planChanges(release.manifest, inputs)).some(
      (code) => !body.permissions.includes(code),
    )
  )
    throw permissionsRequired()
  await requireAgreement(ctx, store, item.id, body.agreement)
  const checked = await changesHere(ctx, store.storeId, {
    release,
    inputs,
    permissions: body.permissions,
    draft: body.draft && release.manifest.kind === 'theme',
  })
  requireOrderSteps(newOrderStepParts([], checked.changes), body.order_steps)
  return checked
}

/** What an install changes on the store as it is now. */
export async function changesHere(
  services: Parameters<typeof connectorOf>[0],
  storeId: string,
  {
    release,
    inputs,
    permissions,
    draft,
  }: Pick<CheckedInstall, 'release' | 'inputs' | 'permissions' | 'draft'>,
): Promise<CheckedInstall> {
  const all = planChanges(release.manifest, inputs)
  const connector = await connectorOf(services, storeId)
  const slots = slotsOf(await callPlatform(() => connector.getState()))
  if (all.some((change) => change.required && !isSupported(change, slots)))
    throw refuse('installs.unsupported')
  // Grant only what this release asks for: a later release that asks for more must ask.
  const granted = [
    ...new Set(all.filter((change) => change.kind !== 'theme').map((change) => change.permission)),
  ].filter((code) => permissions.includes(code))
  const changes = grantedChanges(all, permissions, slots)
  return { release, inputs, permissions, granted, changes, draft }
}

/** The consents that an install records, besides those of its order. */
export const consentsOfInstall = (
  ctx: Ctx,
  { release, changes }: CheckedInstall,
  agreement: Given['agreement'],
) => [
  ...(agreement ? [{ kind: 'data_protection', version: agreement.version }] : []),
  { kind: 'permissions', version: release.version },
  ...orderStepsConsents(ctx, release, newOrderStepParts([], changes)),
]

interface Beginning {
  storeId: string
  itemId: string
  orderId: string | null
  /** The person in the panel, for the history. */
  by: ReturnType<typeof byOwner>
}

/** Creates the installation with its effects and its first run. Returns its id. */
export async function beginInstall(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { storeId, itemId, orderId, by }: Beginning,
  { release, inputs, granted, changes, draft }: CheckedInstall,
): Promise<string> {
  const now = clock.now()
  const made = await insertInstallation(
    trx,
    {
      id: newId('ins'),
      store_id: storeId,
      item_id: itemId,
      release_id: release.id,
      order_id: orderId,
      granted,
      inputs,
      draft,
    },
    now,
  )
  if (!made) {
    const there = await findLiveInstallation(trx, storeId, itemId)
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
    ...(draft && { state: 'paused' as const }),
  }))
  const run = await insertRun(
    trx,
    { id: newId('run'), installationId: made.id, kind: 'install', toReleaseId: release.id, by },
    draft
      ? [{ kind: 'check', effectId: null, title: STEP_TITLES.checkPaused }]
      : [
          { kind: 'package', effectId: null, title: STEP_TITLES.package },
          ...applySteps(effects),
          { kind: 'check', effectId: null, title: STEP_TITLES.check },
        ],
    now,
    { effects: effects.map(({ title: _title, ...effect }) => effect) },
  )
  if (!run) throw refuse('installs.busy')
  await jobs.enqueue(trx, 'run-installation', { id: run.id })
  return made.id
}

function requireOpenStore(ctx: StoreCtx, named: string): StoreActor {
  const store = requireSameStore(ctx, named)
  if (store.platformClosed) throw refuse('platform.paused')
  return store
}

async function install(ctx: StoreCtx, item: SaleItem, body: Given) {
  const store = requireOpenStore(ctx, body.store)
  const order = await findOwnership(ctx, store.storeId, item.id)
  if (!isFree(item) && !order) throw refuse('installs.not_entitled')
  const checked = await checkInstall(ctx, item, body)
  const orderId = order?.order_id ?? null
  const id = await inTransaction(ctx, async (trx) => {
    const made = await beginInstall(
      ctx,
      trx,
      { storeId: store.storeId, itemId: item.id, orderId, by: byOwner(store) },
      checked,
    )
    await recordConsents(trx, ctx, store, {
      orderId,
      item: { ...item, latest: checked.release },
      consents: consentsOfInstall(ctx, checked, body.agreement),
    })
    return made
  })
  return { data: await presentInstallation(ctx, id) }
}

export const startInstall = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) =>
    install(ctx, await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale), body),
})

/** S7.30, D19: themes only, and only for second-generation storefronts. */
export const startOs2Install = defineOperation({
  ...os2Contract,
  run: async (ctx, { params, body }) => {
    const item = await requireItem(ctx, 'theme', { id: params.id }, ctx.locale)
    if (!ctx.actor.isOs2) throw refuse('installs.not_os2')
    return install(ctx, item, body)
  },
})
