import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { SiteLayers, SiteMoves, Sites } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'

export type SiteRow = Selectable<Sites>
export type LayerRow = Selectable<SiteLayers>

export const findSiteOfStore = (db: Db, storeId: string) =>
  db.selectFrom('sites').selectAll().where('store_id', '=', storeId).executeTakeFirst()

/** Locks the site until the transaction ends, so that its changes follow one another. */
export const lockSite = (db: Db, storeId: string) =>
  db.selectFrom('sites').selectAll().where('store_id', '=', storeId).forUpdate().executeTakeFirst()

export const findSiteByKey = (db: Db, siteKey: string) =>
  db
    .selectFrom('sites')
    .innerJoin('stores', 'stores.id', 'store_id')
    .selectAll('sites')
    .select(['stores.domain', 'stores.status'])
    .where('site_key', '=', siteKey)
    .executeTakeFirst()

export const listLayers = (db: Db, storeId: string) =>
  db
    .selectFrom('site_layers')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('place')
    .execute()

export const findLayer = (db: Db, storeId: string, effectId: string) =>
  db
    .selectFrom('site_layers')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .executeTakeFirst()

export const insertLayer = (
  db: Db,
  {
    content,
    ...row
  }: Omit<LayerRow, 'content' | 'place' | 'revision'> & {
    content: object
    place: number
    revision: number
  },
) =>
  db
    .insertInto('site_layers')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()

export async function deleteLayer(db: Db, storeId: string, effectId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('site_layers')
    .where('store_id', '=', storeId)
    .where('effect_id', '=', effectId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The site's next revision. */
export async function bumpRevision(db: Db, storeId: string): Promise<number> {
  const row = await db
    .updateTable('sites')
    .set({ revision: sql`revision + 1` })
    .where('store_id', '=', storeId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return Number(row.revision)
}

/** A place that nothing had before. */
export async function allocatePlace(db: Db, storeId: string): Promise<number> {
  const row = await db
    .updateTable('sites')
    .set({ last_place: sql`last_place + 1` })
    .where('store_id', '=', storeId)
    .returning('last_place')
    .executeTakeFirstOrThrow()
  return Number(row.last_place)
}

export const insertPackage = async (
  db: Db,
  row: { store_id: string; sha256: string; prefix: string; version: string },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('site_packages')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const listPackages = (db: Db, storeId: string) =>
  db
    .selectFrom('site_packages')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('sha256')
    .execute()

/** Whether a connected site shows something of that package; only then are its files served. */
export const isPackageOnSite = async (db: Db, sha256: string): Promise<boolean> =>
  (await db
    .selectFrom('site_layers')
    .innerJoin('sites', 'sites.store_id', 'site_layers.store_id')
    .select('effect_id')
    .where('package_sha256', '=', sha256)
    .where('disconnected_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const setRules = (db: Db, storeId: string, rules: readonly object[]) =>
  db
    .updateTable('sites')
    .set({ rules: JSON.stringify(rules), revision: sql`revision + 1` })
    .where('store_id', '=', storeId)
    .execute()

const SEEN_SECONDS = 30

/**
 * Records that the loader was seen: at most twice a minute, or at once when it loaded a new
 * version.
 */
export const recordSeen = (
  db: Db,
  storeId: string,
  seen: { version: string; stamp: string },
  now: Date,
) =>
  db
    .updateTable('sites')
    .set({ seen_at: now, seen_version: seen.version, seen_stamp: seen.stamp })
    .where('store_id', '=', storeId)
    .where((eb) =>
      eb.or([
        eb('seen_at', 'is', null),
        eb('seen_at', '<', secondsAfter(now, -SEEN_SECONDS)),
        eb('seen_stamp', '!=', seen.stamp),
        eb('seen_version', '!=', seen.version),
      ]),
    )
    .execute()

/** Limit of problem kinds per site, against abuse. */
const MOST_TROUBLES = 50

export async function recordTrouble(
  db: Db,
  storeId: string,
  { code, effectId, path }: { code: string; effectId: string; path: string },
  now: Date,
): Promise<void> {
  const known = await db
    .updateTable('site_troubles')
    .set({ path, count: sql<number>`least(count + 1, 1000000)`, last_at: now })
    .where('store_id', '=', storeId)
    .where('code', '=', code)
    .where('effect_id', '=', effectId)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  // Anybody can call this: only what is on the site can have trouble.
  if (effectId !== '' && !(await findLayer(db, storeId, effectId))) return
  const { count } = await db
    .selectFrom('site_troubles')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_TROUBLES) return
  await db
    .insertInto('site_troubles')
    .values({ store_id: storeId, code, effect_id: effectId, path, first_at: now, last_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listTroubles = (db: Db, storeId: string, since: Date) =>
  db
    .selectFrom('site_troubles')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('last_at', '>=', since)
    .orderBy('last_at', 'desc')
    .execute()

export const clearTroubles = (db: Db, storeId: string) =>
  db.deleteFrom('site_troubles').where('store_id', '=', storeId).execute()

export const recordProof = (db: Db, storeId: string, failure: string | null, now: Date) =>
  db
    .updateTable('sites')
    .set({ proof_asked_at: now, proof_failure: failure })
    .where('store_id', '=', storeId)
    .execute()

/** Sites whose proof was not checked since `before`. */
export const listSitesToCheck = (db: Db, before: Date, most: number) =>
  db
    .selectFrom('sites')
    .innerJoin('stores', 'stores.id', 'store_id')
    .select(['store_id', 'domain', 'proof_token', 'proved_by'])
    .where('disconnected_at', 'is', null)
    .where('proof_asked_at', '<', before)
    .orderBy('proof_asked_at')
    .limit(most)
    .execute()

export const findMove = (db: Db, storeId: string, now: Date) =>
  db
    .selectFrom('site_moves')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Starts a move with nothing proved yet. */
export async function writeMove(
  db: Db,
  row: Pick<Selectable<SiteMoves>, 'store_id' | 'domain' | 'token' | 'expires_at'>,
): Promise<void> {
  await deleteMove(db, row.store_id)
  await db
    .insertInto('site_moves')
    .values(row)
    .onConflict((conflict) => conflict.column('store_id').doNothing())
    .execute()
}

export const deleteMove = (db: Db, storeId: string) =>
  db.deleteFrom('site_moves').where('store_id', '=', storeId).execute()

export const recordMoveCheck = (db: Db, storeId: string, failure: string | null, now: Date) =>
  db
    .updateTable('site_moves')
    .set({ looked_at: now, failure })
    .where('store_id', '=', storeId)
    .execute()

/** Undefined when the move was restarted meanwhile: the proof belongs to another token. */
export const recordMoveProof = (
  db: Db,
  {
    storeId,
    token,
    which,
    way,
    url,
  }: { storeId: string; token: string; which: 'old' | 'new'; way: string; url: string },
  now: Date,
) =>
  db
    .updateTable('site_moves')
    .set(
      which === 'old'
        ? { old_proved_at: now }
        : { new_proved_at: now, new_proved_by: way, new_url: url },
    )
    .where('store_id', '=', storeId)
    .where('token', '=', token)
    .returningAll()
    .executeTakeFirst()
