import { secondsAfter } from '#lib/clock.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { changeSubmission, lockSubmission, moveSubmission, type SubmissionRow } from './data.ts'
import {
  claimSubmission as claimContract,
  giveBackSubmission as giveBackContract,
  recheckSubmission as recheckContract,
} from './operator-contract.ts'
import { auditOfSubmission } from './present.ts'
import { CLAIM_SECONDS } from './rules.ts'

type Place = { params: { submission: string } }
export const auditOfReview = { ...auditOfSubmission, id: ({ params }: Place) => params.submission }
const done = { success: true as const }

/** Nobody judges what is theirs. */
export function requireOthers(
  ctx: ConsoleCtx,
  row: Pick<SubmissionRow, 'partner_id' | 'submitted_by'>,
): void {
  const person = personOf(ctx)
  if (person.id === row.submitted_by || person.partners.some((one) => one.id === row.partner_id))
    throw refuse('submissions.own_item')
}

export const isClaimedBy = (
  row: Pick<SubmissionRow, 'claimed_by' | 'claimed_until'>,
  personId: string,
  now: Date,
): boolean => row.claimed_by === personId && row.claimed_until !== null && row.claimed_until > now

/** The submission, waiting and held by whoever acts, who is none of the partner's own. */
export async function requireMine(ctx: ConsoleCtx, id: string): Promise<SubmissionRow> {
  const row = await lockSubmission(ctx.db, { id })
  if (!row) throw refuse('not_found')
  requireOthers(ctx, row)
  if (row.state !== 'waiting') throw refuse('submissions.over')
  if (!isClaimedBy(row, personOf(ctx).id, ctx.clock.now())) throw refuse('submissions.not_claimed')
  return row
}

export const claimSubmission = defineOperation({
  ...claimContract,
  audit: auditOfReview,
  run: async (ctx, { params }) => {
    const [row, now, person] = [
      await lockSubmission(ctx.db, { id: params.submission }),
      ctx.clock.now(),
      personOf(ctx),
    ]
    if (!row) throw refuse('not_found')
    requireOthers(ctx, row)
    if (row.state !== 'waiting') throw refuse('submissions.over')
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
  ...giveBackContract,
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
  ...recheckContract,

  audit: auditOfReview,
  limits: () => [{ key: 'submissions looked through again', most: 120, seconds: 3600 }],

  run: async (ctx, { params }) => {
    const row = await requireMine(ctx, params.submission)
    await moveSubmission(ctx.db, row.id, 'checking', { check_at: ctx.clock.now(), check_tries: 0 })
    await ctx.jobs.enqueue(ctx.db, 'check-submission', { id: row.id })
    return done
  },
})
