import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { implement, inTransaction, storeOf, type Ctx, type StoreActor } from '../ctx.ts'
import { requireItem, satisfiesRange, type ReleaseFacts, type SaleItem } from '../catalog/public.ts'
import { AGREEMENTS, findOwnership, recordConsents } from '../checkout/public.ts'
import { askPlatform, connectorOf } from '../platforms/public.ts'
import { startInstall as contract } from './contract.ts'
import { findInstallationById, findLiveInstallation, insertInstallation, insertRun, insertSideEffects, type NewStep } from './data.ts'
import { refuse } from './errors.ts'
import { isEntitled, requireRelease, slotsOf } from './get-installation.ts'
import { checkAnswers } from './install-form.ts'
import { presentInstallation } from './present.ts'
import { effectOf, grantedChanges, isSupported, planChanges, requiredPermissions, type PlannedChange } from './rules.ts'
import { STEP_TITLES } from './step-titles.ts'

/** The target comes from the session, never from the form: the form only proves which store its page was about (INS-4). */
export function requireSameStore(store: StoreActor, named: string): void {
  if (named !== store.storeId && named !== store.domain) throw refuse('session.store_changed')
}

/** S5.5: the agreement in force, agreed to now or at checkout. */
async function requireAgreement(ctx: Ctx, store: StoreActor, item: SaleItem, given: { version: string } | null): Promise<void> {
  const { version } = AGREEMENTS.data_protection
  if (given?.version === version) return
  const before = await ctx.db.selectFrom('consents').select('id').where('store_id', '=', store.storeId).where('item_id', '=', item.id)
    .where('kind', '=', 'data_protection').where('version', '=', version).limit(1).executeTakeFirst()
  if (!before) throw refuse('installs.agreement_required', { fields: { agreement: { code: 'installs.agreement_required' } } })
}

/** Is the release made for this store's platform, its version and its storefront? */
export async function requireFit(ctx: Ctx, store: StoreActor, release: ReleaseFacts): Promise<void> {
  if (release.manifest.kind === 'theme' && store.isOs2 && !release.manifest.os2) throw refuse('installs.not_for_storefront')
  const row = await ctx.db.selectFrom('stores').select('platform_version').where('id', '=', store.storeId).executeTakeFirstOrThrow()
  const range = release.manifest.compatibility.platforms[String(store.platformId)]
  if (range === undefined || !satisfiesRange(row.platform_version ?? '', range)) throw refuse('installs.unsupported')
}

function stepsFor(effects: { id: string; title: Text }[]): NewStep[] {
  return [
    { kind: 'package', effectId: null, title: STEP_TITLES.package },
    ...effects.map((effect): NewStep => ({ kind: 'apply', effectId: effect.id, title: effect.title })),
    { kind: 'check', effectId: null, title: STEP_TITLES.check },
  ]
}

const payloadOf = (change: PlannedChange, release: ReleaseFacts) => ({ title: change.title, effect: effectOf(change, release) })

export const startInstall = implement(contract, async (ctx, { params, body }) => {
  const store = storeOf(ctx)
  requireSameStore(store, body.store)
  const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
  const release = requireRelease(item)
  if (!await isEntitled(ctx, item)) throw refuse('installs.not_entitled')
  await requireFit(ctx, store, release)
  const inputs = await checkAnswers(ctx, release.manifest, body.inputs)
  const all = planChanges(release.manifest, inputs)
  if (requiredPermissions(all).some(code => !body.permissions.includes(code))) {
    throw refuse('installs.permissions_required', { fields: { permissions: { code: 'installs.permissions_required' } } })
  }
  await requireAgreement(ctx, store, item, body.agreement)
  const connector = await connectorOf(ctx, store.storeId)
  const slots = slotsOf(await askPlatform(() => connector.getState()))
  if (all.some(change => change.required && !isSupported(change, slots))) throw refuse('installs.unsupported')
  const changes = grantedChanges(all, body.permissions, slots)
  const order = await findOwnership(ctx, store.storeId, item.id)
  const now = ctx.clock.now()

  const id = await inTransaction(ctx, async trx => {
    const there = await findLiveInstallation(trx, store.storeId, item.id)
    if (there?.state === 'installed') throw refuse('installs.already_installed')
    if (there) throw refuse(there.state === 'needs_action' ? 'installs.unfinished' : 'installs.busy')
    const made = await insertInstallation(trx, {
      id: newId('ins'), store_id: store.storeId, item_id: item.id, release_id: release.id, order_id: order?.id ?? null, granted: [...new Set(body.permissions)], inputs,
    }, now)
    if (!made) throw refuse('installs.busy')
    const effects = changes.map((change, index) => ({ id: newId('eff'), position: index + 1, change }))
    await insertSideEffects(trx, effects.map(({ id: effectId, position, change }) => ({
      id: effectId, installation_id: made.id, position, kind: change.kind, slot: change.slot, payload: payloadOf(change, release),
    })))
    const run = await insertRun(trx, { id: newId('run'), installationId: made.id, kind: 'install' }, stepsFor(effects.map(one => ({ id: one.id, title: one.change.title }))), now)
    if (!run) throw refuse('installs.busy')
    await recordConsents(trx, ctx, store, { orderId: order?.id ?? null, item, consents: [
      ...(body.agreement ? [{ kind: 'data_protection', version: body.agreement.version }] : []), { kind: 'permissions', version: release.version },
    ] })
    await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
    return made.id
  })
  const row = await findInstallationById(ctx.db, id)
  if (!row) throw refuse('installs.not_installed')
  return { data: await presentInstallation(ctx, row, item) }
})
