import { join } from 'node:path'
import { freePartPorts } from '#tools/launch/ports.ts'
import { productParts } from '#tools/launch/parts.ts'
import { runPart } from '#tools/launch/run-part.ts'
import type { Screen } from '#tools/launch/screen.ts'
import type { StartError } from '#tools/launch/start-error.ts'
import { openDb, type Db } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { systemClock } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { readConfig } from '#server/config.ts'
import { openJobs } from '#server/jobs.ts'
import { openLog } from '#server/log.ts'
import { DEMO_PLATFORM } from '#modules/stores/platforms/public.ts'
import { addPlatforms } from '#server/prepare.ts'
import { makeServices } from '#server/services.ts'
import type { BenchCluster } from './cluster.ts'

const DRAIN_MS = 5_000

type Settings = Record<string, string>

/** What the product's own server is notified by `npm start`, for this database. */
async function settingsFor(
  root: string,
  { folder, secrets }: BenchCluster,
  databaseUrl: string,
): Promise<{ settings: Settings; ports: { apps: number; console: number } }> {
  const ports = await freePartPorts()
  const [server] = productParts({
    root,
    dataFolder: folder,
    ports,
    secrets,
    databaseUrl,
    platformId: '1',
    empty: false,
  }).after
  return { settings: server?.env ?? {}, ports }
}

/**
 * An empty market: migrations, the job queue's tables, the platform. The demo catalogue is left
 * out, so that there are exactly as many items as were generated.
 */
export async function prepareDatabase(
  root: string,
  cluster: BenchCluster,
  databaseUrl: string,
): Promise<void> {
  const db = openDb({ url: databaseUrl, poolSize: 2 })
  try {
    await (await openServices(root, cluster, databaseUrl, db)).close()
  } finally {
    await db.destroy()
  }
}

/** The product's services on a database that is prepared as by `prepareDatabase`. */
export async function openServices(
  root: string,
  cluster: BenchCluster,
  databaseUrl: string,
  db: Db,
): Promise<{ services: Services; close(): Promise<void> }> {
  const config = readConfig((await settingsFor(root, cluster, databaseUrl)).settings)
  const log = openLog('warn')
  await migrate(db)
  const queue = await openJobs({ databaseUrl, log, migrate: true })
  try {
    const services = makeServices(config, { db, clock: systemClock, log, jobs: queue.jobs })
    await addPlatforms(services, { ...config, platformId: DEMO_PLATFORM })
    return { services, close: () => queue.stop() }
  } catch (error) {
    await queue.stop()
    throw error
  }
}

export interface BenchServer {
  pid(): number
  /** Of the app store. */
  port: number
  /** Its address as browsers see it: only that one has a page cache. */
  host: string
  console: { port: number; host: string }
  stop(): Promise<void>
  kill(): void
}

/**
 * The server as the product runs it: production, all roles, a process of its own, the built
 * storefront.
 */
export async function startServer({
  root,
  cluster,
  databaseUrl,
  cacheMegabytes,
  inspectPort,
  screen,
  onGiveUp,
  onStart,
}: {
  root: string
  cluster: BenchCluster
  databaseUrl: string
  /** 0 renders every page anew. */
  cacheMegabytes: number
  /** Opens V8's inspector on this port. */
  inspectPort?: number
  screen: Screen
  onGiveUp: (error: StartError) => void
  /** Told before it is ready, with the way to end it. */
  onStart: (server: Pick<BenchServer, 'stop' | 'kill'>) => void
}): Promise<BenchServer> {
  const { settings, ports } = await settingsFor(root, cluster, databaseUrl)
  const part = {
    name: `server-${cacheMegabytes > 0 ? 'cached' : 'plain'}`,
    title: 'The marketplace',
    file: 'server/main.ts',
    env: {
      ...settings,
      PAGE_CACHE_MB: String(cacheMegabytes),
      PAGES_PER_MINUTE: '1000000',
      SHED_AT_LAG_MS: '0',
      ...(inspectPort !== undefined && {
        NODE_OPTIONS: `${settings.NODE_OPTIONS ?? ''} --inspect=127.0.0.1:${inspectPort}`,
      }),
      BUILD_FOLDER: join(root, 'build'),
    },
  }
  const supervised = runPart(part, {
    root,
    dataFolder: cluster.folder,
    screen,
    open: false,
    onGiveUp,
  })
  const ends = { stop: () => supervised.stop(DRAIN_MS), kill: supervised.kill }
  onStart(ends)
  await supervised.ready
  return {
    ...ends,
    pid: () => supervised.pid() ?? 0,
    port: ports.apps,
    host: `apps.localhost:${ports.apps}`,
    console: { port: ports.console, host: `console.localhost:${ports.console}` },
  }
}
