import type { OperatorRole } from '#kernel/actor.ts'

const REVIEWERS = ['admin', 'reviewer'] as const
const KEEPERS = ['admin', 'reviewer', 'support'] as const

/**
 * What can be done to many rows at once. The roles are those of the act on one row; `asks`: what
 * the person says once for all rows.
 */
export const BULK_ACTS = {
  unpublish_items: { list: 'items', roles: REVIEWERS, asks: 'decision', undo: 'publish_items' },
  publish_items: { list: 'items', roles: REVIEWERS, asks: 'nothing', undo: null },
  hide_reviews: { list: 'reviews', roles: KEEPERS, asks: 'reasons', undo: 'show_reviews' },
  show_reviews: { list: 'reviews', roles: KEEPERS, asks: 'nothing', undo: null },
  settle_reviews: { list: 'reviews', roles: KEEPERS, asks: 'nothing', undo: null },
  retry_jobs: { list: 'jobs', roles: ['admin'], asks: 'nothing', undo: null },
} as const satisfies Record<
  string,
  {
    list: BulkList
    roles: readonly OperatorRole[]
    asks: 'decision' | 'reasons' | 'nothing'
    undo: string | null
  }
>
export type BulkAct = keyof typeof BULK_ACTS
export const BULK_ACT_NAMES = Object.keys(BULK_ACTS) as [BulkAct, ...BulkAct[]]
export type BulkList = 'items' | 'reviews' | 'jobs'

/** The acts on rows of a list that somebody of this role may do. */
export const actsOn = (list: BulkList, role: OperatorRole | null | undefined): BulkAct[] =>
  BULK_ACT_NAMES.filter((act) => {
    const roles: readonly OperatorRole[] = BULK_ACTS[act].roles
    return BULK_ACTS[act].list === list && role != null && roles.includes(role)
  })

/** The act that brings its rows back. */
export const undoOf = (act: BulkAct): BulkAct | null => BULK_ACTS[act].undo

export const BULK_STATES = [
  'collecting',
  'checking',
  'checked',
  'running',
  'done',
  'stopped',
  'failed',
] as const
export type BulkState = (typeof BULK_STATES)[number]
/** While a job has something to do. */
export const isUnderWay = (state: BulkState): boolean =>
  state === 'collecting' || state === 'checking' || state === 'running'

export const STEP_STATES = ['waiting', 'possible', 'impossible', 'done', 'refused'] as const
export type StepState = (typeof STEP_STATES)[number]

/** Fields that an act is told, or filters of its list: more than any has. */
export const MOST_GIVEN = 20
/** Rows of a run. */
export const MOST_STEPS = 1_000
/** Runs of one person that a job works on or that wait for the person. */
export const MOST_OPEN_RUNS = 10
export const BULK_DAYS = 30
/** Rows named for each reason. */
export const EXAMPLES = 5
