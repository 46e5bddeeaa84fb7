import { monitorEventLoopDelay } from 'node:perf_hooks'
import { poolFigures } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { countDueRenewals } from '#modules/billing/public.ts'
import type { Health } from '../health.ts'
import { countWaitingJobs } from '../jobs.ts'
import type { PageCacheStats } from '../page-cache/page-cache.ts'
import { readArchiving } from './archiving.ts'
import type { Reading, Readings } from './metrics.ts'

interface Parts {
  services: Pick<Services, 'db' | 'clock' | 'gateway'>
  health: Pick<Health, 'check'>
  pages: () => PageCacheStats | undefined
}

const one = (value: number): Reading[] => [{ value, labels: {} }]

/** What is read at each scrape: of this process at once, of the whole database in turns. */
export const readingsOf = (parts: Parts): Readings => ({
  ...readProcess(),
  ...readPools(parts),
  ...readPages(parts),
  ...readDatabase(parts),
})

function readProcess(): Readings {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return {
    'nodejs.eventloop.delay': {
      unit: 's',
      description: 'How late the event loop was since the scrape before.',
      read() {
        const seconds = { mean: delay.mean, p99: delay.percentile(99), max: delay.max }
        delay.reset()
        return Object.entries(seconds).map(([statistic, nanoseconds]) => ({
          value: Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0,
          labels: { 'arasta.statistic': statistic },
        }))
      },
    },
    'process.memory.usage': {
      unit: 'By',
      description: 'Resident memory of the process.',
      read: () => one(process.memoryUsage.rss()),
    },
    'v8js.memory.heap.used': {
      unit: 'By',
      description: 'Memory of live and dead JavaScript objects.',
      read: () => one(process.memoryUsage().heapUsed),
    },
    'process.cpu.time': {
      counts: true,
      unit: 's',
      description: 'Processor time of the process.',
      read() {
        const { user, system } = process.cpuUsage()
        return [
          { value: user / 1e6, labels: { 'cpu.mode': 'user' } },
          { value: system / 1e6, labels: { 'cpu.mode': 'system' } },
        ]
      },
    },
  }
}

const readPools = ({ services }: Parts): Readings => ({
  'db.client.connection.count': {
    unit: '{connection}',
    description: 'Connections to PostgreSQL, by pool and state.',
    read: () =>
      poolFigures(services.db).flatMap(({ name, used, idle }) =>
        Object.entries({ used, idle }).map(([state, value]) => ({
          value,
          labels: {
            'db.client.connection.pool.name': name,
            'db.client.connection.state': state,
          },
        })),
      ),
  },
  'db.client.connection.pending_requests': {
    unit: '{request}',
    description: 'Statements and transactions that wait for a connection.',
    read: () =>
      poolFigures(services.db).map(({ name, waiting }) => ({
        value: waiting,
        labels: { 'db.client.connection.pool.name': name },
      })),
  },
  'db.client.connection.max': {
    unit: '{connection}',
    description: 'Connections that a pool may have.',
    read: () =>
      poolFigures(services.db).map(({ name, most }) => ({
        value: most,
        labels: { 'db.client.connection.pool.name': name },
      })),
  },
})

function readPages({ pages }: Parts): Readings {
  const none = { hits: 0, stale: 0, misses: 0, entries: 0, bytes: 0 }
  const stats = () => pages() ?? none
  return {
    'arasta.page_cache.requests': {
      counts: true,
      unit: '{request}',
      description: 'Requests for pages that may be kept, by where the answer came from.',
      read() {
        const { hits, stale, misses } = stats()
        return Object.entries({ hit: hits, stale, miss: misses }).map(([result, value]) => ({
          value,
          labels: { 'arasta.result': result },
        }))
      },
    },
    'arasta.page_cache.entries': {
      unit: '{page}',
      description: 'Pages that are kept.',
      read: () => one(stats().entries),
    },
    'arasta.page_cache.size': {
      unit: 'By',
      description: 'Memory that they take.',
      read: () => one(stats().bytes),
    },
  }
}

