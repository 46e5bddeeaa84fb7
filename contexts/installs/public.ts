import type { Ctx, ItemState, Services } from '../ctx.ts'
import { findOwnership } from '../checkout/public.ts'
import { findLiveInstallation, listIdleRuns } from './data.ts'

export { runInstallation } from './run-installation.ts'
export { deleteEndedPreviews } from './preview-data.ts'
export { endPreview, findPreview, previewOrigin, type LivePreview } from './start-preview.ts'
export { isTicketValid } from './download-ticket.ts'

/** How an item stands on the signed-in store; the catalogue shows it. */
export async function itemState(ctx: Ctx, itemId: string): Promise<ItemState> {
  if (ctx.actor.kind !== 'store') return { state: 'none', version: null, owned: false }
  const [row, order] = await Promise.all([findLiveInstallation(ctx.db, ctx.actor.storeId, itemId), findOwnership(ctx, ctx.actor.storeId, itemId)])
  const owned = order !== undefined
  if (row?.state !== 'installed') return { state: 'none', version: null, owned }
  const found = await ctx.db.selectFrom('items').innerJoin('releases', 'releases.item_id', 'items.id').select(['version', 'items.latest_release_id'])
    .where('items.id', '=', itemId).where('releases.id', '=', row.release_id).executeTakeFirst()
  return { state: found?.latest_release_id === row.release_id ? 'latest' : 'old', version: found?.version ?? null, owned }
}

/** Runs that nobody works on any more; the worker looks for them now and then and after a start. */
export const findIdleRuns = async (services: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listIdleRuns(services.db, services.clock.now())).map(run => run.id)
