import type { Db } from '#db/client.ts'
import type { Sites } from './sign-in.ts'
import type { Sender } from './send.ts'

/** What a part of the proof is notified. */
export interface HostileRun {
  sender: Sender
  sites: Sites
  /** Of the product that is attacked. */
  db: Db
  seed: number
  /** A small sample of everything. */
  sample: boolean
  /** Calls of the fuzzer. */
  calls: number
  say: (words: string) => void
  isStopping: () => boolean
}

export interface HostileResult {
  /** What was done, with counts. */
  done: string
  violations: string[]
}

/** A part needs nothing of the others; what it starts it ends. */
export interface HostilePart {
  title: string
  run: (run: HostileRun) => Promise<HostileResult>
}

export const describeCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
