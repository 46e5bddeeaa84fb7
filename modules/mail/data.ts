import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

export interface QueuedMail {
  id: string
  content_sealed: string
  tries: number
  created_at: Date
}

/** False when a mail with this key is there already. */
export async function insertMail(
  db: Db,
  row: { id: string; keyHash: Buffer; contentSealed: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mails')
    .values({
      id: row.id,
      key_hash: row.keyHash,
      content_sealed: row.contentSealed,
      state: 'queued',
      next_try_at: row.now,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Takes a due mail for one try; nobody else gets it before `leaseEndsAt`. */
export const takeMail = (db: Db, id: string, now: Date, leaseEndsAt: Date) =>
  db
    .updateTable('mails')
    .set({ tries: sql<number>`tries + 1`, next_try_at: leaseEndsAt })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .returning(['id', sql<string>`content_sealed`.as('content_sealed'), 'tries', 'created_at'])
    .executeTakeFirst() satisfies Promise<QueuedMail | undefined>

/** The end of a mail: its content goes. */
export const endMail = (
  db: Db,
  id: string,
  state: 'sent' | 'failed',
  now: Date,
  fault: string | null,
) =>
  db
    .updateTable('mails')
    .set({ state, content_sealed: null, ended_at: now, fault })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()

export const postponeMail = (db: Db, id: string, nextTryAt: Date, fault: string) =>
  db
    .updateTable('mails')
    .set({ next_try_at: nextTryAt, fault })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()

/** Mails whose time came and whose job got lost. */
export const findOverdueMails = (db: Db, before: Date) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', before)
    .orderBy('next_try_at')
    .limit(100)
    .execute()

/**
 * Rows of mails that ended before `before`; until then their keys keep them from being sent twice.
 */
export const deleteEndedMails = (db: Db, before: Date) =>
  db.deleteFrom('mails').where('state', '<>', 'queued').where('ended_at', '<', before).execute()
