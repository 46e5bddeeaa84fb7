import type { ChildProcess } from 'node:child_process'
import type { End } from '#tools/launch/under-way.ts'
import type { Screen } from '#tools/launch/screen.ts'

/** What a proof gets. A proof is a file `<name>.ts` in this folder that exports `prove`. */
export interface ProofRun {
  root: string
  /** What stands behind the proof's name on the command line. */
  args: string[]
  screen: Screen
  onChild: (child: ChildProcess) => void
  /** Told of everything that must be put away at the end, in whichever way that comes. */
  onEnd: (end: End) => void
  isStopping: () => boolean
}

/** Says what it did as it goes; the command prints the last line from the answer. */
/** `skipped` says why nothing could be tried: that is no proof. */
export type Proof = (
  run: ProofRun,
) => Promise<{ checked: string; violations: number; skipped?: string }>
