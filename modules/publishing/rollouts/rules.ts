import type { ReleaseOutcomes, ReleaseSignals } from '#modules/installs/rules.ts'
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

/** What is counted of one signal. */
export interface Counted {
  all: number
  failed: number
}

/** Signals after an install: fewer than `least` of a release, or of the one before, say nothing. */
export const SIGNALS = {
  /** Measured visits that saw an error from one of its files. */
  errors: { least: 200, leastFailed: 20, percent: 2 },
  /** Messages to its app that were not taken at the first try. */
  webhooks: { least: 50, leastFailed: 10, percent: 10 },
  /** Stores that removed it. */
  departures: { least: 50, leastFailed: 10, percent: 10 },
} as const satisfies Record<string, { least: number; leastFailed: number; percent: number }>
export type Signal = keyof typeof SIGNALS

/** Stores on which visitors must have seen errors: one shop's own trouble halts nothing. */
export const LEAST_ERROR_STORES = 3

/** Of 99.9 % (two-sided): of a thousand releases that are no worse, one would be taken for it. */
const Z = 3.29

/** The bounds of the true share (Wilson's score interval). */
export function shareBounds({ all, failed }: Counted): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 }
  const [share, z2] = [failed / all, Z * Z]
  const middle = (share + z2 / (2 * all)) / (1 + z2 / all)
  const reach = (Z * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all * all))) / (1 + z2 / all)
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/**
 * Whether a release is clearly worse than the one before: enough of both is known, its share is at
 * least the signal's and more than twice that of the one before, and what is known of the two
 * cannot be chance.
 */
export function isClearlyWorse(signal: Signal, here: Counted, before: Counted): boolean {
  const { least, leastFailed, percent } = SIGNALS[signal]
  return (
    here.all >= least &&
    before.all >= least &&
    here.failed >= leastFailed &&
    here.failed * 100 >= here.all * percent &&
    here.failed * before.all > TIMES_BEFORE * before.failed * here.all &&
    shareBounds(here).low > shareBounds(before).high
  )
}

/** What is known of a release after its installs. */
export interface Signals extends ReleaseSignals {
  sent: number
  unsent: number
}

/** The first signal by which a release is clearly worse than the one before, or null. */
export function signalToHalt(here: Signals, before: Signals): Signal | null {
  const of: Record<Signal, (signals: Signals) => Counted> = {
    errors: ({ visits, errors }) => ({ all: visits, failed: errors }),
    webhooks: ({ sent, unsent }) => ({ all: sent, failed: unsent }),
    departures: ({ came, left }) => ({ all: came, failed: Math.min(left, came) }),
  }
  const found = (Object.keys(SIGNALS) as Signal[]).find(
    (signal) =>
      isClearlyWorse(signal, of[signal](here), of[signal](before)) &&
      (signal !== 'errors' || here.errorStores >= LEAST_ERROR_STORES),
  )
  return found ?? null
}

export const HALT_REASONS = ['failures', 'health', 'errors', 'webhooks', 'departures'] as const
export type HaltReason = (typeof HALT_REASONS)[number]

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