/** At most one statement in this time, however often somebody asks. */
const TURN_MS = 15_000
const WAIT_MS = 2_000

/**
 * Readiness, the queue, the archiver and renewals; each is read in its turn and kept until the
 * next.
 */
function readDatabase({ services, health }: Parts): Readings {
  const kept: Record<
    'jobs' | 'oldest' | 'due' | 'late' | 'ready' | 'archived' | 'failing',
    Reading[]
  > = {
    jobs: [],
    oldest: [],
    due: [],
    late: [],
    ready: [],
    archived: [],
    failing: [],
  }
  async function readQueue(): Promise<void> {
    kept.jobs = kept.oldest = []
    const jobs = await countWaitingJobs(services.db)
    const of = (pick: (job: (typeof jobs)[number]) => number) =>
      jobs.map((job) => ({ value: pick(job), labels: { 'arasta.job': job.name } }))
    kept.jobs = of((job) => job.waiting)
    kept.oldest = of((job) => job.oldestSeconds)
  }
  async function readRenewals(): Promise<void> {
    kept.due = kept.late = []
    const { due, late } = await countDueRenewals(services)
    kept.due = one(due)
    kept.late = one(late)
  }
  async function readArchiver(): Promise<void> {
    kept.archived = kept.failing = []
    const { lagSeconds, isFailing } = await readArchiving(services.db)
    kept.archived = one(lagSeconds)
    kept.failing = one(isFailing ? 1 : 0)
  }
  async function readHealth(): Promise<void> {
    const checks = await health.check()
    kept.ready = Object.entries(checks).map(([check, is]) => ({
      value: is ? 1 : 0,
      labels: { 'arasta.check': check },
    }))
  }
  const takeTurn = turnsOf([readHealth, readQueue, readArchiver, readHealth, readRenewals])
  const read = (name: keyof typeof kept) => async () => {
    await takeTurn()
    return kept[name]
  }
  return {
    'arasta.ready': {
      unit: '1',
      description: 'Whether each thing that readiness is made of is there.',
      read: read('ready'),
    },
    'arasta.job.waiting': {
      unit: '{job}',
      description: 'Jobs of the whole queue whose time has come; 10,000 are counted at most.',
      read: read('jobs'),
    },
    'arasta.job.oldest': {
      unit: 's',
      description: 'For how long the first of them has waited.',
      read: read('oldest'),
    },
    'arasta.wal.archive_lag': {
      unit: 's',
      description: 'Since the last segment of the write-ahead log was archived; 0 where none are.',
      read: read('archived'),
    },
    'arasta.wal.archive_failing': {
      unit: '1',
      description: 'Whether the last try to archive a segment failed.',
      read: read('failing'),
    },
    'arasta.renewals.due': {
      unit: '{subscription}',
      description: 'Subscriptions whose next step is due; 10,000 are counted at most.',
      read: read('due'),
    },
    'arasta.renewals.late': {
      unit: '{subscription}',
      description: 'Of them, due for more than a quarter of an hour.',
      read: read('late'),
    },
  }
}

/**
 * Runs one of these, the next one at each call that comes `TURN_MS` after the last; all of them at
 * the first. A database that hangs keeps nobody waiting for more than `WAIT_MS`.
 */
function turnsOf(turns: readonly (() => Promise<void>)[]): () => Promise<void> {
  let next = 0
  let startedAt = -Infinity
  let running: Promise<unknown> = Promise.resolve()
  return async () => {
    const now = performance.now()
    if (now - startedAt >= TURN_MS) {
      const all = startedAt === -Infinity ? [...new Set(turns)] : [turns[next % turns.length]!]
      startedAt = now
      next += 1
      // What cannot be read is missing until it can.
      running = Promise.allSettled(all.map((turn) => turn()))
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS)
    })
    await Promise.race([running, late])
    clearTimeout(timer)
  }
}
