import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HealthOrder, HealthSample } from './watch-health.ts'

/** What the server may not go beyond, whatever is done to it. */
export const MOST_HEALTH_MS = 100
export const MOST_RSS_MB = 600

export interface Watched {
  /** The largest resident set since the last reading. */
  rssMb: number
  /**
   * Of the answers to /health/ready: how many, the slowest as measured, and without waits for a
   * processor.
   */
  asked: number
  slowestRawMs: number
  slowestOwnMs: number
  /** Answers that took more than 100 ms of the server's own time. */
  late: number
  failed: string[]
}

export interface ServerWatch {
  /** What was seen since the last reading. */
  read(): Watched
  stop(): Promise<void>
}

/** The process that runs `server/main.ts` on this port; Linux only. */
export function findServer(appsPort: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts') &&
        readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`APPS_PORT=${appsPort}`)
      )
        return Number(pid)
    } catch {
      // It ended, or is another party's.
    }
  }
  throw new Error(`No server process listens for the app store on port ${appsPort}`)
}

export const rssOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const nothing = (): Watched => ({
  rssMb: 0,
  asked: 0,
  slowestRawMs: 0,
  slowestOwnMs: 0,
  late: 0,
  failed: [],
})

export function watchServer(pid: number, origin: string): ServerWatch {
  let seen = nothing()
  const memory = setInterval(() => {
    try {
      seen.rssMb = Math.max(seen.rssMb, rssOf(pid))
    } catch {
      seen.failed.push('the server has ended')
      clearInterval(memory)
    }
  }, 200)
  const order: HealthOrder = { origin, pid, everyMs: 25 }
  const worker = new Worker(join(import.meta.dirname, 'watch-health.ts'), { workerData: order })
  worker.on('message', (sample: HealthSample | { error: string }) => {
    if ('error' in sample) return void seen.failed.push(sample.error)
    seen.asked += 1
    seen.slowestRawMs = Math.max(seen.slowestRawMs, sample.rawMs)
    seen.slowestOwnMs = Math.max(seen.slowestOwnMs, sample.ownMs)
    if (sample.ownMs > MOST_HEALTH_MS) seen.late += 1
  })
  return {
    read() {
      const now = seen
      seen = nothing()
      return now
    },
    async stop() {
      clearInterval(memory)
      await worker.terminate()
    },
  }
}

export const describeWatched = ({ rssMb, asked, slowestRawMs, slowestOwnMs }: Watched): string =>
  `${Math.round(rssMb)} MB at most; ${asked} times /health/ready, the slowest ${Math.round(slowestOwnMs)} ms (${Math.round(slowestRawMs)} ms with waits for a processor)`

export const violationsOf = (
  part: string,
  { rssMb, slowestOwnMs, late, asked, failed }: Watched,
): string[] => [
  ...(rssMb > MOST_RSS_MB
    ? [`${part}: the server held ${Math.round(rssMb)} MB, more than ${MOST_RSS_MB}`]
    : []),
  ...(late > 0
    ? [
        `${part}: ${late} of ${asked} answers to /health/ready took more than ${MOST_HEALTH_MS} ms, the slowest ${Math.round(slowestOwnMs)} ms`,
      ]
    : []),
  ...[...new Set(failed)].map(
    (what) => `${part}: ${what} (${failed.filter((one) => one === what).length} times)`,
  ),
]
