import type { Ctx, ItemState, Services } from '../ctx.ts'
import { findOwnership } from '../checkout/public.ts'
import { findLiveInstallation, listIdleRuns } from './data.ts'

export { endUses } from './end-uses.ts'
export { runInstallation } from './run-installation.ts'
export { deleteEndedPreviews } from './preview-data.ts'
export { endPreview, findPreview, previewOrigin, type LivePreview } from './start-preview.ts'
export { isTicketValid } from './download-ticket.ts'

/** How an item stands on the signed-in store; the catalogue shows it. */
export async function itemState(ctx: Ctx, itemId: string): Promise<ItemState> {
  if (ctx.actor.kind !== 'store') return { state: 'none', version: null, owned: false, support_ends_at: null }
  const [row, order] = await Promise.all([findLiveInstallation(ctx.db, ctx.actor.storeId, itemId), findOwnership(ctx, ctx.actor.storeId, itemId)])
  const owned = order !== undefined
  const bought = { owned, support_ends_at: order?.support_ends_at?.toISOString() ?? null }
  if (row?.state !== 'installed' && row?.state !== 'updating') return { state: 'none', version: null, ...bought }
  const found = await ctx.db.selectFrom('items').innerJoin('releases', 'releases.item_id', 'items.id').select(['version', 'items.latest_release_id'])
    .where('items.id', '=', itemId).where('releases.id', '=', row.release_id).executeTakeFirst()
  return { state: found?.latest_release_id === row.release_id ? 'latest' : 'old', version: found?.version ?? null, ...bought }
}

export interface StoreUse {
  /** That it has, or had last. */
  version: string
  installedAt: Date
  /** Null while it is on the store. */
  uninstalledAt: Date | null
}

/** Whether a store has or had an item, the last time; an installation that never came to its end does not count. */
export async function findUse({ db }: Pick<Services, 'db'>, storeId: string, itemId: string): Promise<StoreUse | null> {
  const row = await db.selectFrom('installations').innerJoin('releases', 'releases.id', 'installations.release_id')
    .select(['version', 'installed_at', 'uninstalled_at', 'state'])
    .where('store_id', '=', storeId).where('installations.item_id', '=', itemId).where('installed_at', 'is not', null)
    .orderBy('installed_at', 'desc').limit(1).executeTakeFirst()
  if (!row?.installed_at) return null
  return { version: row.version, installedAt: row.installed_at, uninstalledAt: row.state === 'uninstalled' ? row.uninstalled_at : null }
}

/** Runs that nobody works on any more; the worker looks for them now and then and after a start. */
export const findIdleRuns = async (services: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listIdleRuns(services.db, services.clock.now())).map(run => run.id)
