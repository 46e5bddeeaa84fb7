/** Every way that an installation can go (I9). What happened is held against this table by `npm run prove -- installs`. */
export const INSTALLATION_MOVES: Readonly<Record<string, readonly string[]>> = {
  // Given up, it is taken back.
  installing: ['installed', 'uninstalling'],
  installed: ['updating', 'pausing', 'uninstalling'],
  // Done, or given up and brought back; when the way back fails too, its owner decides.
  updating: ['installed', 'needs_action'],
  pausing: ['paused', 'needs_action'],
  paused: ['resuming', 'uninstalling'],
  resuming: ['installed', 'needs_action'],
  uninstalling: ['uninstalled', 'needs_action'],
  // The same work once more, or off with it.
  needs_action: ['updating', 'pausing', 'resuming', 'uninstalling'],
  uninstalled: [],
}

/** One piece of work: it ends once, and one that has ended is never begun again. */
export const RUN_MOVES: Readonly<Record<string, readonly string[]>> = {
  queued: ['running'],
  running: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}

/** A row of the ledger: written down, on the store, taken off; what was taken off for a while or by an update that is taken back comes again. */
export const EFFECT_MOVES: Readonly<Record<string, readonly string[]>> = {
  planned: ['applied', 'reverted'],
  applied: ['planned', 'paused', 'reverted'],
  paused: ['applied', 'reverted', 'planned'],
  reverted: ['planned', 'applied'],
}
