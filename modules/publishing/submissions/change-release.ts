import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { changeReleaseStateIn, findStop } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { findInForce } from '../statements/data.ts'
import { endStatements } from '../statements/state-reasons.ts'
import { changeRelease as contract } from './contract.ts'
import { findItem, findReleaseId, findReleaseState } from './data.ts'

/**
 * A partner halts a release, brings it back or withdraws it. From the commit on nobody is offered
 * it; the release log and the feed of the installer say so with the reason, which is how stores
 * that have it and their platforms hear of it.
 */
export const changeRelease = defineOperation({
  ...contract,

  audit: {
    kind: 'release',
    id: ({ params }) => `${params.item} ${params.version}`.slice(0, 60),
    read: (db, _id, { params }) => findReleaseState(db, params.item, params.version),
  },
  limits: (_ctx, { params }) => [
    { key: `release states ${params.partner}`, most: 60, seconds: 3600 },
  ],

  run: async (ctx, { params, body }) => {
    const item = await findItem(ctx.db, params.item, params.partner)
    if (!item) throw refuse('not_found')
    // What the market has stopped it alone brings back.
    if (body.to === 'published' && (await findStop(ctx.db, item.id)))
      throw refuse('submissions.stopped')
    const halt =
      body.to === 'published' ? await findHalt(ctx.db, item.id, params.version) : undefined
    // What a person of the market has halted, its own people bring back; what it halted by itself,
    // anybody who has looked.
    if (halt && halt.automated !== 'decided') throw refuse('submissions.halted_by_market')
    const change = await changeReleaseStateIn(ctx.db, ctx.clock.now(), {
      itemId: item.id,
      version: params.version,
      to: body.to,
      reason: body.reason,
    })
    if (change.done && halt) await endStatements(ctx, halt.object_id, ['halted'])
    if (change.done) return { state: body.to }
    throw refuse(change.why === 'no_release' ? 'not_found' : 'submissions.not_from_here')
  },
})

/** The market's statement against a release, as long as it is in force. */
async function findHalt(db: ConsoleCtx['db'], itemId: string, version: string) {
  const release = await findReleaseId(db, itemId, version)
  return release === null ? undefined : findInForce(db, release, ['halted'])
}
