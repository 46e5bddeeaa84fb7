import type { Fared } from '#modules/installs/health/rules.ts'
import type { FieldRules } from '#lib/field-rules.ts'

/** Fewer failures than this are no sign yet. */
export const LEAST_FAILED = 3
/** A share below this is nobody's fault in particular. */
export const FAILED_PERCENT = 5
/** And it must be more than so many times the share of the release before. */
export const TIMES_BEFORE = 2
/** Of the stores that were asked and were well before. */
export const BAD_PERCENT = 1

/**
 * Whether a release must be halted, and why. For failures: at least 3, at least 5 % of what ended,
 * and more than twice the share of the release before (any share, where nothing is known of that).
 * For health: a store turned bad, and at least 1 % of those asked did: one of a hundred is enough,
 * one of a hundred and one is not.
 */
export function reasonToHalt(
  here: Fared,
  before: Pick<Fared, 'ended' | 'failed'>,
): 'failures' | 'health' | null {
  if (here.bad > 0 && here.bad * 100 >= here.asked * BAD_PERCENT) return 'health'
  const isMany = here.failed >= LEAST_FAILED && here.failed * 100 >= here.ended * FAILED_PERCENT
  const isMore =
    before.ended === 0 || here.failed * before.ended > TIMES_BEFORE * before.failed * here.ended
  return isMany && isMore ? 'failures' : null
}

/** How far back the release before is looked at. */
export const BEFORE_SECONDS = 90 * 86_400
/** Stores that are named in mails and reasons. */
export const MOST_NAMED = 10

/** It stands in the release log, for everybody to read. */
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

/** Of a report, on one page. */
export const MOST_LINES = 5_000
/** Partners that are written to at one press. */
export const MOST_TOLD = 200
/** Releases that a mail names. */
export const MOST_LISTED = 20
