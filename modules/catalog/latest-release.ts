import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/**
 * Which of its releases an item shows, after one came or went (`newest_release` says how it is
 * chosen).
 */
export const chooseLatest = (trx: Db, itemId: string, now: Date): Promise<unknown> =>
  trx
    .updateTable('items')
    .set({ latest_release_id: sql<string | null>`newest_release(items.id)`, updated_at: now })
    .where('id', '=', itemId)
    .where('latest_release_id', 'is distinct from', sql<string | null>`newest_release(items.id)`)
    .execute()
