/** What it takes to open a market, in the order in which one would do it. */
export const TODO_STEPS = [
  'second',
  'name',
  'colours',
  'company',
  'platform',
  'texts',
  'categories',
  'tax',
  'shares',
  'partners',
  'published',
] as const
export type TodoStep = (typeof TODO_STEPS)[number]
/** A market opens without them too. */
export const OPTIONAL_STEPS: readonly TodoStep[] = ['colours']
/** Of background jobs, as operators ask for them. */
export const JOB_STATES = ['failed', 'waiting', 'active'] as const
export type JobStateName = (typeof JOB_STATES)[number]
