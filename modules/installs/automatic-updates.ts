import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import { isRefusal } from '#lib/refusal.ts'
import { storeOf } from '#kernel/actor.ts'
import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  EVERYBODY,
  findInstalledRelease,
  findItem,
  findShop,
  type ItemVersion,
  latestHere,
  listVersions,
  offeredHere,
  releaseFitsShop,
  type Shop,
} from '#modules/catalog/public.ts'
import { hasAgreed } from '#modules/orders/public.ts'
import { ConnectorFailure, connectorOf } from '#modules/stores/platforms/public.ts'
import { beginUpdate } from './begin-update.ts'
import { requireSameStore } from './conditions.ts'
import {
  findInstallationById,
  findLiveInstallation,
  type InstallationRow,
  listSideEffects,
} from './data.ts'
import { refuse } from './errors.ts'
import { checkAnswers } from './install-form.ts'
import { changedOnStore } from './ledger.ts'
import { chooseUpdates as contract } from './lifecycle-contract.ts'
import { newAtOrderSteps, orderPartsOf } from './order-steps.ts'
import { slotsOf } from './plan-words.ts'
import { presentInstallation } from './present.ts'
import { grantedChanges, isSupported, planChanges, withoutScopes } from './rules.ts'
import { planUpdate } from './update-plan.ts'
import { grantedAfter } from './update-rules.ts'

/**
 * A release reaches the stores that take it by themselves within this time, spread evenly: neither
 * they nor the platform get it all at once.
 */
export const SPREAD_SECONDS = 20 * 60
/** When the shop could not be asked, or other work was under way. */
const AGAIN_SECONDS = 10 * 60
const AT_ONCE = 8
const MOST_AT_A_TIME = 400

export const chooseUpdates = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    await ctx.db
      .updateTable('installations')
      .set({ auto_update: body.automatic, ...(body.channel && { channel: body.channel }) })
      .where('id', '=', there.id)
      .execute()
    if (body.channel === 'stable') await forgetPreviews(ctx.db, there.id)
    if (body.automatic === 'off')
      await ctx.db
        .deleteFrom('auto_updates')
        .where('installation_id', '=', there.id)
        .where('state', '=', 'planned')
        .execute()
    return { data: await presentInstallation(ctx, there.id) }
  },
})

const forgetPreviews = (db: Services['db'], id: string) =>
  db
    .deleteFrom('auto_updates')
    .where('installation_id', '=', id)
    .where('state', 'in', ['planned', 'waiting'])
    .where('release_id', 'in', (on) =>
      on.selectFrom('releases').select('id').where('version', 'like', '%-%'),
    )
    .execute()

/**
 * The sweep of the worker: notes which releases come to whom by themselves, and begins those whose
 * time has come.
 */
export async function updateAutomatically(services: Services): Promise<void> {
  await wakeNewer(services)
  await planAutomatic(services)
  for (;;) {
    const due = await takeDue(services)
    for (let at = 0; at < due.length; at += AT_ONCE)
      await Promise.all(due.slice(at, at + AT_ONCE).map((one) => beginAutomatic(services, one)))
    if (due.length < MOST_AT_A_TIME) return
  }
}

