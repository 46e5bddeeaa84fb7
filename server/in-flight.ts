/**
 * Work that is not awaited where it begins. Before a stopping process closes its database it waits
 * for all of this.
 */
export interface InFlight {
  /**
   * True from the moment on when the process is asked to end: whoever works in steps begins no
   * further one.
   */
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
      // What ends may have begun something else.
      const allEnded = (async () => {
        while (running.size > 0) await Promise.all(running)
      })()
      await Promise.race([allEnded, late])
      clearTimeout(timer)
    },
  }
}
