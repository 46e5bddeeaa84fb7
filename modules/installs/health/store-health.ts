import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { isWatched } from '#modules/catalog/public.ts'
import { renewLease } from '../data.ts'
import type { Work } from '../run-steps.ts'
import { askPages } from './ask-pages.ts'
import { listPages } from './list-pages.ts'
import {
  AGAIN_SECONDS,
  ASKING_SECONDS,
  FIRST_SECONDS,
  healthAfter,
  worstOf,
  type Fared,
} from './rules.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'http' | 'log'>

/**
 * Before a release that is watched comes to a store: how its pages answer now. Only what is well
 * before can turn bad by it. Nothing of it may keep the work from being done.
 */
export async function askBefore(work: Work): Promise<void> {
  const { services, run, installation, release } = work
  if (
    (run.kind !== 'install' && run.kind !== 'update') ||
    !release ||
    !(await isWatched(services.db, release.id))
  )
    return
  try {
    if (
      await services.db
        .selectFrom('store_health')
        .select('run_id')
        .where('run_id', '=', run.id)
        .executeTakeFirst()
    )
      return
    if (!(await renewLease(services.db, run, secondsAfter(services.clock.now(), ASKING_SECONDS))))
      return
    const asked = await askPages(services, await listPages(work, release))
    const urls = (asked ?? []).filter((one) => one.answered === 'well').map((one) => one.url)
    await services.db
      .insertInto('store_health')
      .values({
        run_id: run.id,
        release_id: release.id,
        store_id: installation.store_id,
        urls,
        state: urls.length > 0 ? 'before' : 'unclear',
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } catch (error) {
    services.log.warn({ error, run: run.id }, 'a store could not be asked how it is')
  }
}

/**
 * The run has ended, in its transaction: what it brought is looked at soon; what was taken back
 * says nothing of the release.
 */
export const noteRunEnded = (
  trx: Db,
  runId: string,
  isBrought: boolean,
  now: Date,
): Promise<unknown> =>
  trx
    .updateTable('store_health')
    .set(
      isBrought
        ? { state: 'waiting', due_at: secondsAfter(now, FIRST_SECONDS) }
        : { state: 'unclear', checked_at: now },
    )
    .where('run_id', '=', runId)
    .where('state', '=', 'before')
    .execute()

/** Whose time has come; the worker looks for them now and then. */
export const findDueHealth = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (
    await db
      .selectFrom('store_health')
      .select('run_id')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(100)
      .execute()
  ).map((one) => one.run_id)

/** The job `check-health`: asks the pages that were well before, outside of any transaction. */
export async function checkHealth(services: Needs, runId: string): Promise<void> {
  const now = services.clock.now()
  // Taken hold of before anybody is asked: who dies in the middle leaves it to be tried again.
  const row = await services.db
    .updateTable('store_health')
    .set({ due_at: secondsAfter(now, AGAIN_SECONDS) })
    .where('run_id', '=', runId)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (!row || (row.state !== 'waiting' && row.state !== 'bad_once')) return
  const asked = await askPages(services, row.urls)
  // Not its turn in this minute.
  if (!asked) return
  const state = healthAfter(row.state, worstOf(asked.map((one) => one.answered)))
  const at = services.clock.now()
  await services.db
    .updateTable('store_health')
    .set({
      state,
      checked_at: at,
      due_at: state === 'bad_once' ? secondsAfter(at, AGAIN_SECONDS) : null,
      bad_url: asked.find((one) => one.answered === 'badly')?.url ?? null,
    })
    .where('run_id', '=', runId)
    .where('state', '=', row.state)
    .execute()
}

/**
 * Ends that say nothing of a release: the shop was away, somebody else had changed a part, or the
 * market stopped the item.
 */
const NOT_ITS_FAULT = [
  'installs.store_unreachable',
  'installs.changed_on_store',
  'installs.stopped',
]

/**
 * How a release fared on stores since then: runs that brought it or should have, and stores that
 * were asked before and after.
 */
export async function countFared(db: Db, releaseId: string, since: Date): Promise<Fared> {
  const {
    rows: [row],
  } = await sql<Fared>`select
    count(*) filter (where failure is null or failure <> all(${NOT_ITS_FAULT}::text[]))::integer as ended,
    count(*) filter (where state = 'failed' and failure <> all(${NOT_ITS_FAULT}::text[]))::integer as failed,
    (select count(*)::integer from store_health where release_id = ${releaseId} and checked_at >= ${since} and state in ('well', 'bad')) as asked,
    (select count(*)::integer from store_health where release_id = ${releaseId} and checked_at >= ${since} and state = 'bad') as bad
    from installation_runs where to_release_id = ${releaseId} and kind in ('install', 'update') and state in ('succeeded', 'failed') and finished_at >= ${since}`.execute(
    db,
  )
  return row ?? { ended: 0, failed: 0, asked: 0, bad: 0 }
}

/** `path`: of the page that turned bad. */
export interface Harmed {
  domain: string
  why: 'failed' | 'bad'
  path: string | null
}

/** By domain, what went wrong there since then; the newest first. */
export async function listHarmed(
  db: Db,
  releaseId: string,
  since: Date,
  most: number,
): Promise<Harmed[]> {
  const { rows } = await sql<
    Omit<Harmed, 'path'> & { bad_url: string | null }
  >`select domain, why, bad_url from (
    select store_id, 'bad' as why, checked_at as at, bad_url from store_health where release_id = ${releaseId} and checked_at >= ${since} and state = 'bad'
    union all
    select i.store_id, 'failed', r.finished_at, null from installation_runs r join installations i on i.id = r.installation_id where r.to_release_id = ${releaseId} and r.kind in ('install', 'update')
      and r.state = 'failed' and r.finished_at >= ${since} and r.failure <> all(${NOT_ITS_FAULT}::text[])
  ) as harmed join stores on stores.id = store_id order by at desc limit ${most}`.execute(db)
  return rows.map(({ domain, why, bad_url: url }) => ({
    domain,
    why,
    path: url === null ? null : new URL(url).pathname,
  }))
}

/** Stores that have a release now. */
export const countWith = async (
  db: Db,
  releaseIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows =
    releaseIds.length === 0
      ? []
      : await db
          .selectFrom('installations')
          .select('release_id')
          .select((on) => on.fn.countAll<number>().as('stores'))
          .where(
            'item_id',
            'in',
            db.selectFrom('releases').select('item_id').where('id', 'in', releaseIds),
          )
          .where('release_id', 'in', releaseIds)
          .where('state', '<>', 'uninstalled')
          .groupBy('release_id')
          .execute()
  return new Map(rows.map((row) => [row.release_id, Number(row.stores)]))
}
