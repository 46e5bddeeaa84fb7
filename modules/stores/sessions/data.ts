import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'

/** False when the token was used before: the row is the lock. */
export async function markLaunchTokenUsed(
  db: Db,
  platformId: number,
  jti: string,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_launch_tokens')
    .values({ platform_id: platformId, jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** An early check without a lock; `markLaunchTokenUsed` decides. */
export const isLaunchTokenUsed = async (
  db: Db,
  platformId: number,
  jti: string,
): Promise<boolean> =>
  (await db
    .selectFrom('used_launch_tokens')
    .select('jti')
    .where('platform_id', '=', platformId)
    .where('jti', '=', jti)
    .executeTakeFirst()) !== undefined

/** How an owner signed in: from the panel, with a code (D6), or by proving the site. */
export type EnteredBy = 'panel' | 'code' | 'proof'

/**
 * A valid session with its store and the store that a store token names, in one statement, because
 * every request needs it.
 */
export const findLiveSession = async (
  db: Db,
  tokenHash: Buffer,
  storeTokenHash: Buffer | null,
  now: Date,
): Promise<LiveSession | undefined> => (await LIVE_SESSION(db, [tokenHash, storeTokenHash, now]))[0]

interface LiveSession {
  id: string
  account: unknown
  expires_at: Date
  entered_by: string
  store_id: string
  platform_id: number
  external_id: string
  domain: string
  url: string
  name: string
  is_os2: boolean
  currency: string | null
  platform_version: string | null
  platform_state: string
  status: string
  panel_origin: string | null
  named_store_id: string | null
}

const LIVE_SESSION = prepared<LiveSession>(`
  select sessions.id, sessions.account, sessions.expires_at, sessions.entered_by, stores.id as store_id, stores.platform_id, stores.external_id,
    stores.domain, stores.url, stores.name, stores.is_os2, stores.currency, stores.platform_version, platforms.state as platform_state, stores.status, stores.panel_origin,
    store_credentials.store_id as named_store_id
  from sessions join stores on stores.id = sessions.store_id join platforms on platforms.id = stores.platform_id
    left join store_credentials on handle_hash = $2 and revoked_at is null
  where sessions.token_hash = $1 and sessions.ended_at is null and sessions.expires_at > $3`)

export const endSessionById = (db: Db, id: string, now: Date) =>
  db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

/** Ends the store's sessions, and what could still become one: mailed codes, links that wait. */
export async function endSessionsOf(trx: Db, storeId: string, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('store_id', '=', storeId)
    .where('ended_at', 'is', null)
    .execute()
  await trx.deleteFrom('connect_attempts').where('store_id', '=', storeId).execute()
  await trx.deleteFrom('pending_entries').where('store_id', '=', storeId).execute()
}

export const findEntry = (db: Db, handleHash: Buffer, now: Date) =>
  db
    .selectFrom('pending_entries')
    .innerJoin('stores', 'stores.id', 'pending_entries.store_id')
    .select([
      'pending_entries.store_id',
      'pending_entries.account',
      'pending_entries.locale',
      'pending_entries.store_token_sealed',
      'pending_entries.target_path',
      'stores.domain',
      'stores.platform_id',
    ])
    .where('handle_hash', '=', handleHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Undefined when it was spent already. */
export const consumeEntry = (db: Db, handleHash: Buffer, now: Date) =>
  db
    .deleteFrom('pending_entries')
    .where('handle_hash', '=', handleHash)
    .where('expires_at', '>', now)
    .returning(['store_id', 'account', 'locale', 'store_token_sealed', 'target_path'])
    .executeTakeFirst()

/** Deletes expired sessions, tokens, attempts and claims. */
export async function purgeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_launch_tokens').where('expires_at', '<', now).execute()
  await db.deleteFrom('connect_attempts').where('expires_at', '<', now).execute()
  await db.deleteFrom('site_claims').where('expires_at', '<', now).execute()
  await db.deleteFrom('wordpress_claims').where('expires_at', '<', now).execute()
  await db.deleteFrom('site_moves').where('expires_at', '<', now).execute()
  // A shared code expires within two hours whatever its version.
  await db
    .deleteFrom('shared_code_versions')
    .where('changed_at', '<', sql<Date>`${now}::timestamptz - interval '1 day'`)
    .execute()
  await db.deleteFrom('pending_entries').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`${now}::timestamptz - interval '30 days'`)
    .execute()
}