/** The newest release that the owner's choice allows, once for each installation. */
async function planAutomatic({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  await sql`insert into auto_updates (installation_id, release_id, state, due_at, created_at)
    select it.id, newest.id, 'planned', ${now}::timestamptz + random() * ${SPREAD_SECONDS} * interval '1 second', ${now}
    from installations it join items on items.id = it.item_id join releases had on had.id = it.release_id
    join lateral (
      select id from releases r where r.item_id = it.item_id and r.status = 'published' and r.package_sha256 is not null and r.version_order > had.version_order
        and (r.share = ${EVERYBODY} or rollout_place(it.store_id, it.item_id, r.version) < r.share)
        and (it.channel = 'preview' or r.version not like '%-%' or not exists (
          select 1 from releases f where f.item_id = it.item_id and f.status = 'published' and f.package_sha256 is not null and f.version not like '%-%'))
        and (it.auto_update = 'all' or split_part(r.version_order, '.', 1) = split_part(had.version_order, '.', 1))
      order by r.version_order desc limit 1
    ) newest on true
    where it.auto_update <> 'off' and it.state = 'installed' and items.status = 'published'
      and not exists (select 1 from auto_updates there where there.installation_id = it.id and there.release_id = newest.id)
    on conflict do nothing`.execute(db)
}

/** What asked for a newer shop is looked at again when the shop has another version. */
async function wakeNewer({ db, clock }: Services): Promise<void> {
  await sql`update auto_updates it set state = 'planned', why = null, shop_version = null, due_at = ${clock.now()}::timestamptz + random() * ${SPREAD_SECONDS} * interval '1 second'
    from installations, stores where installations.id = it.installation_id and stores.id = installations.store_id
      and it.why = 'newer_shop' and coalesce(stores.platform_version, '') <> coalesce(it.shop_version, '')`.execute(
    db,
  )
}

const shopVersion = async ({ db }: Services, { installation_id: id }: Due): Promise<string> =>
  (
    await db
      .selectFrom('installations')
      .innerJoin('stores', 'stores.id', 'store_id')
      .select('platform_version')
      .where('installations.id', '=', id)
      .executeTakeFirstOrThrow()
  ).platform_version ?? ''

/** The newest that the shop can have comes instead, where the owner's choice lets it. */
async function planFitting(
  { db, clock }: Services,
  installed: InstallationRow,
  versions: readonly ItemVersion[],
  shop: Shop,
): Promise<void> {
  const had = versions.find((one) => one.id === installed.release_id)
  const isAllowed = (version: string) =>
    installed.auto_update === 'all' || version.split('.')[0] === had?.version.split('.')[0]
  const { latest } = latestHere(
    versions.filter((one) => one.id === had?.id || isAllowed(one.version)),
    shop,
    installed,
  )
  if (!latest || latest.id === installed.release_id) return
  const now = clock.now()
  await db
    .insertInto('auto_updates')
    .values({
      installation_id: installed.id,
      release_id: latest.id,
      state: 'planned',
      due_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Due {
  installation_id: string
  release_id: string
}

/** Claimed before the shop is asked; what a worker left behind that died is claimed again. */
async function takeDue({ db, clock }: Services): Promise<Due[]> {
  const now = clock.now()
  const { rows } =
    await sql<Due>`update auto_updates set state = 'started', due_at = ${secondsAfter(now, AGAIN_SECONDS)}
    where (installation_id, release_id) in (
      select installation_id, release_id from auto_updates where due_at <= ${now} and (state = 'planned' or (state = 'started' and run_id is null))
      order by due_at limit ${MOST_AT_A_TIME} for update skip locked)
    returning installation_id, release_id`.execute(db)
  return rows
}

type Why =
  | 'consent'
  | 'order_steps'
  | 'answers'
  | 'agreement'
  | 'changed'
  | 'unsupported'
  | 'newer_shop'

async function beginAutomatic(services: Services, due: Due): Promise<void> {
  const row = (change: {
    state: 'planned' | 'waiting'
    why?: Why
    due_at?: Date
    shop_version?: string | null
  }) =>
    services.db
      .updateTable('auto_updates')
      .set(change)
      .where('installation_id', '=', due.installation_id)
      .where('release_id', '=', due.release_id)
      .execute()
  try {
    const why = await tryAutomatic(services, due)
    if (why)
      await row({
        state: 'waiting',
        why,
        ...(why === 'newer_shop' && { shop_version: await shopVersion(services, due) }),
      })
  } catch (error) {
    if (!(error instanceof ConnectorFailure) && !isRefusal(error))
      services.log.error({ error, ...due }, 'an automatic update could not begin')
    await row({ state: 'planned', due_at: secondsAfter(services.clock.now(), AGAIN_SECONDS) })
  }
}

/** Begins it, or says why it waits for its owner; the old version goes on meanwhile. */
async function tryAutomatic(
  services: Services,
  { installation_id: id, release_id: releaseId }: Due,
): Promise<Why | null> {
  const installed = await findInstallationById(services.db, id)
  const forget = () =>
    services.db
      .deleteFrom('auto_updates')
      .where('installation_id', '=', id)
      .where('release_id', '=', releaseId)
      .execute()
      .then(() => null)
  if (!installed || installed.auto_update === 'off' || installed.state === 'uninstalled')
    return forget()
  const [item, from, to, shop, versions] = await Promise.all([
    findItem(services, { id: installed.item_id }, 'en'),
    findInstalledRelease(services, installed.release_id),
    findInstalledRelease(services, releaseId),
    findShop(services.db, installed.store_id),
    listVersions(services, [installed.item_id]),
  ])
  const releases = versions.get(installed.item_id) ?? []
  const position = (wanted: string) => releases.findIndex((one) => one.id === wanted)
  // Somebody was faster, the release was withdrawn meanwhile, or previews are not wanted any more
  // (I6: never to an older one).
  if (
    !item ||
    !from ||
    !to ||
    position(to.id) >= position(from.id) ||
    !offeredHere(releases, shop, installed).some((one) => one.id === to.id)
  )
    return forget()
  if (installed.state !== 'installed') throw refuse('installs.busy')

  if (!releaseFitsShop(to, shop)) {
    await planFitting(services, installed, releases, shop)
    return 'newer_shop'
  }
  const plan = planUpdate(installed, from, to, releases)
  if (plan.growth.length > 0) return 'consent'
  if (plan.missing.length > 0) return 'answers'
  if (!(await hasAgreed(services.db, installed.store_id, item.id))) return 'agreement'
  const inputs = await checkAnswers(services, installed.store_id, to.manifest, plan.answers).catch(
    (error: unknown) => {
      if (isRefusal(error) && error.code === 'installs.inputs_invalid') return null
      throw error
    },
  )
  if (!inputs) return 'answers'
  const state = await (await connectorOf(services, installed.store_id)).getState()
  const ledger = await listSideEffects(services.db, id)
  if (changedOnStore(ledger, state).length > 0) return 'changed'
  const slots = slotsOf(state)
  const all = planChanges(to.manifest, inputs)
  if (all.some((change) => change.required && !isSupported(change, slots))) return 'unsupported'
  const granted = grantedAfter(to.manifest, installed.granted as never[], plan.growth, [])
  const changes = grantedChanges(withoutScopes(all, installed.refused_scopes), granted, slots)
  if (newAtOrderSteps(orderPartsOf(ledger), changes).length > 0) return 'order_steps'
  await beginUpdate(services, {
    installed,
    from,
    to,
    inputs,
    granted,
    changes,
    by: { kind: 'automatic' },
    besides: (trx, runId) =>
      trx
        .updateTable('auto_updates')
        .set({ run_id: runId })
        .where('installation_id', '=', id)
        .where('release_id', '=', releaseId)
        .execute(),
  })
  return null
}
