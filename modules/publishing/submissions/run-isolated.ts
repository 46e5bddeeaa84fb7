import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { KnownName, ListingCandidate, RuleReport } from '#modules/catalog/public.ts'
import type { FileChange } from './compare-packages.ts'

export type IsolatedRequest =
  | {
      kind: 'check'
      zip: Uint8Array | null
      listing: ListingCandidate
      names: readonly KnownName[]
      rules: readonly string[]
    }
  | { kind: 'compare'; before: Uint8Array | null; after: Uint8Array }
export type IsolatedAnswer =
  /**
   * `leaked`: tokens of this market that lie in the package; they go no further than to who revokes
   * them (PKG-7).
   */
  | { kind: 'checked'; reports: RuleReport[]; leaked: string[] }
  | { kind: 'compared'; files: FileChange[] }
  | { kind: 'failed'; message: string }

export interface Caps {
  deadlineMs: number
  heapMegabytes: number
}
/** The largest package that the rules let through takes some seconds. */
export const CAPS: Caps = { deadlineMs: 60_000, heapMegabytes: 384 }

/**
 * It took too long or too much memory, or ended by itself: nobody knows what it would have said.
 */
export class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun'
}

/**
 * Looks through a package in a process of its own, which may read files and nothing else: not write
 * one, not start anything, and it knows no setting. What runs away costs that process, and
 * everything else goes on.
 */
export async function runIsolated(
  request: IsolatedRequest,
  { deadlineMs, heapMegabytes }: Caps = CAPS,
): Promise<IsolatedAnswer> {
  const child = fork(fileURLToPath(new URL('./check-process.ts', import.meta.url)), [], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
    ],
  })
  try {
    const answer = await new Promise<IsolatedAnswer>((resolve, reject) => {
      const deadline = setTimeout(
        () => reject(new CouldNotRun(`no answer in ${deadlineMs} ms`)),
        deadlineMs,
      )
      child.once('message', (message) => {
        clearTimeout(deadline)
        resolve(message as IsolatedAnswer)
      })
      child.once('exit', (code, signal) => {
        clearTimeout(deadline)
        reject(new CouldNotRun(`the process ended: ${signal ?? code}`))
      })
      child.on('error', (error) => reject(new CouldNotRun(error.message)))
      child.send(request, (error) => {
        if (error) reject(new CouldNotRun(error.message))
      })
    })
    if (answer.kind === 'failed') throw new CouldNotRun(answer.message)
    return answer
  } finally {
    child.kill('SIGKILL')
  }
}
