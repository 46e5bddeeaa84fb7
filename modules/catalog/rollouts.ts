import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { EVERYBODY } from './sale-items.ts'
import { isPreview } from './packages/manifest.ts'

/** Between two checks of how a release fares. */
export const CHECK_SECONDS = 60
const HOUR = 3600

export interface RolloutPlan {
  /** Growing shares of 10,000 stores. */
  stages: readonly number[]
  /** Hours between two stages. */
  waitHours: number
}

const IN_STAGES: RolloutPlan = { stages: [100, 1000, 5000, EVERYBODY], waitHours: 24 }
const AT_ONCE: RolloutPlan = { stages: [EVERYBODY], waitHours: 24 }
/** With more stores than this a release is rolled out in stages, if its partner has not chosen. */
const STAGED_ABOVE = 100

/**
 * The plan for a partner's choice. There are no stages without an earlier release for everybody:
 * stores outside of the stage would be offered nothing. Previews are not staged unless chosen so.
 */
function planRollout(
  chosen: RolloutPlan | 'auto' | 'at_once',
  { version, stores, hasBefore }: { version: string; stores: number; hasBefore: boolean },
): RolloutPlan {
  if (chosen === 'at_once' || !hasBefore) return AT_ONCE
  if (chosen !== 'auto') return chosen
  return stores > STAGED_ABOVE && !isPreview(version) ? IN_STAGES : AT_ONCE
}

/** Starts the rollout of a release that was just published, in the caller's transaction. */
export async function beginRollout(
  trx: Db,
  now: Date,
  releaseId: string,
  chosen: RolloutPlan | 'auto' | 'at_once',
): Promise<void> {
  const release = await trx
    .selectFrom('releases')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select(['releases.item_id', 'releases.version', 'releases.version_order'])
    .select((on) =>
      sql<number>`(select count(*)::integer from (${on
        .selectFrom('installations')
        .select(sql`1`.as('one'))
        .whereRef('installations.item_id', '=', 'items.id')
        .where('state', '<>', 'uninstalled')
        .limit(STAGED_ABOVE + 1)}) as those)`.as('stores'),
    )
    .where('releases.id', '=', releaseId)
    .executeTakeFirstOrThrow()
  const before = await trx
    .selectFrom('releases')
    .select('id')
    .where('item_id', '=', release.item_id)
    .where('status', '=', 'published')
    .where('package_sha256', 'is not', null)
    .where('share', '=', EVERYBODY)
    .where('version_order', '<', release.version_order)
    .orderBy(sql`version like '%-%'`)
    .orderBy('version_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { stages, waitHours } = planRollout(chosen, {
    version: release.version,
    stores: release.stores,
    hasBefore: before !== undefined,
  })
  await trx
    .insertInto('rollouts')
    .values({
      release_id: releaseId,
      item_id: release.item_id,
      before_id: before?.id ?? null,
      stages: [...stages],
      wait_hours: waitHours,
      counted_from: now,
      next_at: secondsAfter(now, waitHours * HOUR),
      look_at: secondsAfter(now, CHECK_SECONDS),
      started_at: now,
    })
    .execute()
  await trx
    .insertInto('rollout_stages')
    .values({ release_id: releaseId, stage: 1, reached_at: now })
    .execute()
  await chooseLatest(trx, release.item_id, now)
}

/**
 * After a person has published halted releases again: earlier failures no longer count, and the
 * waiting time of the stage starts again.
 */
export const restartRollouts = (
  trx: Db,
  now: Date,
  releaseIds: readonly string[],
): Promise<unknown> =>
  sql`update rollouts set counted_from = ${now}, next_at = ${now}::timestamptz + wait_hours * interval '1 hour', look_at = ${secondsAfter(now, CHECK_SECONDS)}, halted_for = null
    where release_id = any(${[...releaseIds]}::text[]) and state = 'running'`.execute(trx)

/**
 * Locks the rollout, after its item as every change of a release's state does. Undefined when it is
 * not running, or its release is halted.
 */
export async function lockRunning(trx: Db, releaseId: string) {
  const { item_id: itemId } =
    (await trx
      .selectFrom('releases')
      .select('item_id')
      .where('id', '=', releaseId)
      .executeTakeFirst()) ?? {}
  if (itemId === undefined) return undefined
  await trx.selectFrom('items').select('id').where('id', '=', itemId).forNoKeyUpdate().execute()
  return trx
    .selectFrom('rollouts')
    .innerJoin('releases', 'releases.id', 'rollouts.release_id')
    .selectAll('rollouts')
    .select('releases.version')
    .where('release_id', '=', releaseId)
    .where('state', '=', 'running')
    .where('releases.status', '=', 'published')
    .forUpdate('rollouts')
    .executeTakeFirst()
}
type RunningRollout = NonNullable<Awaited<ReturnType<typeof lockRunning>>>

/** Goes on to the next stage, or ends after the last one. `by`: who did not wait for the time. */
export async function advanceRollout(
  trx: Db,
  now: Date,
  row: RunningRollout,
  by: string | null,
): Promise<void> {
  if (row.stage === row.stages.length) {
    await trx
      .updateTable('rollouts')
      .set({ state: 'done', next_at: null, look_at: null })
      .where('release_id', '=', row.release_id)
      .execute()
    return
  }
  const stage = row.stage + 1
  await trx
    .updateTable('rollouts')
    .set({
      stage,
      next_at: secondsAfter(now, row.wait_hours * HOUR),
      look_at: secondsAfter(now, CHECK_SECONDS),
    })
    .where('release_id', '=', row.release_id)
    .execute()
  await trx
    .insertInto('rollout_stages')
    .values({ release_id: row.release_id, stage, reached_at: now, reached_by: by })
    .execute()
  await chooseLatest(trx, row.item_id, now)
}

export const setNextCheckAt = (db: Db, releaseId: string, at: Date) =>
  db
    .updateTable('rollouts')
    .set({ look_at: at })
    .where('release_id', '=', releaseId)
    .where('state', '=', 'running')
    .execute()

export const recordHaltReason = (db: Db, releaseId: string, why: string) =>
  db.updateTable('rollouts').set({ halted_for: why }).where('release_id', '=', releaseId).execute()

/** Updates which release an item shows; the database function `newest_release` chooses it. */
export const chooseLatest = (trx: Db, itemId: string, now: Date): Promise<unknown> =>
  trx
    .updateTable('items')
    .set({ latest_release_id: sql<string | null>`newest_release(items.id)`, updated_at: now })
    .where('id', '=', itemId)
    .where('latest_release_id', 'is distinct from', sql<string | null>`newest_release(items.id)`)
    .execute()
