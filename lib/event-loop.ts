import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface LoopWatch {
  /** Whether requests wait too long for their turn in this process. */
  isBusy(): boolean
  stop(): void
}

const RESOLUTION_MS = 10
const WINDOW_MS = 500
/** Starting, compiling and collecting garbage take a second now and then; an overload lasts. */
const SUSTAINED_MS = 2_000
/**
 * Load comes back as soon as it is admitted again: a short calm is no reason to admit all of it.
 */
const HOLD_MS = 1_000
const NANOSECONDS = 1e6

/**
 * Measures how long a request that arrives at any moment waits until the event loop gets to it.
 * Busy when that was more than `highMs` on average, for two seconds. 0: never.
 */
export function watchEventLoop(highMs: number): LoopWatch {
  if (highMs === 0) return { isBusy: () => false, stop: () => {} }
  const ticks = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  ticks.enable()
  let [busyUntil, highForMs, lookedAt] = [0, 0, performance.now()]
  const timer = setInterval(() => {
    // Whoever arrives during a tick of length d waits d / 2, and more arrive during long ticks: the
    // sum of d² / 2 over the sum of d.
    const waitMs = (ticks.mean ** 2 + ticks.stddev ** 2) / ticks.mean / 2 / NANOSECONDS
    const now = performance.now()
    highForMs = waitMs > highMs ? highForMs + now - lookedAt : 0
    lookedAt = now
    if (highForMs >= SUSTAINED_MS) busyUntil = now + HOLD_MS
    ticks.reset()
  }, WINDOW_MS).unref()
  return {
    isBusy: () => performance.now() < busyUntil,
    stop() {
      clearInterval(timer)
      ticks.disable()
    },
  }
}

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop of its own, in the order of the calls. Pages whose data
 * arrive together are rendered one per turn, so that other requests are read in between.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve)
      }),
  )
  return lastTurn
}
