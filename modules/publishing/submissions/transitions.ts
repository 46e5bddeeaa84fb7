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
export const OPEN_STATES: readonly SubmissionState[] = ['checking', 'waiting']
export const isOpen = (state: string): boolean => OPEN_STATES.some((open) => open === state)
