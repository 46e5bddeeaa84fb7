import { INSTALLATION_TRANSITIONS } from '#modules/installs/rules.ts'

type Transitions = Readonly<Record<string, readonly string[]>>

/** One piece of work: it ends once, and one that has ended is never begun again. */
const RUN_TRANSITIONS: Transitions = {
  queued: ['running'],
  running: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}

/**
 * A row of the ledger: recorded, on the store, taken off; what was taken off for a while or by
 * an update that is taken back comes again.
 */
const EFFECT_TRANSITIONS: Transitions = {
  planned: ['applied', 'reverted'],
  applied: ['planned', 'paused', 'reverted'],
  paused: ['applied', 'reverted', 'planned'],
  reverted: ['planned', 'applied'],
}

/** What may happen to each kind of row (I9). */
export const TRANSITIONS = {
  installation: INSTALLATION_TRANSITIONS as Transitions,
  run: RUN_TRANSITIONS,
  effect: EFFECT_TRANSITIONS,
} as const
