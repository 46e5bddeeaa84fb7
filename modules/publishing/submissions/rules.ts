import { isPreview } from '#modules/catalog/packages/versions.ts'
import type { FieldRules } from '#lib/field-rules.ts'

/**
 * The catalogue offers a version with a `-` only to who asks for it (`2.0.0-beta.1`): that is what
 * the channels are.
 */
export const channelOf = (version: string): 'stable' | 'beta' =>
  isPreview(version) ? 'beta' : 'stable'

/** How many of the last decisions the waiting time is measured on. */
export const MEASURED = 20
/** How long a look may take before somebody else takes the submission up. */
export const CHECK_LEASE_SECONDS = 330
/**
 * How often checks that end their own process are begun; after that a person is told that they
 * could not run.
 */
export const MOST_TRIES = 3
/** How long to wait for one's turn on the scratch shop. */
export const TURN_AGAIN_SECONDS = 10
/** How long a reviewer has a submission alone. */
export const CLAIM_SECONDS = 45 * 60

const MEGABYTE = 1024 * 1024

/** Above what the rule pack allows, so that who hands in too much reads the rule's words. */
export const UPLOAD_BYTES = 32 * MEGABYTE

/**
 * They travel in an address when a release is handed in over HTTP: in three languages they must fit
 * there.
 */
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

/** Parts of the queue that a reviewer can look at; the page reads this without the contract. */
export const SHOWN = ['waiting', 'mine', 'checking', 'decided'] as const

export const ROLLOUTS = ['auto', 'at_once', 'staged'] as const
export type RolloutChoice = (typeof ROLLOUTS)[number]

export const HOURS_RULES = { min: 1, max: 336, usual: 24 } as const
const MOST_STAGES = 6
const EVERYBODY = 10_000

/**
 * `1, 10, 50, 100` as shares of 10,000 stores; null when they do not grow to everybody. Two
 * decimals at most: a share is a whole number of 10,000.
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
  'approved',
  'rejected',
  'withdrawn',
  'failed_checks',
] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

/**
 * Every way that a submission can go; a row moves only along this table (`moveSubmission`), and the
 * README's drawing is made of it.
 */
export const SUBMISSION_MOVES: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  checking: ['waiting', 'failed_checks', 'withdrawn'],
  // A check that could not run is run again.
  waiting: ['checking', 'approved', 'rejected', 'withdrawn'],
  approved: [],
  rejected: [],
  withdrawn: [],
  failed_checks: [],
}

/** Where a submission may have been before it is in `state`. */
export const statesBefore = (state: SubmissionState): SubmissionState[] =>
  SUBMISSION_STATES.filter((from) => SUBMISSION_MOVES[from].includes(state))

/** Of an item at most one is in these. */
const OPEN_STATES: readonly SubmissionState[] = ['checking', 'waiting']
export const isOpen = (state: string): boolean => OPEN_STATES.some((open) => open === state)
