import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { StoreCredentials, WordpressSites } from '#db/types.gen.ts'

export type WordPressSiteRow = Selectable<WordpressSites>

/** A connected site with its store; undefined for other platforms and disconnected sites. */
export const findWordPressSite = (db: Db, storeId: string) =>
  db
    .selectFrom('wordpress_sites')
    .innerJoin('stores', 'stores.id', 'store_id')
    .selectAll('wordpress_sites')
    .select(['stores.domain', 'stores.url'])
    .where('store_id', '=', storeId)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()

export const upsertWordPressSite = (
  db: Db,
  {
    storeId,
    approvedBy,
    contactSealed,
    now,
  }: { storeId: string; approvedBy: string; contactSealed: string | null; now: Date },
) => {
  const known = {
    approved_by: approvedBy,
    contact_sealed: contactSealed,
    connected_at: now,
    looked_at: new Date(0),
    failure: null,
    leaving_at: null,
    left_at: null,
    silence: null,
    silent_since: null,
    silent_at: null,
    silent_looks: 0,
    forgotten_at: null,
    forgotten_by: null,
  }
  return db
    .insertInto('wordpress_sites')
    .values({ store_id: storeId, ...known })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet(known))
    .execute()
}

/** True for the caller that may check: nobody has since `before`. The row is the lock. */
export async function claimInspection(
  db: Db,
  storeId: string,
  now: Date,
  before: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wordpress_sites')
    .set({ looked_at: now })
    .where('store_id', '=', storeId)
    .where('looked_at', '<=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Facts that were not seen this time keep their last value. */
export const saveInspection = (
  db: Db,
  storeId: string,
  {
    failure,
    facts,
    contactSealed,
  }: { failure: string | null; facts: object; contactSealed: string | null },
  now: Date,
) =>
  db
    .updateTable('wordpress_sites')
    .set({
      looked_at: now,
      failure,
      ...(contactSealed !== null && { contact_sealed: contactSealed }),
      facts: sql`facts || ${JSON.stringify(facts)}::jsonb`,
    })
    .where('store_id', '=', storeId)
    .execute()

/** Other stores of the platform at the same address. */
export const findStoresAtDomain = (db: Db, platformId: number, domain: string) =>
  db
    .selectFrom('stores')
    .select(['id', 'external_id', 'status'])
    .where('platform_id', '=', platformId)
    .where('domain', '=', domain)
    .orderBy('checked_at', 'desc')
    .limit(5)
    .forUpdate()
    .execute()

export const renameStore = (db: Db, id: string, externalId: string) =>
  db.updateTable('stores').set({ external_id: externalId }).where('id', '=', id).execute()

/** Makes this the only valid key of a site; a key that was revoked can become valid again. */
export async function replaceCredential(
  db: Db,
  row: Omit<Insertable<StoreCredentials>, 'created_at' | 'revoked_at'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('store_credentials')
    .set({ revoked_at: now })
    .where('store_id', '=', row.store_id)
    .where('revoked_at', 'is', null)
    .execute()
  const known = { ...row, created_at: now, revoked_at: null }
  await db
    .insertInto('store_credentials')
    .values(known)
    .onConflict((conflict) => conflict.column('handle_hash').doUpdateSet(known))
    .execute()
}

/** Nobody can sign in and nothing is installed any more. The key is still needed to uninstall. */
export async function startDisconnect(db: Db, storeId: string, now: Date): Promise<void> {
  await db
    .updateTable('wordpress_sites')
    .set({ leaving_at: now })
    .where('store_id', '=', storeId)
    .execute()
  await db
    .updateTable('stores')
    .set({ status: 'closed', checked_at: now })
    .where('id', '=', storeId)
    .execute()
}

export const listDisconnecting = (db: Db) =>
  db
    .selectFrom('wordpress_sites')
    .select('store_id')
    .where('leaving_at', 'is not', null)
    .where('left_at', 'is', null)
    .orderBy('leaving_at')
    .limit(100)
    .execute()

export const findDisconnecting = (db: Db, storeId: string) =>
  db
    .selectFrom('wordpress_sites')
    .select('leaving_at')
    .where('store_id', '=', storeId)
    .where('leaving_at', 'is not', null)
    .where('left_at', 'is', null)
    .executeTakeFirst()

/** False when the site was connected again meanwhile and its keys are in use. */
export async function finishDisconnect(db: Db, storeId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wordpress_sites')
    .set({ left_at: now })
    .where('store_id', '=', storeId)
    .where('leaving_at', 'is not', null)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .updateTable('store_credentials')
    .set({ revoked_at: now })
    .where('store_id', '=', storeId)
    .where('revoked_at', 'is', null)
    .execute()
  return true
}
