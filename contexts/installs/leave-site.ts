import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '../ctx.ts'
import { findLeaving, giveKeysBack, listLeaving } from '../platforms/public.ts'

/** What is on a site is given so long to be taken off, and the site so long to answer; then its keys go all the same. */
const PATIENCE_SECONDS = 86_400

/** WordPress sites that were disconnected and still hold keys of ours. */
export const findLeavingSites = async ({ db }: Pick<Services, 'db'>): Promise<string[]> => (await listLeaving(db)).map(site => site.store_id)

/** The job `leave-site`: after the last run the keys are given back. Before that the sweep comes again. */
export async function leaveSite(services: Services, storeId: string): Promise<void> {
  const leaving = await findLeaving(services.db, storeId)
  if (!leaving?.leaving_at) return
  const patient = services.clock.now() < secondsAfter(leaving.leaving_at, PATIENCE_SECONDS)
  const there = await services.db.selectFrom('installations').select('state').where('store_id', '=', storeId).where('state', '=', 'uninstalling').limit(1).executeTakeFirst()
  if (there && patient) return
  await giveKeysBack(services, storeId, patient)
}
