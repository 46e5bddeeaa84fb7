import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { CheckCall } from './check-calls.ts'

export type RunState = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed'
export type CheckState = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped'
/** `code` is ours; words and anchor come from the kit. */
export interface RunFailure {
  code: 'refused' | 'unreachable' | 'too_long' | 'lost' | 'broken'
  words?: string
  anchor?: string
}

/** A run that its worker has not written to for so long has lost it. */
const LOST_SECONDS = 30

export const newestRun = (db: Db, platform: number) =>
  db
    .selectFrom('platform_check_runs')
    .selectAll()
    .where('platform_id', '=', platform)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listChecks = (db: Db, platform: number) =>
  db.selectFrom('platform_checks').selectAll().where('platform_id', '=', platform).execute()

/** A new run of these checks; undefined while another one is under way. */
export async function insertRun(
  db: Db,
  platform: number,
  checks: readonly string[],
  now: Date,
): Promise<string | undefined> {
  const run = await db
    .insertInto('platform_check_runs')
    .values({ id: newId('pcr'), platform_id: platform, created_at: now, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!run) return undefined
  const again = {
    run_id: run.id,
    state: 'waiting' as const,
    ms: null,
    words: null,
    anchor: null,
    expected: null,
    calls: '[]',
  }
  await db
    .insertInto('platform_checks')
    .values(checks.map((check) => ({ ...again, platform_id: platform, check_id: check })))
    .onConflict((conflict) => conflict.columns(['platform_id', 'check_id']).doUpdateSet(again))
    .execute()
  return run.id
}

/** Takes up a run that waits; undefined when another worker has it. */
export const claimRun = (db: Db, id: string, now: Date) =>
  db
    .updateTable('platform_check_runs')
    .set({ state: 'running', seen_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('stop_asked_at', 'is', null)
    .returning('platform_id')
    .executeTakeFirst()

/** Says that the run goes on; answers whether somebody asked to stop it. */
export async function noteRunSeen(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('platform_check_runs')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('stop_asked_at')
    .executeTakeFirst()
  return row === undefined || row.stop_asked_at !== null
}

export async function endRun(
  db: Db,
  id: string,
  state: RunState,
  failure: RunFailure | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('platform_check_runs')
    .set({ state, failure: failure && JSON.stringify(failure), finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  await db
    .updateTable('platform_checks')
    .set({ state: 'waiting' })
    .where('run_id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

export const updateCheck = (
  db: Db,
  runId: string,
  check: string,
  change: {
    state: CheckState
    ms?: number
    words?: string | null
    anchor?: string | null
    expected?: string | null
    calls?: readonly CheckCall[]
  },
) => {
  const { calls, ...rest } = change
  return db
    .updateTable('platform_checks')
    .set({ ...rest, ...(calls && { calls: JSON.stringify(calls) }) })
    .where('run_id', '=', runId)
    .where('check_id', '=', check)
    .execute()
}

/** Runs that wait for a worker, and those whose worker is gone. */
export const listDueRuns = async (db: Db, now: Date) =>
  (
    await db
      .selectFrom('platform_check_runs')
      .select(['id', 'state'])
      .where('state', 'in', ['waiting', 'running'])
      .where('seen_at', '<=', secondsAfter(now, -LOST_SECONDS))
      .execute()
  ).map(({ id }) => id)

/** Whether the run's worker is gone. */
export const isLost = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('platform_check_runs')
    .select('id')
    .where('id', '=', id)
    .where((on) =>
      on.or([
        on('state', '=', 'running'),
        on.and([on('state', '=', 'waiting'), on('stop_asked_at', 'is not', null)]),
      ]),
    )
    .where('seen_at', '<=', secondsAfter(now, -LOST_SECONDS))
    .executeTakeFirst()) !== undefined

/** How the checks of a platform stand. */
export const countChecks = async (db: Db, platform: number) =>
  db
    .selectFrom('platform_checks')
    .select([
      sql<number>`count(*) filter (where state = 'passed')::integer`.as('passed'),
      sql<number>`count(*) filter (where state = 'failed')::integer`.as('failed'),
      sql<number>`count(*) filter (where state = 'skipped')::integer`.as('skipped'),
    ])
    .where('platform_id', '=', platform)
    .executeTakeFirstOrThrow()
