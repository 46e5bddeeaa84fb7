import { secondsAfter } from '#lib/clock.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { findLeaving, giveKeysBack, listLeaving } from '#modules/stores/platforms/public.ts'
import { beginUninstall } from './begin-uninstall.ts'
import { giveUpSite } from './forget-site.ts'

/**
 * What is on a site is given so long to be taken off, and the site so long to answer; then its keys
 * go all the same.
 */
const PATIENCE_SECONDS = 86_400
/**
 * What could not be taken off is tried again so often meanwhile: a plugin that is only switched off
 * may come back.
 */
const AGAIN_SECONDS = 3600

/** WordPress sites that were disconnected and still hold keys of ours. */
export const findLeavingSites = async ({ db }: Pick<Services, 'db'>): Promise<string[]> =>
  (await listLeaving(db)).map((site) => site.store_id)

/**
 * The job `leave-site`: after the last run the keys are given back. Before that the sweep comes
 * again. Where the site stayed silent for a day nobody can take anything off there any more: what
 * is left in the ledger ends.
 */
export async function leaveSite(services: Services, storeId: string): Promise<void> {
  const leaving = await findLeaving(services.db, storeId)
  if (!leaving?.leaving_at) return
  const now = services.clock.now()
  const patient = now < secondsAfter(leaving.leaving_at, PATIENCE_SECONDS)
  const there = await services.db
    .selectFrom('installations')
    .select('state')
    .where('store_id', '=', storeId)
    .where('state', 'in', ['uninstalling', 'needs_action'])
    .limit(1)
    .executeTakeFirst()
  if (there && patient) return tryAgain(services, storeId, secondsAfter(now, -AGAIN_SECONDS))
  await giveKeysBack(services, storeId, patient)
  if (there)
    await inTransaction(services, (trx) =>
      giveUpSite(services, trx, storeId, { kind: 'market' }, 'owner'),
    )
}

const tryAgain = (services: Services, storeId: string, before: Date): Promise<void> =>
  inTransaction(services, async (trx) => {
    const stuck = await trx
      .selectFrom('installations')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('state', '=', 'needs_action')
      .where('updated_at', '<=', before)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const one of stuck)
      await beginUninstall(services, trx, one, one.keep_data, { kind: 'market' })
  })
