import { defineOperation } from '#kernel/define-operation.ts'
import { changeReleaseStateIn, dropHold, findStop } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import {
  changeSubmission,
  findItem,
  findReleaseId,
  findReleaseState,
  lockSubmission,
  moveSubmission,
} from './data.ts'
import { auditOfSubmission, readNotes } from './submissions.ts'
import { isOpen } from './rules.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { findMalware } from '../scans/data.ts'
import { findInForce } from '../statements/data.ts'
import { endStatements } from '../statements/state-reasons.ts'

type Place = { params: { partner: string; item: string; submission: string } }
const submissionAudit = { ...auditOfSubmission, id: ({ params }: Place) => params.submission }
const keyOf = ({ params }: Place) => ({
  id: params.submission,
  partnerId: params.partner,
  itemId: params.item,
})
const done = { success: true as const }

export const withdrawSubmission = defineOperation({
  ...contract.withdrawSubmission,
  audit: submissionAudit,
  run: async (ctx, input) => {
    const row = await lockSubmission(ctx.db, keyOf(input))
    if (!row) throw refuse('not_found')
    const now = ctx.clock.now()
    if (
      !(await moveSubmission(ctx.db, row.id, 'withdrawn', {
        decided_at: now,
        decided_by: null,
        claimed_by: null,
        claimed_until: null,
      }))
    )
      throw refuse('submissions.over')
    if (row.package_sha256 !== null) await dropHold(ctx.db, row.package_sha256, row.id, now)
    return done
  },
})

/** Only before the decision: published notes are in the public release log. */
export const changeReleaseNotes = defineOperation({
  ...contract.changeReleaseNotes,
  audit: submissionAudit,
  run: async (ctx, input) => {
    const row = await lockSubmission(ctx.db, keyOf(input))
    if (!row || row.version === null) throw refuse('not_found')
    if (!isOpen(row.state)) throw refuse('submissions.over')
    await changeSubmission(ctx.db, row.id, {
      notes: JSON.stringify(readNotes(ctx, input.body)),
    })
    return done
  },
})

/**
 * A partner halts, restores or withdraws a release. From the commit on it is not offered; stores
 * and platforms learn the reason from the release log and the installer's feed.
 */
export const changeRelease = defineOperation({
  ...contract.changeRelease,

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
    // Only the market lifts its own stop.
    if (body.to === 'published' && (await findStop(ctx.db, item.id)))
      throw refuse('submissions.stopped')
    const halt =
      body.to === 'published' ? await findHalt(ctx.db, item.id, params.version) : undefined
    // An operator's halt is lifted by operators. An automatic halt may be lifted by the partner
    // too.
    // Malware is judged by operators, for it may be a false alarm.
    if (body.to === 'published' && (await findMalware(ctx.db, item.id, params.version)) !== null)
      throw refuse('submissions.halted_by_market')
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

/** The market's statement against a release while it is in force. */
async function findHalt(db: ConsoleCtx['db'], itemId: string, version: string) {
  const release = await findReleaseId(db, itemId, version)
  return release === null ? undefined : findInForce(db, release, ['halted'])
}
