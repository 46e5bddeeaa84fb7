import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  advanceRollout,
  changeReleaseStateIn,
  findStop,
  lockRunning,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { endStatements } from '../statements/state-reasons.ts'
import {
  goOnWithRelease as ownContract,
  goOnWithRollout as anyContract,
  resumeRollout as resumeContract,
} from './contract.ts'
import { findReleaseOf, findRollout, readStage } from './data.ts'

const done = { success: true as const }
const audit = {
  kind: 'release',
  id: ({ params }: { params: { release: string } }) => params.release,
  read: readStage,
}

async function goOn(ctx: ConsoleCtx, releaseId: string, stage: number): Promise<void> {
  const row = await lockRunning(ctx.db, releaseId)
  // The last stage has nothing after it but its own watch.
  if (!row || row.stage !== stage || row.stage === row.stages.length)
    throw refuse('rollouts.not_running')
  await advanceRollout(ctx.db, ctx.clock.now(), row, personOf(ctx).id)
}

export const goOnWithRelease = defineOperation({
  ...ownContract,

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
    await goOn(ctx, release.id, body.stage)
    return done
  },
})

export const goOnWithRollout = defineOperation({
  ...anyContract,
  audit,
  run: async (ctx, { params, body }) => {
    if (!(await findRollout(ctx.db, params.release))) throw refuse('not_found')
    await goOn(ctx, params.release, body.stage)
    return done
  },
})

/** What was halted goes on where it was; what stood against it no longer does. Never by itself. */
export const resumeRollout = defineOperation({
  ...resumeContract,
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
