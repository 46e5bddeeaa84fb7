import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { listMissingMigrations, listMigrationNames } from '#db/migrate.ts'
import { openDb } from '#db/client.ts'
import type { Changes } from './page-cache/changes.ts'

/** Probes come every second from many machines; the database is asked this often at most. */
const KEPT_MS = 1_000
const TIMEOUT_MS = 2_000

/** What readiness is made of; everything must be true. */
export interface Checks {
  /** Every port of the process is open. */
  started: boolean
  /** It answers within two seconds. */
  database: boolean
  /** All of this release are applied. */
  migrations: boolean
  /** Changes are heard (`page-cache/changes.ts`). */
  changes: boolean
}

export interface Health {
  /** The process has started: from now on it may be ready. */
  endStart(): void
  /** From now on this process is not ready, and connections end with the answer that is sent. */
  beginStop(): void
  /** Asks the database, as a probe would. */
  check(): Promise<Checks>
  /**
   * Answers `/health/live` and `/health/ready` before `listener`, at any host for which `isOurs` is
   * true.
   */
  before(
    listener: RequestListener,
    isOurs?: (incoming: IncomingMessage) => boolean,
  ): RequestListener
  close(): Promise<void>
}

interface HealthOptions {
  databaseUrl: string
  changes: Pick<Changes, 'listening'>
  /** Figures of the page cache, shown beside the checks. */
  pages?: () => object | undefined
}

export async function openHealth({ databaseUrl, changes, pages }: HealthOptions): Promise<Health> {
  const names = await listMigrationNames()
  // A connection of its own: a process whose pool is busy is slow, and would not be faster if all of
  // them were taken out at once.
  const db = openDb({ url: databaseUrl, poolSize: 1, connectionTimeoutMs: TIMEOUT_MS })
  let asking: Promise<string[]> | undefined
  let started = false
  let stopping = false
  let kept: { at: number; checks: Promise<Pick<Checks, 'database' | 'migrations'>> } | undefined

  function askDatabase() {
    const at = performance.now()
    if (kept === undefined || at - kept.at > KEPT_MS)
      kept = { at, checks: checkDatabase(listMissing) }
    return kept.checks
  }

  /** A database that hangs is asked once. */
  function listMissing(): Promise<string[]> {
    asking ??= listMissingMigrations(db, names).finally(() => {
      asking = undefined
    })
    return asking
  }

  const check = async (): Promise<Checks> => ({
    started: started && !stopping,
    ...(await askDatabase()),
    changes: changes.listening,
  })

  async function answerReady(): Promise<[number, object]> {
    if (stopping) return [503, { ready: false, stopping: true }]
    const checks = await check()
    const ready = !stopping && Object.values(checks).every(Boolean)
    return [ready ? 200 : 503, { ready, checks, pages: pages?.() }]
  }

  return {
    endStart() {
      started = true
    },
    beginStop() {
      stopping = true
    },
    check,
    before:
      (listener, isOurs = () => true) =>
      async (incoming, outgoing) => {
        // A connection that is kept would be closed while its client sends the next request.
        if (stopping) outgoing.shouldKeepAlive = false
        const path = incoming.url?.split('?', 1)[0]
        if ((path !== '/health/live' && path !== '/health/ready') || !isOurs(incoming))
          return listener(incoming as never, outgoing as never)
        if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
          return send(outgoing, 405, { message: 'Use GET.' }, { allow: 'GET, HEAD' })
        const [status, body] =
          path === '/health/live' ? ([200, { live: true }] as const) : await answerReady()
        send(outgoing, status, body)
      },
    close: () => db.destroy(),
  }
}

async function checkDatabase(listMissing: () => Promise<string[]>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), TIMEOUT_MS)
  })
  try {
    const missing = await Promise.race([listMissing(), late])
    return { database: true, migrations: missing.length === 0 }
  } catch {
    return { database: false, migrations: false }
  } finally {
    clearTimeout(timer)
  }
}

function send(
  outgoing: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  })
  outgoing.end(JSON.stringify(body))
}
