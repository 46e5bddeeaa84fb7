import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { ConnectorFailure, type StoreConnector, type StoreState } from '../store-connector.ts'
import type { WordPressSiteRow } from './site-data.ts'

/**
 * Failures that a working plugin never causes. A site that is only busy, closed or outdated is not
 * unreachable.
 */
export const UNREACHABLE_FAILURES = ['plugin_off', 'keys_gone', 'unreachable'] as const
type Silence = (typeof UNREACHABLE_FAILURES)[number]

/**
 * Minimum time between checks that count. After `CHECKS_NEEDED` of them over the grace period the
 * site can be abandoned; one that does not answer at all may be coming back.
 */
export const CHECK_INTERVAL_SECONDS = 1800
export const CHECKS_NEEDED = 3
const GRACE_SECONDS: Readonly<Record<Silence, number>> = {
  plugin_off: 7200,
  keys_gone: 7200,
  unreachable: 3 * 86_400,
}

/** Records the result of a check: another failure, or an answer. */
export async function recordUnreachable(
  db: Db,
  storeId: string,
  silence: Silence | null,
  now: Date,
): Promise<void> {
  const row = db.updateTable('wordpress_sites').where('store_id', '=', storeId)
  if (silence === null)
    await row
      .set({ silence: null, silent_since: null, silent_at: null, silent_looks: 0 })
      .where('silence', 'is not', null)
      .execute()
  else {
    await row
      .set({
        silence,
        silent_since: sql<Date>`coalesce(silent_since, ${now})`,
        silent_at: now,
        silent_looks: sql<number>`silent_looks + 1`,
      })
      .where((on) =>
        on.or([
          on('silent_at', 'is', null),
          on('silent_at', '<=', secondsAfter(now, -CHECK_INTERVAL_SECONDS)),
        ]),
      )
      .execute()
  }
}

type SiteSilence = Pick<
  WordPressSiteRow,
  'silence' | 'silent_since' | 'silent_looks' | 'left_at' | 'forgotten_at'
>

/**
 * From when an unreachable site can be abandoned; null when it answers or was abandoned. At once
 * when its keys were revoked without an answer.
 */
export function abandonableFrom({
  silence,
  silent_since: since,
  left_at: leftAt,
  forgotten_at: forgottenAt,
}: SiteSilence): Date | null {
  if (forgottenAt !== null) return null
  if (leftAt !== null) return leftAt
  return silence === null || since === null
    ? null
    : secondsAfter(since, GRACE_SECONDS[silence as Silence])
}

export function canAbandon(site: SiteSilence, now: Date): boolean {
  const from = abandonableFrom(site)
  return (
    from !== null && now >= from && (site.left_at !== null || site.silent_looks >= CHECKS_NEEDED)
  )
}

export const findWordPressRecord = (db: Db, storeId: string) =>
  db.selectFrom('wordpress_sites').selectAll().where('store_id', '=', storeId).executeTakeFirst()

/** Unreachable sites that are due for another check. */
export const listUnreachable = (db: Db, before: Date) =>
  db
    .selectFrom('wordpress_sites')
    .innerJoin('stores', 'stores.id', 'store_id')
    .selectAll('wordpress_sites')
    .select(['stores.domain', 'stores.url'])
    .where('silence', 'is not', null)
    .where('left_at', 'is', null)
    .where('silent_at', '<=', before)
    .orderBy('silent_at')
    .limit(40)
    .execute()

/**
 * Abandons the site: its keys are deleted and it is not called any more. False when it answers
 * again or another call was faster.
 */
export async function abandonWordPressSite(
  trx: Db,
  storeId: string,
  by: 'owner' | 'support',
  now: Date,
): Promise<boolean> {
  const site = await trx
    .selectFrom('wordpress_sites')
    .selectAll()
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  if (!site || !canAbandon(site, now)) return false
  await trx
    .updateTable('wordpress_sites')
    .set({
      leaving_at: sql<Date>`coalesce(leaving_at, ${now})`,
      left_at: sql<Date>`coalesce(left_at, ${now})`,
      forgotten_at: now,
      forgotten_by: by,
    })
    .where('store_id', '=', storeId)
    .execute()
  await trx.deleteFrom('store_credentials').where('store_id', '=', storeId).execute()
  await trx
    .updateTable('stores')
    .set({ status: 'closed', checked_at: now })
    .where('id', '=', storeId)
    .execute()
  return true
}

const NOTHING: StoreState = { revision: 0, slots: [], users: [], packages: [], takes_users: false }
const gone = () => Promise.reject(new ConnectorFailure('closed', 'store_closed'))

/** The connector of an abandoned site: there is nothing on it, so every removal succeeds. */
export const abandonedConnector: StoreConnector = {
  getState: async () => NOTHING,
  deleteEffect: async () => false,
  getEffect: async () => null,
  getStore: gone,
  listLanguages: gone,
  listPlatformLanguages: gone,
  listCustomerGroups: gone,
  putPackage: gone,
  putEffect: gone,
  renewSecret: gone,
  startPreview: gone,
}
