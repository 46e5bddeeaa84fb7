import { personOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { dropHold, findStop } from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { stateReasons } from '../statements/state-reasons.ts'
import {
  type SubmissionRow,
  changeSubmission,
  findItem,
  findSubmission,
  listChecks,
  listReviewers,
  lockItem,
  lockSubmission,
  moveSubmission,
} from './data.ts'
import {
  type PreparedSubmission,
  prepareSubmission,
  publishSubmission,
} from './publish-submission.ts'
import { auditOfSubmission, mailOutcome } from './submissions.ts'
import * as operatorContract from './operator-contract.ts'
import { canCheckByHand, notPassed } from './checks.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { newRisks } from './risks.ts'
import { pointsOf } from './review-rules.ts'
import { CLAIM_SECONDS } from './rules.ts'
import { findPublished } from './run-isolated.ts'

type Place = { params: { submission: string } }
export const auditOfReview = { ...auditOfSubmission, id: ({ params }: Place) => params.submission }
const done = { success: true as const }

/**
 * Publishes a submission: decision, listing and signed release in one transaction. Every check must
 * have passed; for some that could not run the reviewer may confirm a manual check by name. A
 * release with a later time is only decided, and published then (`publish-scheduled.ts`).
 */
export const approveSubmission = defineOperation({
  ...operatorContract.approveSubmission,

  audit: auditOfReview,
  async prepare(ctx, { params }): Promise<PreparedSubmission | null> {
    const row = await findSubmission(ctx.db, { id: params.submission })
    if (!row) throw refuse('not_found')
    requireNotOwn(ctx, row)
    if (row.state !== 'waiting') throw refuse('submissions.over')
    return isBefore(ctx.clock.now(), row.publish_at) ? null : prepareSubmission(ctx, row)
  },

  run: async (ctx, { params, body }, prepared) => {
    const row = await requireClaimed(ctx, params.submission)
    const open = notPassed(row, await listChecks(ctx.db, row.id), ctx.malwareScanner !== null)
    const looked = open
      .filter((one) => canCheckByHand(one) && body.looked_at.includes(one.rule))
      .map((one) => one.rule)
    if (looked.length < open.length) throw refuse('submissions.not_passed')
    const item = await findItem(ctx.db, row.item_id, row.partner_id)
    const points = pointsOf({ ...row, market: item?.market ?? '' })
    if (points.some((one) => !body.checked.includes(one))) throw refuse('submissions.points_open')
    const isAlone = await requireSecond(ctx, row, body.alone_reason)
    const now = ctx.clock.now()
    await lockItem(ctx.db, row.item_id, row.partner_id)
    if (await findStop(ctx.db, row.item_id)) throw refuse('submissions.stopped')
    // The partner chose a later time, at least when it was prepared: the worker publishes it then.
    const isLater = row.version !== null && (prepared === null || isBefore(now, row.publish_at))
    const release = isLater ? null : await publishSubmission(ctx, row, prepared, now)
    await moveSubmission(ctx.db, row.id, isLater ? 'scheduled' : 'approved', {
      decided_by: personOf(ctx).id,
      decided_at: now,
      release_id: release,
      looked_at: looked,
      checked: points,
      alone_reason: isAlone ? body.alone_reason : null,
      claimed_by: null,
      claimed_until: null,
      ...(isLater && { publish_at: row.publish_at ?? now }),
    })
    await mailOutcome(ctx, row, isLater ? 'scheduled' : 'approved')
    return { release }
  },
})

const isBefore = (now: Date, at: Date | null): boolean => at !== null && now < at

/** Rejects a submission. The statement of reasons is mailed and can be appealed. */
export const rejectSubmission = defineOperation({
  ...operatorContract.rejectSubmission,
  audit: auditOfReview,
  run: async (ctx, { params, body }) => {
    const row = await requireClaimed(ctx, params.submission)
    const now = ctx.clock.now()
    await moveSubmission(ctx.db, row.id, 'rejected', {
      decided_by: personOf(ctx).id,
      decided_at: now,
      grounds: body.grounds,
      rule: body.rule,
      reasons: body.facts,
      reasons_in: JSON.stringify(body.facts_in),
      reason_codes: body.reasons,
      claimed_by: null,
      claimed_until: null,
    })
    const item = await findItem(ctx.db, row.item_id)
    await stateReasons(ctx, {
      about: 'submission',
      objectId: row.id,
      objectName: [item?.name, row.version].filter(Boolean).join(' '),
      partnerId: row.partner_id,
      decision: 'rejected',
      grounds: body.grounds,
      rule: body.rule,
      facts: body.facts,
      factsIn: body.facts_in,
      cause: body.cause,
      automated: body.automated,
    })
    if (row.package_sha256 !== null) await dropHold(ctx.db, row.package_sha256, row.id, now)
    return { success: true as const }
  },
})

/** Refuses reviewers who submitted it or belong to the partner. */
function requireNotOwn(
  ctx: ConsoleCtx,
  row: Pick<SubmissionRow, 'partner_id' | 'submitted_by'>,
): void {
  const person = personOf(ctx)
  if (person.id === row.submitted_by || person.partners.some((one) => one.id === row.partner_id))
    throw refuse('submissions.own_item')
}

/** Nobody else of these could do it. */
export const isOnly = (reviewers: readonly string[], personId: string): boolean =>
  reviewers.every((one) => one === personId)

/**
 * New risky permissions need the agreement of a second reviewer. Where nobody else could give it,
 * an admin goes on alone with a reason; then true.
 */
async function requireSecond(
  ctx: ConsoleCtx,
  row: SubmissionRow,
  aloneReason: string,
): Promise<boolean> {
  const published = await findPublished(ctx.db, row.item_id)
  if (newRisks(published?.manifest ?? null, row.manifest).length === 0) return false
  const person = personOf(ctx)
  if (row.second_by === person.id) throw refuse('submissions.second_self')
  if (row.second_by !== null) return false
  const mayPass =
    person.operatorRole === 'admin' && isOnly(await listReviewers(ctx.db, row), person.id)
  if (!mayPass || aloneReason === '') throw refuse('submissions.second_missing')
  return true
}

/** The second reviewer's agreement. Whoever is to decide cannot give it. */
export const secondSubmission = defineOperation({
  ...operatorContract.secondSubmission,
  audit: auditOfReview,
  run: async (ctx, { params }) => {
    const row = await lockSubmission(ctx.db, { id: params.submission })
    const [person, now] = [personOf(ctx), ctx.clock.now()]
    if (!row) throw refuse('not_found')
    requireNotOwn(ctx, row)
    if (row.state !== 'waiting') throw refuse('submissions.over')
    const published = await findPublished(ctx.db, row.item_id)
    if (row.second_by !== null || newRisks(published?.manifest ?? null, row.manifest).length === 0)
      throw refuse('submissions.second_needless')
    if (isClaimedBy(row, person.id, now)) throw refuse('submissions.second_self')
    await changeSubmission(ctx.db, row.id, { second_by: person.id, second_at: now })
    return done
  },
})

export const isClaimedBy = (
  row: Pick<SubmissionRow, 'claimed_by' | 'claimed_until'>,
  personId: string,
  now: Date,
): boolean => row.claimed_by === personId && row.claimed_until !== null && row.claimed_until > now

/** The waiting submission, claimed by the caller. Refuses all others. */
export async function requireClaimed(ctx: ConsoleCtx, id: string): Promise<SubmissionRow> {
  const row = await lockSubmission(ctx.db, { id })
  if (!row) throw refuse('not_found')
  requireNotOwn(ctx, row)
  if (row.state !== 'waiting') throw refuse('submissions.over')
  if (!isClaimedBy(row, personOf(ctx).id, ctx.clock.now())) throw refuse('submissions.not_claimed')
  return row
}

export const claimSubmission = defineOperation({
  ...operatorContract.claimSubmission,
  audit: auditOfReview,
  run: async (ctx, { params }) => {
    const [row, now, person] = [
      await lockSubmission(ctx.db, { id: params.submission }),
      ctx.clock.now(),
      personOf(ctx),
    ]
    if (!row) throw refuse('not_found')
    requireNotOwn(ctx, row)
    if (row.state !== 'waiting') throw refuse('submissions.over')
    if (row.second_by === person.id) throw refuse('submissions.second_self')
    if (
      row.claimed_by !== null &&
      row.claimed_by !== person.id &&
      row.claimed_until !== null &&
      row.claimed_until > now
    )
      throw refuse('submissions.claimed')
    await changeSubmission(ctx.db, row.id, {
      claimed_by: person.id,
      claimed_until: secondsAfter(now, CLAIM_SECONDS),
    })
    return done
  },
})

export const giveBackSubmission = defineOperation({
  ...operatorContract.giveBackSubmission,
  audit: auditOfReview,
  run: async (ctx, { params }) => {
    const row = await lockSubmission(ctx.db, { id: params.submission })
    if (!row) throw refuse('not_found')
    if (row.claimed_by !== personOf(ctx).id) throw refuse('submissions.not_claimed')
    await changeSubmission(ctx.db, row.id, { claimed_by: null, claimed_until: null })
    return done
  },
})

export const recheckSubmission = defineOperation({
  ...operatorContract.recheckSubmission,

  audit: auditOfReview,
  limits: () => [{ key: 'submissions looked through again', most: 120, seconds: 3600 }],

  run: async (ctx, { params }) => {
    const row = await requireClaimed(ctx, params.submission)
    await moveSubmission(ctx.db, row.id, 'checking', { check_at: ctx.clock.now(), check_tries: 0 })
    await ctx.jobs.enqueue(ctx.db, 'check-submission', { id: row.id })
    return done
  },
})
