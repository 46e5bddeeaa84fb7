import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { SiteMoves } from '#db/types.gen.ts'

export const findMove = (db: Db, storeId: string, now: Date) =>
  db
    .selectFrom('site_moves')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Begun anew, with nothing proved. */
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

export const noteMoveLook = (db: Db, storeId: string, failure: string | null, now: Date) =>
  db
    .updateTable('site_moves')
    .set({ looked_at: now, failure })
    .where('store_id', '=', storeId)
    .execute()

/** Undefined when the move was begun anew meanwhile: that proof is of another token. */
export const noteMoveProof = (
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
