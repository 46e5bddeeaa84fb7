/**
 * Tracks work that is not awaited where it starts. A stopping process waits for it before it closes
 * the database.
 */
export interface InFlight {
  /** True once the process is stopping: multi-step work starts no further step. */
  readonly stopping: boolean
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when all tracked work has ended, at the latest after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export function trackInFlight(): InFlight {
  const running = new Set<Promise<unknown>>()
  let stopping = false
  return {
    get stopping() {
      return stopping
    },
    track(work) {
      const ended = work.catch(() => {}).finally(() => running.delete(ended))
      running.add(ended)
      return work
    },
    async stop(timeoutMs) {
      stopping = true
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs)
      })
      // Finished work may have started more.
      const allEnded = (async () => {
        while (running.size > 0) await Promise.all(running)
      })()
      await Promise.race([allEnded, late])
      clearTimeout(timer)
    },
  }
}
