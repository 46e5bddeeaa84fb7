import { secondsAfter } from '#lib/clock.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import type { Db } from '#db/client.ts'
import { type Updateable, sql } from 'kysely'
import type { SubmissionTrials } from '#db/types.gen.ts'
import { refuse } from '../errors.ts'
import { canBeTried, rulesFor, scratchReports } from './checks.ts'
import { findSubmission, lockSubmission, saveReports } from './data.ts'
import { auditOfReview, requireClaimed } from './decide.ts'
import * as operatorContract from './operator-contract.ts'
import type { TrialStep } from './review-rules.ts'
import { MOST_TRIES, SHOP_RETRY_SECONDS, TRIAL_LEASE_SECONDS } from './rules.ts'
import { scratchInstall } from './scratch-install.ts'

/** Has a submission tried on the scratch shop; the job does it, and the page shows how far it is. */
export const trySubmission = defineOperation({
  ...operatorContract.trySubmission,
  audit: auditOfReview,
  limits: () => [{ key: 'submissions tried again', most: 120, seconds: 3600 }],
  run: async (ctx, { params }) => {
    const row = await requireClaimed(ctx, params.submission)
    if (!canBeTried(row)) throw refuse('submissions.nothing_to_try')
    const now = ctx.clock.now()
    const trial = await findTrial(ctx.db, row.id)
    if (trial?.ended_at === null) throw refuse('submissions.tried_now')
    const begun = {
      asked_at: now,
      run_at: now,
      tries: 0,
      step: 'queue',
      pages: null,
      started_at: null,
      ended_at: null,
    }
    await ctx.db
      .insertInto('submission_trials')
      .values({ submission_id: row.id, ...begun })
      .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(begun))
      .execute()
    await ctx.jobs.enqueue(ctx.db, 'try-submission', { id: row.id })
    return { success: true as const }
  },
})

export const findTrial = (db: Db, submissionId: string) =>
  db
    .selectFrom('submission_trials')
    .select(['step', 'pages', 'started_at', 'ended_at'])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()

/** Trials that have not begun or whose worker died. */
export const findDueTrials = async ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  (
    await db
      .selectFrom('submission_trials')
      .select('submission_id')
      .where('run_at', '<=', clock.now())
      .orderBy('run_at')
      .limit(50)
      .execute()
  ).map((row) => row.submission_id)

/** Leases the trial; its tries, or null when another worker has it or it has ended. */
const leaseTrial = async (db: Db, id: string, now: Date) =>
  (
    await db
      .updateTable('submission_trials')
      .set({
        run_at: secondsAfter(now, TRIAL_LEASE_SECONDS),
        tries: sql<number>`tries + 1`,
        started_at: now,
      })
      .where('submission_id', '=', id)
      .where('run_at', '<=', now)
      .returning('tries')
      .executeTakeFirst()
  )?.tries ?? null

const changeTrial = (db: Db, id: string, change: Updateable<SubmissionTrials>) =>
  db.updateTable('submission_trials').set(change).where('submission_id', '=', id).execute()

/** The job: installs, opens, takes pictures, uninstalls and compares, and keeps the verdicts. */
export async function runSubmissionTrial(services: Services, id: string): Promise<void> {
  const { db, clock } = services
  const tries = await leaseTrial(db, id, clock.now())
  const row = tries === null ? null : await findSubmission(db, { id })
  if (tries === null || !row) return
  const step = async (now: TrialStep) => void (await changeTrial(db, id, { step: now }))
  // A worker that has died three times over it says so instead of dying once more.
  const reports =
    row.state !== 'waiting'
      ? []
      : tries > MOST_TRIES
        ? scratchReports({}, 'the trial ended before it was over')
        : await scratchInstall(services, row, {
            step,
            pages: async (pages) => void (await changeTrial(db, id, { pages })),
          })
  if (reports === null) {
    await changeTrial(db, id, {
      step: 'queue',
      tries: tries - 1,
      run_at: secondsAfter(clock.now(), SHOP_RETRY_SECONDS),
    })
    return
  }
  await inTransaction(services, async (trx) => {
    const now = clock.now()
    // A decision that was made meanwhile stands on the verdicts that it saw.
    if ((await lockSubmission(trx, { id }))?.state === 'waiting')
      await saveReports(trx, id, reports, rulesFor(row).length, now)
    await changeTrial(trx, id, { step: null, run_at: null, ended_at: now })
  })
}
