import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Db } from '#db/client.ts'
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
import { beginUpdate } from './start-update.ts'
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
import { newOrderStepParts, orderPartsOf } from './order-steps.ts'
import { slotsOf } from './present-plan.ts'
import { presentInstallation } from './installation-facts.ts'
import { grantedChanges, isSupported, planChanges, withoutScopes } from './rules.ts'
import { grantedAfter, planUpdate } from './update-plan.ts'

/**
 * Stores with automatic updates get a release within this time, evenly spread, so that neither they
 * nor the platform get it all at once.
 */
export const SPREAD_SECONDS = 20 * 60
/** Pause when the shop could not be reached or other work was under way. */
const RETRY_SECONDS = 10 * 60
const CONCURRENCY = 8
const BATCH_SIZE = 400
const PLAN_BATCH_SIZE = 5_000

export const chooseUpdates = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
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

/** The job of automatic updates: plans new releases and starts those that are due. */
export async function updateAutomatically(services: Services): Promise<void> {
  await replanForNewerShop(services)
  await planAutomatic(services)
  for (;;) {
    const due = await claimDueUpdates(services)
    for (let at = 0; at < due.length; at += CONCURRENCY)
      await Promise.all(due.slice(at, at + CONCURRENCY).map((one) => beginAutomatic(services, one)))
    if (due.length < BATCH_SIZE) return
  }
}

/** Plans what has changed since the last time. */
async function planAutomatic({ db, clock }: Services): Promise<void> {
  while ((await planBatch(db, clock.now())) === PLAN_BATCH_SIZE);
}

/**
 * Plans the newest release that the owner's choice allows, once per installation, for the items and
 * installations that triggers noted. Returns how many notes there were. A note and the change that
 * it is about are committed together, so whoever sees the one sees the other.
 */
async function planBatch(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ noted: number }>`with noted as (
      delete from auto_updates_to_plan where id in (
        select id from auto_updates_to_plan order by id limit ${PLAN_BATCH_SIZE} for update skip locked)
      returning item_id, installation_id),
    changed as (
      select id from installations where id in (select installation_id from noted)
      union
      select id from installations where item_id in (select item_id from noted where installation_id is null)
        and auto_update <> 'off' and state = 'installed'),
    planned as (
      insert into auto_updates (installation_id, release_id, state, due_at, created_at)
      select it.id, newest.id, 'planned', ${now}::timestamptz + random() * ${SPREAD_SECONDS} * interval '1 second', ${now}
      from changed join installations it on it.id = changed.id join items on items.id = it.item_id join releases had on had.id = it.release_id
      join lateral (
        select id from releases r where r.item_id = it.item_id and r.status = 'published' and r.package_sha256 is not null and r.version_order > had.version_order
          and (r.share = ${EVERYBODY} or rollout_place(it.store_id, it.item_id, r.version) < r.share)
          and (it.channel = 'preview' or r.version not like '%-%' or not exists (
            select 1 from releases f where f.item_id = it.item_id and f.status = 'published' and f.package_sha256 is not null and f.version not like '%-%'))
          and (it.auto_update = 'all' or split_part(r.version_order, '.', 1) = split_part(had.version_order, '.', 1))
        order by r.version_order desc limit 1
      ) newest on true
      where it.auto_update <> 'off' and it.state = 'installed' and items.status = 'published'
      on conflict do nothing)
    select count(*)::int as noted from noted`.execute(db)
  return rows[0]?.noted ?? 0
}

/** Plans releases that need a newer shop again when the shop's version has changed. */
async function replanForNewerShop({ db, clock }: Services): Promise<void> {
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

/** Plans the newest release that fits the shop instead, where the owner's choice allows it. */
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

/** Claims due rows before any shop is called; rows left by a crashed worker are claimed again. */
async function claimDueUpdates({ db, clock }: Services): Promise<Due[]> {
  const now = clock.now()
  const { rows } =
    await sql<Due>`update auto_updates set state = 'started', due_at = ${secondsAfter(now, RETRY_SECONDS)}
    where (installation_id, release_id) in (
      select installation_id, release_id from auto_updates where due_at <= ${now} and (state = 'planned' or (state = 'started' and run_id is null))
      order by due_at limit ${BATCH_SIZE} for update skip locked)
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
      services.log.error({ error, ...due }, 'automatic update failed to start')
    await row({ state: 'planned', due_at: secondsAfter(services.clock.now(), RETRY_SECONDS) })
  }
}

/** Starts the update or returns why it waits for the owner; the old version keeps working. */
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
  // Somebody was faster, the release was withdrawn, or the owner left the beta channel (I6: never
  // to an older release).
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
  if (!(await hasAgreed(services, installed.store_id, item.id))) return 'agreement'
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
  if (newOrderStepParts(orderPartsOf(ledger), changes).length > 0) return 'order_steps'
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
