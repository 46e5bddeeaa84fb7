import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Ctx, inTransaction, type ItemState, type Services } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import { findShop, latestHere, listVersions } from '#modules/catalog/public.ts'
import { findEndedUses, findOwnership, markUseEnded } from '#modules/orders/public.ts'
import {
  countChanged,
  listRows,
  MAX_STORE_DATA_ROWS,
  type StoreData,
} from '#modules/stores/public.ts'
import { eraseShopLook } from './shop-look/findings.ts'
import { beginUninstall } from './start-uninstall.ts'
import {
  findLiveInstallation,
  type InstallationRow,
  listIdleRuns,
  lockLiveInstallation,
} from './data.ts'

export { findLiveInstallation } from './data.ts'
export {
  findInstallationPlace,
  listInstallationIds,
  listRunHappenings,
  listStores,
  listStuckInstallations,
} from './operator-stores.ts'
export { requireSameStore } from './conditions.ts'
export { inputsOf } from './install-form.ts'
export { effectOfChange, isSupported, planChanges } from './rules.ts'
export { slotsOf } from './present-plan.ts'
export { findDisconnectingSites, processDisconnect } from './disconnect-site.ts'
export { findDueMoves, settleMove } from './settle-changes.ts'
export { listOpenStores, mendStore, type MendedStore } from './lost-effects.ts'
export { findSiteSet, siteVersionHash } from './site-set.ts'
export { packageOfferAt } from './packages.ts'
export { sourceLines } from './present-plan.ts'
export { updateAutomatically } from './automatic-updates.ts'
export { followSubscription, followSubscriptions } from './follow-subscription.ts'
export { runInstallation } from './run-installation.ts'
export {
  findDueInstalls,
  installPaidItem,
  itemOrderPaid,
  purgePlannedInstalls,
} from './install-with-payment.ts'
export { purgeEndedPreviews } from './start-preview.ts'
export { purgeApprovals } from './approvals.ts'
export { purgePreviewLinks } from './preview-links.ts'
export { purgeVisits, recordVisit } from './visits.ts'
export { visit } from './visit-rules.ts'
export { endPreview, findPreview, previewOrigin, type LivePreview } from './start-preview.ts'
export { isTicketValid } from './packages.ts'
export { beginScopes, findUserEffect } from './web-service-user.ts'
export { changedOnStore } from './ledger.ts'
export { listStandingParts } from './ledger.ts'
export {
  checkHealth,
  countReleaseOutcomes,
  countStoresByRelease,
  findDueHealth,
  listAffectedStores,
} from './store-health.ts'
export { countReleaseSignals, listReleaseDays } from './release-signals.ts'
export type { ReleaseDay, ReleaseOutcomes, ReleaseSignals } from './rules.ts'
export { findDueLooks, lookAtShop, purgeShopLooks } from './shop-look/look-at-shop.ts'
export { tellOfSavedItems } from './saved-notices.ts'
export { listNoticeHappenings, recordOwnerNotice, recordStoreNotices } from './owner-notices.ts'
export { findDueNotices, sendOwnerNotice } from './owner-notices.ts'
export { changeTheme, findDueThemes } from './theme-schedules.ts'
export { LAUNCH_SECONDS, LAUNCH_TYPE, signLaunch } from './launch-token.ts'

/** States in which the store has the item, even if it is not visible just now. */
const LISTED_STATES = ['installed', 'updating', 'pausing', 'paused', 'resuming']

/** How the signed-in store has an item; for the catalog. */
export async function itemState(ctx: Ctx, itemId: string): Promise<ItemState> {
  if (ctx.actor.kind !== 'store')
    return { state: 'none', version: null, owned: false, support_ends_at: null }
  const [row, order] = await Promise.all([
    findLiveInstallation(ctx.db, ctx.actor.storeId, itemId),
    findOwnership(ctx, ctx.actor.storeId, itemId),
  ])
  const owned = order !== undefined
  const bought = { owned, support_ends_at: order?.support_ends_at?.toISOString() ?? null }
  if (!row || !LISTED_STATES.includes(row.state)) return { state: 'none', version: null, ...bought }
  const [versions, shop] = await Promise.all([
    listVersions(ctx, [itemId]),
    findShop(ctx.db, ctx.actor.storeId),
  ])
  const all = versions.get(itemId) ?? []
  return {
    state: latestHere(all, shop, row).latest?.id === row.release_id ? 'latest' : 'old',
    version: all.find((one) => one.id === row.release_id)?.version ?? null,
    ...bought,
  }
}

const WORKING_STATES = ['installed', 'updating']

/** An installation that works; null while it is being installed or removed. */
export async function findWorking(
  { db }: Pick<Services, 'db'>,
  storeId: string,
  itemId: string,
): Promise<InstallationRow | null> {
  const row = await findLiveInstallation(db, storeId, itemId)
  return row && WORKING_STATES.includes(row.state) ? row : null
}

