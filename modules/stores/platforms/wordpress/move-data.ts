import { sql, type Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { WordpressMoves } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'

export type WordPressMoveRow = Selectable<WordpressMoves>

/** The old address is told for so long that it is not needed any more. */
const PATIENCE_SECONDS = 86_400
const LONGEST_PAUSE_SECONDS = 3600

export const insertMove = (
  db: Db,
  row: Pick<
    WordPressMoveRow,
    'id' | 'store_id' | 'from_domain' | 'to_domain' | 'proved_by' | 'moved_at' | 'former_sealed'
  >,
) =>
  db
    .insertInto('wordpress_moves')
    .values({ ...row, let_go: row.former_sealed === null ? false : null, due_at: row.moved_at })
    .execute()

export const findLastMove = (db: Db, storeId: string) =>
  db
    .selectFrom('wordpress_moves')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('moved_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listDueMoves = (db: Db, now: Date) =>
  db
    .selectFrom('wordpress_moves')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(100)
    .execute()

/** Taken hold of before anybody is asked: who dies in the middle leaves it to be tried again. */
export const takeDueMove = (db: Db, id: string, now: Date) =>
  db
    .updateTable('wordpress_moves')
    .set({
      tries: sql<number>`tries + 1`,
      due_at: sql<Date>`${now}::timestamptz + least(${LONGEST_PAUSE_SECONDS}, 10 * power(2, tries)) * interval '1 second'`,
    })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

export const isPatient = ({ moved_at }: Pick<WordPressMoveRow, 'moved_at'>, now: Date): boolean =>
  now < secondsAfter(moved_at, PATIENCE_SECONDS)

export const noteChecked = (db: Db, id: string, now: Date) =>
  db
    .updateTable('wordpress_moves')
    .set({
      checked_at: now,
      due_at: sql<Date | null>`case when former_sealed is null then null else due_at end`,
    })
    .where('id', '=', id)
    .execute()

/** Its former keys are not needed any more. */
export const noteLetGo = (db: Db, id: string, letGo: boolean) =>
  db
    .updateTable('wordpress_moves')
    .set({
      let_go: letGo,
      former_sealed: null,
      due_at: sql<Date | null>`case when checked_at is null then due_at else null end`,
    })
    .where('id', '=', id)
    .where('former_sealed', 'is not', null)
    .execute()
