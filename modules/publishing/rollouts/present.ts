import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { countStoresByRelease, listAffectedStores } from '#modules/installs/public.ts'
import type { rollout } from './contract.ts'
import { listStages, type RolloutRow } from './data.ts'
import { MOST_NAMED } from './rules.ts'
import { compareFared } from './watch.ts'

const stateOf = (row: RolloutRow): z.input<typeof rollout>['state'] =>
  row.status === 'yanked'
    ? 'withdrawn'
    : row.status === 'halted'
      ? 'halted'
      : row.state === 'done'
        ? 'done'
        : 'running'

/** Rollouts as both sides see them. */
export async function presentRollouts(
  db: Db,
  rows: readonly RolloutRow[],
  now: Date,
): Promise<z.input<typeof rollout>[]> {
  const ids = rows.map((row) => row.release_id)
  const [stages, stores] = await Promise.all([listStages(db, ids), countStoresByRelease(db, ids)])
  return Promise.all(
    rows.map(async (row) => {
      const [{ here, before }, harmed] = await Promise.all([
        compareFared(db, row, now),
        listAffectedStores(db, row.release_id, row.counted_from, MOST_NAMED),
      ])
      const state = stateOf(row)
      return {
        release: row.release_id,
        version: row.version,
        state,
        stage: row.stage,
        wait_hours: row.wait_hours,
        started_at: row.started_at.toISOString(),
        next_at: state === 'running' ? (row.next_at?.toISOString() ?? null) : null,
        stages: row.stages.map((share, index) => {
          const reached = stages.find(
            (one) => one.release_id === row.release_id && one.stage === index + 1,
          )
          return {
            share,
            reached_at: reached?.reached_at.toISOString() ?? null,
            reached_by: reached?.name ?? null,
          }
        }),
        stores: stores.get(row.release_id) ?? 0,
        fared: here,
        before:
          before && row.before_version !== null
            ? { ended: before.ended, failed: before.failed, version: row.before_version }
            : null,
        halted:
          state === 'halted'
            ? { by_market: row.halted_for as 'failures' | 'health' | null, reason: row.reason }
            : null,
        harmed,
      }
    }),
  )
}
