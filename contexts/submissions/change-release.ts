import { changeReleaseStateIn, findStop } from '../catalog/public.ts'
import { implementConsole } from '../people/public.ts'
import { changeRelease as contract } from './contract.ts'
import { findItem, findReleaseState } from './data.ts'
import { refuse } from './errors.ts'

/**
 * A partner halts a release, brings it back or withdraws it. From the commit on nobody is offered it; the release log and the feed of the
 * installer say so with the reason, which is how stores that have it and their platforms hear of it.
 */
export const changeRelease = implementConsole(contract, {
  audit: { kind: 'release', id: ({ params }) => `${params.item} ${params.version}`.slice(0, 60), read: (db, _id, { params }) => findReleaseState(db, params.item, params.version) },
  limits: (_ctx, { params }) => [{ key: `release states ${params.partner}`, most: 60, seconds: 3600 }],
}, async (ctx, { params, body }) => {
  const item = await findItem(ctx.db, params.item, params.partner)
  if (!item) throw refuse('not_found')
  // What the market has stopped it alone brings back.
  if (body.to === 'published' && await findStop(ctx.db, item.id)) throw refuse('submissions.stopped')
  const change = await changeReleaseStateIn(ctx.db, ctx.clock.now(), { itemId: item.id, version: params.version, to: body.to, reason: body.reason })
  if (change.done) return { state: body.to }
  throw refuse(change.why === 'no_release' ? 'not_found' : 'submissions.not_from_here')
})
