import type { Violation } from './violation.ts'

/** Two clocks and a proxy lie between what the platform says and what is seen here. */
const SLACK_MS = 150

/**
 * How the market keeps to "429, come again after so many seconds", store by store, as seen on the
 * wire.
 */
export class Limits {
  readonly #notBefore = new Map<string, number>()
  calls = 0
  /** Calls that the platform sent away. */
  sentAway = 0
  /** Owners ask when they want to; from now on only the market's own work is watched. */
  watching = false

  hear(store: string, head: string): void {
    this.calls += 1
    if (!head.startsWith('HTTP/1.1 429')) return
    this.sentAway += 1
    const seconds = Number(/^retry-after:\s*(\d+)/im.exec(head)?.[1] ?? 0)
    this.#notBefore.set(store, performance.now() + seconds * 1000 - SLACK_MS)
  }

  see(store: string, found: Violation[]): void {
    const early = (this.#notBefore.get(store) ?? 0) - performance.now()
    if (this.watching && early > 0)
      found.push({
        invariant: 'FAIR',
        where: store,
        what: `was asked again ${Math.round(early)} ms before the platform wanted`,
      })
    this.#notBefore.delete(store)
  }
}
