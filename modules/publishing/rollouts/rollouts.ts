import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import type { rollout } from './contract.ts'
import {
  type RolloutRow,
  findReleaseOf,
  findRollout,
  isItemOf,
  listRolloutsOfItem,
  listStages,
  listRunningRollouts,
  readStage,
} from './data.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import {
  advanceRollout,
  changeReleaseStateIn,
  findStop,
  lockRunning,
} from '#modules/catalog/public.ts'
import { endStatements } from '../statements/state-reasons.ts'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { countStoresByRelease, listAffectedStores } from '#modules/installs/public.ts'
import { type HaltReason, MOST_NAMED, type Signals } from './rules.ts'
import { compareFared, compareSignals } from './watch.ts'

const MOST_OF_ITEM = 10
const MOST = 50

export const listRollouts = defineOperation({
  ...contract.listRollouts,
  run: async (ctx, { params }) => {
    if (!(await isItemOf(ctx.db, params.partner, params.item))) throw refuse('not_found')
    return {
      rollouts: await presentRollouts(
        ctx.db,
        await listRolloutsOfItem(ctx.db, params.item, MOST_OF_ITEM),
        ctx.clock.now(),
      ),
    }
  },
})

export const listAllRollouts = defineOperation({
  ...contract.listAllRollouts,
  run: async (ctx) => {
    const rows = await listRunningRollouts(ctx.db, MOST)
    const shown = await presentRollouts(ctx.db, rows, ctx.clock.now())
    return {
      rollouts: shown.map((one, index) => ({
        ...one,
        item: { id: rows[index]?.item_id ?? '', name: rows[index]?.item_name ?? '' },
        partner: rows[index]?.partner_name ?? '',
      })),
    }
  },
})

const done = { success: true as const }
const audit = {
  kind: 'release',
  id: ({ params }: { params: { release: string } }) => params.release,
  read: readStage,
}

async function advance(ctx: ConsoleCtx, releaseId: string, stage: number): Promise<void> {
  const row = await lockRunning(ctx.db, releaseId)
  // After the last stage only the observation time remains.
  if (!row || row.stage !== stage || row.stage === row.stages.length)
    throw refuse('rollouts.not_running')
  await advanceRollout(ctx.db, ctx.clock.now(), row, personOf(ctx).id)
}

export const goOnWithRelease = defineOperation({
  ...contract.goOnWithRelease,

  audit: {
    kind: 'release',
    id: ({ params }) => `${params.item} ${params.version}`.slice(0, 60),
    read: async (db, _id, { params }) => {
      const release = await findReleaseOf(db, params.partner, params.item, params.version)
      return release && readStage(db, release.id)
    },
  },

  run: async (ctx, { params, body }) => {
    const release = await findReleaseOf(ctx.db, params.partner, params.item, params.version)
    if (!release) throw refuse('not_found')
    await advance(ctx, release.id, body.stage)
    return done
  },
})

export const goOnWithRollout = defineOperation({
  ...contract.goOnWithRollout,
  audit,
  run: async (ctx, { params, body }) => {
    if (!(await findRollout(ctx.db, params.release))) throw refuse('not_found')
    await advance(ctx, params.release, body.stage)
    return done
  },
})

/** Resumes a halted rollout at its stage and ends the statement against it. */
export const resumeRollout = defineOperation({
  ...contract.resumeRollout,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await findRollout(ctx.db, params.release)
    if (!row) throw refuse('not_found')
    if (await findStop(ctx.db, row.item_id)) throw refuse('rollouts.stopped')
    const changed =
      row.status === 'halted' &&
      (await changeReleaseStateIn(ctx.db, ctx.clock.now(), {
        itemId: row.item_id,
        version: row.version,
        to: 'published',
        reason: body.reason,
      }))
    if (!changed || !changed.done) throw refuse('rollouts.not_halted')
    await endStatements(ctx, params.release, ['halted'])
    return done
  },
})

const stateOf = (row: RolloutRow): z.input<typeof rollout>['state'] =>
  row.status === 'yanked'
    ? 'withdrawn'
    : row.status === 'halted'
      ? 'halted'
      : row.state === 'done'
        ? 'done'
        : 'running'

const presentSignals = ({ visits, errors, came, left, sent, unsent }: Signals) => ({
  visits,
  errors,
  came,
  left,
  sent,
  unsent,
})

/** Rollouts as partners and operators see them. */
async function presentRollouts(
  db: Db,
  rows: readonly RolloutRow[],
  now: Date,
): Promise<z.input<typeof rollout>[]> {
  const ids = rows.map((row) => row.release_id)
  const [stages, stores] = await Promise.all([listStages(db, ids), countStoresByRelease(db, ids)])
  return Promise.all(
    rows.map(async (row) => {
      const [{ here, before }, signals, harmed] = await Promise.all([
        compareFared(db, row, now),
        compareSignals(db, row, now),
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
        signals: presentSignals(signals.here),
        signals_before: signals.before && presentSignals(signals.before),
        before:
          before && row.before_version !== null
            ? { ended: before.ended, failed: before.failed, version: row.before_version }
            : null,
        halted:
          state === 'halted'
            ? { by_market: row.halted_for as HaltReason | null, reason: row.reason }
            : null,
        harmed,
      }
    }),
  )
}
