export type InstallationState =
  | 'installing'
  | 'installed'
  | 'updating'
  | 'pausing'
  | 'paused'
  | 'resuming'
  | 'uninstalling'
  | 'uninstalled'
  | 'needs_action'

/**
 * Every way that an installation can go (I9). A row moves only along this table
 * (`setInstallationState`), and `npm run prove -- installs` holds what happened against it.
 */
export const INSTALLATION_MOVES: Readonly<Record<InstallationState, readonly InstallationState[]>> =
  {
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

/** Where an installation may have been before it is in `state`; in it already, too. */
export const statesBefore = (state: InstallationState): InstallationState[] => [
  state,
  ...(Object.keys(INSTALLATION_MOVES) as InstallationState[]).filter((from) =>
    INSTALLATION_MOVES[from].includes(state),
  ),
]
