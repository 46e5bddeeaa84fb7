import type { Db } from '#db/client.ts'

export const findSite = (db: Db, storeId: string) =>
  db
    .selectFrom('store_sites')
    .select(['cdn', 'redirects_to', 'asked_at', 'dismissed_until'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()

/**
 * True for the one who may ask the site now: it was not asked since `before`. The row is the lock.
 */
export async function claimProbe(
  db: Db,
  storeId: string,
  now: Date,
  before: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('store_sites')
    .values({ store_id: storeId, asked_at: now })
    .onConflict((conflict) =>
      conflict
        .column('store_id')
        .doUpdateSet({ asked_at: now })
        .where((eb) =>
          eb.or([eb('store_sites.asked_at', 'is', null), eb('store_sites.asked_at', '<=', before)]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const writeSite = (
  db: Db,
  storeId: string,
  seen: { cdn: string | null; redirectsTo: string | null },
) =>
  db
    .updateTable('store_sites')
    .set({ cdn: seen.cdn, redirects_to: seen.redirectsTo })
    .where('store_id', '=', storeId)
    .execute()

export const dismissSite = (db: Db, storeId: string, until: Date) =>
  db
    .insertInto('store_sites')
    .values({ store_id: storeId, dismissed_until: until })
    .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ dismissed_until: until }))
    .execute()
