import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import {
  BULK_DAYS,
  type BulkAct,
  type BulkState,
  EXAMPLES,
  MOST_OPEN_RUNS,
  MOST_STEPS,
  type StepState,
} from './bulk-rules.ts'
import type { Filters } from './console-lists.ts'

const KEPT_SECONDS = BULK_DAYS * 86_400
/** A job that has not gone on for so long is gone; the next one goes on where it was. */
const LEASE_SECONDS = 60
/** A run whose job fails so often is given up. */
const MOST_TURNS = 20

const RUN_COLUMNS = [
  'id',
  'person_id',
  'act',
  'filters',
  'given',
  'state',
  'undoes',
  'is_cut',
  'turn',
  'asked_at',
  'done_at',
] as const

const selectRuns = (db: Db) => db.selectFrom('bulk_runs').select(RUN_COLUMNS)
export type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>

export const listRuns = (db: Db, personId: string) =>
  selectRuns(db).where('person_id', '=', personId).orderBy('asked_at', 'desc').limit(50).execute()

export const findRun = (db: Db, id: string, personId: string) =>
  selectRuns(db).where('id', '=', id).where('person_id', '=', personId).executeTakeFirst()

export const lockRun = (db: Db, id: string, personId: string) =>
  selectRuns(db)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()

/** The newest run that brings the rows of another back. */
export const findUndo = (db: Db, id: string) =>
  db
    .selectFrom('bulk_runs')
    .select(['id', 'state'])
    .where('undoes', '=', id)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const hasTooManyOpen = async (db: Db, personId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('bulk_runs')
      .select('id')
      .where('person_id', '=', personId)
      .where('done_at', 'is', null)
      .limit(MOST_OPEN_RUNS)
      .execute()
  ).length >= MOST_OPEN_RUNS

/** How many rows of each run are in which state. */
export async function countSteps(
  db: Db,
  runIds: readonly string[],
): Promise<(id: string) => Record<StepState, number>> {
  const rows =
    runIds.length === 0
      ? []
      : await db
          .selectFrom('bulk_steps')
          .select(['run_id', 'state', sql<number>`count(*)::integer`.as('count')])
          .where('run_id', 'in', runIds)
          .groupBy(['run_id', 'state'])
          .execute()
  return (id) => {
    const count = (state: StepState) =>
      rows.find((row) => row.run_id === id && row.state === state)?.count ?? 0
    return {
      waiting: count('waiting'),
      possible: count('possible'),
      impossible: count('impossible'),
      done: count('done'),
      refused: count('refused'),
    }
  }
}

/** Why rows cannot be done, the most frequent reason first, with the first rows of each. */
export const listReasons = async (db: Db, runId: string) =>
  (
    await sql<{ code: string; count: number; examples: { id: string; title: string }[] }>`
  select reason as code, count(*)::integer as count, coalesce(json_agg(json_build_object('id', object_id, 'title', title) order by place) filter (where nth <= ${EXAMPLES}), '[]') as examples
  from (select reason, object_id, title, place, row_number() over (partition by reason order by place) as nth from bulk_steps where run_id = ${runId} and reason is not null) steps
  group by reason order by count desc, reason`.execute(db)
  ).rows

export const listSteps = (db: Db, runId: string, after: number, most: number) =>
  db
    .selectFrom('bulk_steps')
    .select(['place', 'object_id', 'title', 'state', 'reason'])
    .where('run_id', '=', runId)
    .where('place', '>=', after)
    .orderBy('place')
    .limit(most)
    .execute()

export const listDoneIds = async (db: Db, runId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('bulk_steps')
      .select('object_id')
      .where('run_id', '=', runId)
      .where('state', '=', 'done')
      .orderBy('place')
      .limit(MOST_STEPS)
      .execute()
  ).map((row) => row.object_id)

interface NewRun {
  personId: string
  act: BulkAct
  given: Readonly<Record<string, string>>
  undoes?: string
}

