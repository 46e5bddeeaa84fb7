import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface LoopWatch {
  /** Whether the event loop's delay is above the limit. */
  isBusy(): boolean
  stop(): void
}

const RESOLUTION_MS = 10
const WINDOW_MS = 500
/**
 * Startup, compilation and garbage collection take a second now and then; only a longer delay is an
 * overload.
 */
const SUSTAINED_MS = 2_000
/** Load returns as soon as it is admitted again, so the busy state outlasts a short calm. */
const HOLD_MS = 1_000
const NANOSECONDS = 1e6

/**
 * Measures how long a request that arrives at a random moment waits for the event loop. Busy when
 * the average exceeds `highMs` for two seconds; 0 disables it.
 */
export function watchEventLoop(highMs: number): LoopWatch {
  if (highMs === 0) return { isBusy: () => false, stop: () => {} }
  const ticks = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  ticks.enable()
  let [busyUntil, highForMs, lookedAt] = [0, 0, performance.now()]
  const timer = setInterval(() => {
    // A request that arrives during a tick of length d waits d / 2 on average, and more arrive
    // during long ticks: the sum of d² / 2 over the sum of d.
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
 * Resolves in its own turn of the event loop, in call order. Pages whose data arrive together are
 * rendered one per turn, so that other requests are handled in between.
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