/** The same by id, locked until the transaction ends. */
export const lockWorking = async (trx: Db, id: string): Promise<InstallationRow | null> =>
  (await trx
    .selectFrom('installations')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', WORKING_STATES)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Saves the values that an app stores about a store. */
export const saveAppValues = (db: Db, id: string, values: object) =>
  db
    .updateTable('installations')
    .set({ app_values: JSON.stringify(values) })
    .where('id', '=', id)
    .execute()

export interface StoreUse {
  /** The version that it has or had last. */
  version: string
  installedAt: Date
  /** Null while it is installed. */
  uninstalledAt: Date | null
}

/** Whether a store has or had an item; an installation that never finished does not count. */
export async function findUse(
  { db }: Pick<Services, 'db'>,
  storeId: string,
  itemId: string,
): Promise<StoreUse | null> {
  const row = await db
    .selectFrom('installations')
    .innerJoin('releases', 'releases.id', 'installations.release_id')
    .select(['version', 'installed_at', 'uninstalled_at', 'state'])
    .where('store_id', '=', storeId)
    .where('installations.item_id', '=', itemId)
    .where('installed_at', 'is not', null)
    .orderBy('installed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.installed_at) return null
  return {
    version: row.version,
    installedAt: row.installed_at,
    uninstalledAt: row.state === 'uninstalled' ? row.uninstalled_at : null,
  }
}

/** Runs without a worker; for the recovery job. */
export const findIdleRuns = async (services: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listIdleRuns(services.db, services.clock.now())).map((run) => run.id)

/**
 * Uninstalls refunded items after their week of notice (D10); part of the hourly housekeeping. A
 * use ends when the item is gone: a failed uninstall is started again. The answers of the form are
 * kept for a return.
 */
export async function endUses(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'log'>,
): Promise<void> {
  for (const { orderId, place, storeId, itemId } of await findEndedUses(services)) {
    await inTransaction(services, async (trx) => {
      const there = await lockLiveInstallation(trx, storeId, itemId)
      if (!there) await markUseEnded(trx, { orderId, place }, services.clock.now())
      else if (['installed', 'paused', 'needs_action'].includes(there.state))
        await beginUninstall(services, trx, there, true, { kind: 'market' })
    }).catch((error: unknown) =>
      services.log.error({ error, order: orderId }, 'ending a use failed'),
    )
  }
}

export const SEALED_COLUMNS_OF_INSTALLS: readonly SealedColumn[] = [
  { table: 'previews', column: 'tokens_sealed', purpose: 'preview' },
]

export const storeDataOfInstalls: StoreData = {
  async collect({ db }, storeId) {
    return {
      installations: await listRows(
        db,
        sql`select (select name from items where items.id = item_id) as item, (select version from releases where releases.id = release_id) as version, state, granted, inputs, app_values, installed_at, uninstalled_at
      from installations where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      preview_links: await listRows(
        db,
        sql`select (select name from items where items.id = item_id) as item, inputs, made_by, created_at, expires_at
      from preview_links where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      shop_findings: await listRows(
        db,
        sql`select kind, page_url, seen, total, looked_at from shop_findings join shop_looks using (store_id) where store_id = ${storeId} order by kind`,
      ),
      dismissed_findings: await listRows(
        db,
        sql`select kind, dismissed_at from shop_finding_dismissals where store_id = ${storeId} order by kind`,
      ),
      approval_requests: await listRows(
        db,
        sql`select (select name from items where items.id = item_id) as item, asker_name, asker_email, note, state, answer, decided_by, created_at, decided_at
      from approval_requests where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      planned_installs: await listRows(
        db,
        sql`select (select name from items where items.id = item_id) as item, version, permissions, inputs, asked_by, state, created_at
      from planned_installs where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
    }
  },
  async erase(trx, storeId) {
    return {
      shop_looks: await eraseShopLook(trx, storeId),
      installations: await countChanged(
        trx,
        sql`update installations set inputs = '{}', app_values = '{}' where store_id = ${storeId} and state = 'uninstalled'`,
      ),
      preview_links: await countChanged(
        trx,
        sql`delete from preview_links where store_id = ${storeId}`,
      ),
      approval_requests: await countChanged(
        trx,
        sql`delete from approval_requests where store_id = ${storeId}`,
      ),
      planned_installs: await countChanged(
        trx,
        sql`update planned_installs set inputs = '{}', asked_by = '' where store_id = ${storeId}`,
      ),
    }
  },
}

export const hasInstallations = async (db: Db, storeId: string): Promise<boolean> =>
  (await db
    .selectFrom('installations')
    .select('id')
    .where('store_id', '=', storeId)
    .where('state', '<>', 'uninstalled')
    .limit(1)
    .executeTakeFirst()) !== undefined
