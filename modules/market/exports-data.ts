import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import type { Filters } from './console-lists.ts'
import { EXPORT_DAYS, type ExportFormat, MOST_EXPORTS, MOST_TURNS } from './exports-rules.ts'
import type { ListName } from './list-columns.ts'

const EXPORT_SECONDS = EXPORT_DAYS * 86_400
/** A job that has not written for so long is gone; the next one begins again. */
const ABANDONED_SECONDS = 60

export const untilOf = (askedAt: Date): Date => secondsAfter(askedAt, EXPORT_SECONDS)

export const listMine = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('list_exports')
    .select(['id', 'list', 'filters', 'format', 'state', 'rows', 'bytes', 'is_cut'])
    .select(['asked_at', 'done_at'])
    .where('person_id', '=', personId)
    .where('asked_at', '>', secondsAfter(now, -EXPORT_SECONDS))
    .orderBy('asked_at', 'desc')
    .limit(MOST_EXPORTS)
    .execute()

export const findFinished = (db: Db, id: string, personId: string, now: Date) =>
  db
    .selectFrom('list_exports')
    .select(['id', 'list', 'columns', 'format', 'turn', 'asked_at'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('state', '=', 'done')
    .where('asked_at', '>', secondsAfter(now, -EXPORT_SECONDS))
    .executeTakeFirst()

export const listParts = (db: Db, { id, turn }: { id: string; turn: number }) =>
  db
    .selectFrom('list_export_parts')
    .select('body_sealed')
    .where('export_id', '=', id)
    .where('turn', '=', turn)
    .orderBy('place')
    .execute()

export interface Claimed {
  id: string
  turn: number
  personId: string
  list: ListName
  filters: Filters
  columns: readonly string[]
  format: ExportFormat
}

/** Begins a turn on an export that waits, or whose job is gone; undefined when another has it. */
export async function claimExport(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
): Promise<Claimed | undefined> {
  const now = clock.now()
  const row = await db
    .updateTable('list_exports')
    .set((eb) => ({
      state: 'running',
      turn: eb('turn', '+', 1),
      rows: 0,
      bytes: 0,
      touched_at: now,
    }))
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([
          eb('state', '=', 'running'),
          eb('touched_at', '<', secondsAfter(now, -ABANDONED_SECONDS)),
        ]),
      ]),
    )
    .returning(['id', 'turn', 'person_id', 'list', 'filters', 'columns', 'format'])
    .executeTakeFirst()
  if (!row) return undefined
  await db
    .deleteFrom('list_export_parts')
    .where('export_id', '=', id)
    .where('turn', '<', row.turn)
    .execute()
  return {
    id: row.id,
    turn: row.turn,
    personId: row.person_id,
    list: row.list as ListName,
    filters: row.filters as Filters,
    columns: row.columns,
    format: row.format as ExportFormat,
  }
}

interface Written {
  rows: number
  bytes: number
}

/** Says how far a turn came. False: it was deleted, or another turn has begun. */
export async function touchExport(
  db: Db,
  now: Date,
  { id, turn }: Pick<Claimed, 'id' | 'turn'>,
  { rows, bytes }: Written,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('list_exports')
    .set({ rows, bytes, touched_at: now })
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const finishExport = (
  db: Db,
  now: Date,
  { id, turn }: Pick<Claimed, 'id' | 'turn'>,
  end: { state: 'done'; isCut: boolean } | { state: 'failed' },
) =>
  db
    .updateTable('list_exports')
    .set({
      state: end.state,
      ...(end.state === 'done' && { is_cut: end.isCut }),
      touched_at: now,
      done_at: now,
    })
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .execute()

/** For the sweep: exports that wait, or whose job is gone. Those tried too often are given up. */
export async function findDueExports({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const isAbandoned = secondsAfter(now, -ABANDONED_SECONDS)
  await db
    .updateTable('list_exports')
    .set({ state: 'failed', done_at: now })
    .where('state', 'in', ['waiting', 'running'])
    .where('touched_at', '<', isAbandoned)
    .where('turn', '>=', MOST_TURNS)
    .execute()
  const rows = await db
    .selectFrom('list_exports')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('touched_at', '<', isAbandoned)
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}

export const purgeExports = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  db
    .deleteFrom('list_exports')
    .where('asked_at', '<=', secondsAfter(clock.now(), -EXPORT_SECONDS))
    .execute()