/** `rows`: ids, or the filters of the list whose rows are read by the job. */
export async function insertRun(
  db: Db,
  now: Date,
  { personId, act, given, undoes }: NewRun,
  rows: { ids: readonly string[] } | { filters: Filters },
): Promise<string> {
  const id = newId('blk')
  await db
    .insertInto('bulk_runs')
    .values({
      id,
      person_id: personId,
      act,
      filters: 'filters' in rows ? JSON.stringify(rows.filters) : null,
      given: JSON.stringify(given),
      state: 'filters' in rows ? 'collecting' : 'checking',
      undoes: undoes ?? null,
      asked_at: now,
    })
    .execute()
  if ('ids' in rows) await insertSteps(db, id, rows.ids)
  return id
}

export const insertSteps = (db: Db, runId: string, ids: readonly string[]) =>
  sql`insert into bulk_steps (run_id, place, object_id, state)
    select ${runId}, given.place - 1, given.id, 'waiting' from unnest(${ids}::text[]) with ordinality as given (id, place)`.execute(
    db,
  )

/** A state ends the lease of the job, or begins its work. */
export const setState = (db: Db, now: Date, id: string, state: BulkState) =>
  db
    .updateTable('bulk_runs')
    .set({
      state,
      lease_until: null,
      ...(state === 'running' && { started_at: now, turn: 0 }),
      ...((state === 'done' || state === 'stopped' || state === 'failed') && { done_at: now }),
    })
    .where('id', '=', id)
    .execute()

/** A run that this job works on: no other one may, as long as the lease is renewed. */
export interface Held {
  id: string
  turn: number
  state: BulkState
}

const WORKING = ['collecting', 'checking', 'running'] as const

/** Takes a run that nobody works on; undefined when there is nothing to do. */
export async function takeRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
): Promise<RunRow | undefined> {
  const now = clock.now()
  return db
    .updateTable('bulk_runs')
    .set((eb) => ({
      turn: eb('turn', '+', 1),
      lease_until: secondsAfter(now, LEASE_SECONDS),
    }))
    .where('id', '=', id)
    .where('state', 'in', WORKING)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .returning(RUN_COLUMNS)
    .executeTakeFirst()
}

const isHeld = (db: Db, { id, turn, state }: Held) =>
  db
    .updateTable('bulk_runs')
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('state', '=', state)

/** False: the person stopped it, or another job took it. */
export async function renewLease(db: Db, now: Date, held: Held): Promise<boolean> {
  const { numUpdatedRows } = await isHeld(db, held)
    .set({ lease_until: secondsAfter(now, LEASE_SECONDS) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Goes on to the next state and keeps the lease, unless there is nothing left for a job. */
export async function moveOn(
  db: Db,
  now: Date,
  held: Held,
  to: BulkState,
  isCut?: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await isHeld(db, held)
    .set({
      state: to,
      lease_until: to === 'checking' ? secondsAfter(now, LEASE_SECONDS) : null,
      ...(isCut !== undefined && { is_cut: isCut }),
      ...((to === 'done' || to === 'failed') && { done_at: now }),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findNextStep = (db: Db, runId: string, state: StepState) =>
  db
    .selectFrom('bulk_steps')
    .select(['place', 'object_id', 'title'])
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()

interface StepEnd {
  from: StepState
  to: StepState
  reason?: string
  title?: string
}

/** False: another job was faster. */
export async function endStep(
  db: Db,
  { id }: Held,
  place: number,
  { from, to, reason, title }: StepEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_steps')
    .set({
      state: to,
      reason: reason?.slice(0, 60) ?? null,
      ...(title !== undefined && { title: title.slice(0, 300) }),
    })
    .where('run_id', '=', id)
    .where('place', '=', place)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** For the sweep: runs that nobody works on. Those whose job failed too often are given up. */
export async function findDueRuns({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  await db
    .updateTable('bulk_runs')
    .set({ state: 'failed', done_at: now, lease_until: null })
    .where('state', 'in', WORKING)
    .where('lease_until', '<', now)
    .where('turn', '>=', MOST_TURNS)
    .execute()
  const rows = await db
    .selectFrom('bulk_runs')
    .select('id')
    .where('state', 'in', WORKING)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}

export const purgeBulkRuns = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  db
    .deleteFrom('bulk_runs')
    .where('asked_at', '<=', secondsAfter(clock.now(), -KEPT_SECONDS))
    .execute()
