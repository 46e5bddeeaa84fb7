import type { ReleaseOutcomes } from '#modules/installs/rules.ts'
import type { FieldRules } from '#lib/field-rules.ts'

/** Fewer failures than this are no signal. */
export const LEAST_FAILED = 3
/** Share of failures, in percent, below which nothing is halted. */
export const FAILED_PERCENT = 5
/** Factor over the previous release's share. */
export const TIMES_BEFORE = 2
/** Percent of checked stores that answered well before. */
export const BAD_PERCENT = 1

/**
 * Why a release must be halted, or null. Failures: at least 3, at least 5 % of completed runs, and
 * more than twice the previous release's share (any share when that is unknown). Health: at least 1
 * % of the checked stores turned bad: one in a hundred halts, one in a hundred and one does not.
 */
export function reasonToHalt(
  here: ReleaseOutcomes,
  before: Pick<ReleaseOutcomes, 'ended' | 'failed'>,
): 'failures' | 'health' | null {
  if (here.bad > 0 && here.bad * 100 >= here.asked * BAD_PERCENT) return 'health'
  const isMany = here.failed >= LEAST_FAILED && here.failed * 100 >= here.ended * FAILED_PERCENT
  const isMore =
    before.ended === 0 || here.failed * before.ended > TIMES_BEFORE * before.failed * here.ended
  return isMany && isMore ? 'failures' : null
}

/** Time span in which the previous release is measured. */
export const BEFORE_SECONDS = 90 * 86_400
/** Stores named in mails and reasons. */
export const MOST_NAMED = 10

/** The reason is public: it is in the release log. */
export const REASON_RULES = {
  required: true,
  min: 10,
  max: 500,
  lines: true,
} as const satisfies FieldRules

export const PLAN_RULES = { version: { required: true, max: 60 } } as const satisfies Record<
  string,
  FieldRules
>

/** Lines on one page of a report. */
export const MOST_LINES = 5_000
/** Partners notified by one request. */
export const MOST_NOTIFIED = 200
/** Releases named in a mail. */
export const MOST_LISTED = 20
