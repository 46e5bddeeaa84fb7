import { INSTALLATION_MOVES } from '#contexts/installs/transitions.ts'

type Moves = Readonly<Record<string, readonly string[]>>

/** One piece of work: it ends once, and one that has ended is never begun again. */
const RUN_MOVES: Moves = {
  queued: ['running'],
  running: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}

/** A row of the ledger: written down, on the store, taken off; what was taken off for a while or by an update that is taken back comes again. */
const EFFECT_MOVES: Moves = {
  planned: ['applied', 'reverted'],
  applied: ['planned', 'paused', 'reverted'],
  paused: ['applied', 'reverted', 'planned'],
  reverted: ['planned', 'applied'],
}

/** What may happen to each kind of row (I9). */
export const MOVES = { installation: INSTALLATION_MOVES as Moves, run: RUN_MOVES, effect: EFFECT_MOVES } as const
