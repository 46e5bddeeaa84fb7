/** Of background jobs, as operators ask for them. */
export const JOB_STATES = ['failed', 'waiting', 'active'] as const
export type JobStateName = (typeof JOB_STATES)[number]
