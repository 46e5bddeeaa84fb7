import { isPreview } from '#modules/catalog/packages/manifest.ts'
import type { FieldRules } from '#lib/field-rules.ts'

/** Versions with a `-` are offered only to stores that opted in to previews (`2.0.0-beta.1`). */
export const channelOf = (version: string): 'stable' | 'beta' =>
  isPreview(version) ? 'beta' : 'stable'

/** Latest decisions on which the waiting time is measured. */
export const MEASURED = 20
/** Lease of a check run; afterwards another worker takes over. */
export const CHECK_LEASE_SECONDS = 330
/** Attempts at checks that crash their process before they are reported as "could not run". */
export const MOST_TRIES = 3
/** Wait for the scratch shop when another submission uses it. */
export const SHOP_RETRY_SECONDS = 10
/** Lease of a trial that a reviewer asked for: as long as the scratch shop may be taken. */
export const TRIAL_LEASE_SECONDS = 300
/** How long a reviewer's claim lasts. */
export const CLAIM_SECONDS = 45 * 60

const MEGABYTE = 1024 * 1024

/** Larger than the rule pack allows, so that the rule's own message is shown. */
export const UPLOAD_BYTES = 32 * MEGABYTE

/** Over HTTP they are sent in the query: three languages must fit into an address. */
export const NOTES_RULES = {
  required: true,
  min: 3,
  max: 700,
  lines: true,
} as const satisfies FieldRules
export const REASON_RULES = {
  required: true,
  min: 10,
  max: 500,
  lines: true,
} as const satisfies FieldRules

/** Filters of the review queue. Apart from the contract, so that the page does not load it. */
export const QUEUE_FILTERS = ['waiting', 'mine', 'checking', 'scheduled', 'decided'] as const

export const ROLLOUTS = ['auto', 'at_once', 'staged'] as const
export type RolloutChoice = (typeof ROLLOUTS)[number]

export const HOURS_RULES = { min: 1, max: 336, usual: 24 } as const
const MOST_STAGES = 6
const EVERYBODY = 10_000

/**
 * Parses `1, 10, 50, 100` into shares of 10,000 stores; null unless they grow to all stores. At
 * most two decimals: a share is a whole number of 10,000.
 */
export function readStages(text: string): number[] | null {
  const parts = text
    .split(/[,،;\s]+/)
    .filter(Boolean)
    .map((part) => part.replace(/%$/, ''))
  if (
    parts.length === 0 ||
    parts.length > MOST_STAGES ||
    !parts.every((part) => /^\d{1,3}(\.\d{1,2})?$/.test(part))
  )
    return null
  const shares = parts.map((part) => Math.round(Number(part) * 100))
  const grows = shares.every((share, index) => share > (shares[index - 1] ?? 0))
  return grows && shares.at(-1) === EVERYBODY ? shares : null
}

export const SUBMISSION_STATES = [
  'checking',
  'waiting',
  'scheduled',
  'approved',
  'rejected',
  'withdrawn',
  'failed_checks',
] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

/**
 * Every transition of a submission. Rows change state only along this table (`moveSubmission`), and
 * the README's diagram is drawn from it.
 */
export const SUBMISSION_MOVES: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  checking: ['waiting', 'failed_checks', 'withdrawn'],
  // A check that could not run is run again.
  waiting: ['checking', 'scheduled', 'approved', 'rejected', 'withdrawn'],
  // Approved, and published at the time that the partner chose.
  scheduled: ['approved', 'withdrawn'],
  approved: [],
  rejected: [],
  withdrawn: [],
  failed_checks: [],
}

/** States from which a submission may move to `state`. */
export const statesBefore = (state: SubmissionState): SubmissionState[] =>
  SUBMISSION_STATES.filter((from) => SUBMISSION_MOVES[from].includes(state))

/** A release may be scheduled so far ahead. */
export const SCHEDULE_DAYS = 180

/** At most one submission of an item is in these states. */
export const UNFINISHED_STATES: readonly SubmissionState[] = ['checking', 'waiting', 'scheduled']

/** Not decided yet. */
const OPEN_STATES: readonly SubmissionState[] = ['checking', 'waiting']
export const isOpen = (state: string): boolean => OPEN_STATES.some((open) => open === state)
