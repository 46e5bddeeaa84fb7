import { getRequestListener } from '@hono/node-server'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSearchTerms, createViewCounter } from '#modules/analytics/public.ts'
import type { StorefrontSite } from '#kernel/context.ts'
import { openDb } from '#db/client.ts'
import { createBoundedServer, type AllowBody } from '#lib/bounded-server.ts'
import { clientAddress, networkOf } from '#lib/client-address.ts'
import { systemClock, type Clock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { processCache } from '#lib/cache.ts'
import { SettingsFault } from '#lib/settings.ts'
import { allowConsoleBody, allowMarketBody, allowPreviewBody } from './request-body.ts'
import { watchCardPage } from './card-page-watch.ts'
import { readConfig, type Config } from './config.ts'
import { countViews } from './count-views.ts'
import { describeEarlyRefusal } from './errors.ts'
import { trackInFlight } from './in-flight.ts'
import { openGuestGate } from './guest-gate.ts'
import { openHealth } from './health.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { liveSettings } from './live-settings.ts'
import { listenForChanges } from './page-cache/changes.ts'
import { createPageCache, type PageCache } from './page-cache/page-cache.ts'
import { DEMO_PLATFORM } from '#modules/stores/platforms/public.ts'
import { listenByHost } from './listen-by-host.ts'
import { makeServices } from './services.ts'
import { openTelemetry } from './telemetry/telemetry.ts'

const DRAIN_MS = 5_000
/** PCI DSS requires a weekly check; an hourly one is no more work. */
const WATCH_MS = 3_600_000
const WRITE_VIEWS_MS = 20_000
/**
 * Longer than proxies keep idle connections (60 s), so that none sends a request into a closing
 * one.
 */
const KEPT_MS = 75_000
/** Open connections of one address: an office behind one needs some hundred. */
const CONNECTIONS_OF_NETWORK = 1_024

export interface RunningServer {
  stop(): Promise<void>
}

/**
 * Starts the configured roles in this process; resolves when every port answers. Proofs pass a
 * clock and skip the screens.
 */
export async function startServer(
  config: Config,
  { clock = systemClock, screens = true }: { clock?: Clock; screens?: boolean } = {},
): Promise<RunningServer> {
  const log = openLog(config.logLevel)
  // No request may end the process (I13): unhandled rejections are logged as errors.
  process.on('unhandledRejection', (error) => log.error({ error }, 'nobody waited for this'))
  // Node would print it unfiltered; the log redacts it (I12).
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'ended by a fault')
    process.exit(1)
  })
  const telemetry = await openTelemetry(config, log)
  const inFlight = trackInFlight()
  const db = openDb({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    onError: (error) => log.error({ error }, 'database'),
  })
  const queue = await openJobs({ databaseUrl: config.databaseUrl, log, inFlight })
  const changes = listenForChanges({ databaseUrl: config.databaseUrl, log })
  const cache = processCache()
  changes.onChange((tags) =>
    tags.includes('all') ? cache.setTrusted(changes.listening) : cache.invalidate(tags),
  )
  const services = makeServices(config, { db, clock, log, jobs: queue.jobs, cache })
  const live = liveSettings(services, { ...config, operator: services.operator }, changes, inFlight)
  await live.renew()
  // After the cache, which must be invalidated first so that no page is rendered from outdated
  // values.
  const pageCache = openPageCache(config, { clock, changes, log })
  const health = await openHealth({
    databaseUrl: config.databaseUrl,
    changes,
    pages: () => pageCache?.stats(),
  })
  const servers: Server[] = []
  const gate = openGuestGate(config)
  const views = createViewCounter(services)
  const terms = createSearchTerms(services)
  const saveViews = async () => {
    await views
      .write()
      .catch((error: unknown) => log.warn({ error }, 'views could not be written down'))
    await terms
      .write()
      .catch((error: unknown) => log.warn({ error }, 'search terms could not be written'))
    await services.missedSearches
      .write(db)
      .catch((error: unknown) => log.warn({ error }, 'missed searches could not be written'))
  }
  const viewTimer = config.roles.includes('web')
    ? setInterval(() => void inFlight.track(saveViews()), WRITE_VIEWS_MS)
    : undefined
  const listen = async (
    part: string,
    listener: RequestListener,
    port: number,
    allowBody: AllowBody,
    isOurs?: (incoming: IncomingMessage) => boolean,
  ) => {
    const answering = health.before(telemetry.before(part, listener), isOurs)
    const tracked: RequestListener = (incoming, outgoing) => {
      void inFlight
        .track(Promise.resolve(answering(incoming, outgoing) as unknown))
        .catch((error: unknown) => log.error({ error }, 'a request ended by a fault'))
    }
    const server = createBoundedServer(tracked, {
      allowBody,
      keepAliveMs: KEPT_MS,
      networkOf: (incoming) => networkOf(clientAddress(incoming, config.trustedHops)),
      // A proxy in front connects for everybody.
      ...(config.trustedHops === 0 && { maxConnectionsOfNetwork: CONNECTIONS_OF_NETWORK }),
      refusalText: (refusal, incoming) => describeEarlyRefusal(services, refusal, incoming),
    })
    servers.push(server)
    await listenOn(server, port, config.listenHost)
  }
  /** A port for those who look after the process; it takes no bodies. */
  const openPort = async (listener: RequestListener, port: number) => {
    const server = createBoundedServer(listener, {
      allowBody: () => ({ bytes: 0 }),
      refusalText: (refusal, incoming) => describeEarlyRefusal(services, refusal, incoming),
    })
    ownPorts.push(server)
    await listenOn(server, port, config.listenHost)
  }
  const ownPorts: Server[] = []
  // Before the others, so that a slow start is seen.
  if (config.healthPort !== undefined) await openPort(health.before(notFound), config.healthPort)
  if (telemetry.scrape && config.metricsPort !== undefined) {
    const { readingsOf } = await import('./telemetry/figures.ts')
    telemetry.watch(() => readingsOf({ services, health, pages: () => pageCache?.stats() }))
    await openPort(telemetry.scrape, config.metricsPort)
  }
  // Each role loads its own code.
  if (config.roles.includes('web')) {
    const [{ makeSiteListener }, { makeConsoleApp }, { openConsole }] = await Promise.all([
      import('./site-app.ts'),
      import('./console/console-app.ts'),
      import('./console/context.ts'),
    ])
    const options = {
      ...(screens && { buildFolder: config.buildFolder }),
      pictureFolder: join(config.blobFolder, 'pictures'),
      iconUpstream: config.iconUpstream ?? null,
      pageCache,
    }
    const listenerOf = async (site: StorefrontSite) => {
      const listener = await makeSiteListener(
        services,
        {
          ...site,
          trustedHops: config.trustedHops,
          gate,
          get brand() {
            return site.brand ?? live.brand()
          },
        },
        options,
      )
      return countViews(
        {
          counter: views,
          terms,
          networkOf: (incoming) => networkOf(clientAddress(incoming, config.trustedHops)),
        },
        site.platformId,
        listener,
      )
    }
    for (const [market, port] of [
      ['app', config.appPort],
      ['theme', config.themePort],
    ] as const)
      await listen(market, await listenByHost(services, market, listenerOf), port, allowMarketBody)
    const consoleApp = await makeConsoleApp(services, await openConsole(services, config, gate), {
      pictureFolder: options.pictureFolder,
      ...(screens && { buildFolder: config.buildFolder }),
    })
    await listen(
      'console',
      getRequestListener(consoleApp.fetch),
      config.consolePort,
      allowConsoleBody,
    )
  }
  if (config.roles.includes('installer')) {
    const { makeInstallerApp } = await import('#apps/installer/app.ts')
    const site = {
      market: 'app',
      platformId: config.platformId ?? DEMO_PLATFORM,
      origin: config.installerOrigin,
      trustedHops: config.trustedHops,
      gate,
    } as const
    await listen(
      'installer',
      getRequestListener(makeInstallerApp(services, site).fetch),
      config.installerPort,
      allowMarketBody,
    )
  }
  if (config.roles.includes('preview')) {
    const { makePreviewApp } = await import('#apps/preview/app.ts')
    const { host } = new URL(config.previewOrigin)
    await listen(
      'preview',
      getRequestListener(makePreviewApp(services, config.trustedHops).fetch),
      config.previewPort,
      allowPreviewBody,
      // At the host of a preview every path is its shop's.
      (incoming) => !incoming.headers.host?.toLowerCase().endsWith(`.${host}`),
    )
  }
  if (config.roles.includes('worker')) await queue.work(services)
  const watch =
    screens && config.roles.includes('worker')
      ? setInterval(() => void inFlight.track(watchCardPages()), WATCH_MS)
      : undefined
  async function watchCardPages(): Promise<void> {
    for (const site of services.sites) {
      const place = {
        ...site,
        http: createHttp({ allowOrigins: [site.origin] }),
        buildFolder: config.buildFolder,
      }
      await watchCardPage(services, place).catch((error: unknown) =>
        log.error(
          { error, origin: site.origin },
          'the page where cards are typed could not be looked at',
        ),
      )
    }
  }
  health.endStart()
  return {
    async stop() {
      health.beginStop()
      clearInterval(watch)
      // Whoever sends requests here is given the time to see that this process is not ready.
      if (servers.length > 0) await sleep(config.shutdownDelaySeconds * 1_000)
      gate.stop()
      await Promise.all(servers.map(drain))
      clearInterval(viewTimer)
      // Stopping the queue also waits for responses in flight.
      await Promise.all([queue.stop(), changes.stop()])
      await saveViews()
      await Promise.all([db.destroy(), health.close(), telemetry.stop()])
      for (const server of ownPorts) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const notFound: RequestListener = (_incoming, outgoing) => void outgoing.writeHead(404).end()

const listenOn = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, resolve)
  })

/** Accepts nothing new and waits for the requests in progress, at most `DRAIN_MS`. */
const drain = (server: Server) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    // Connections also become idle afterwards.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
  })

function openPageCache(
  config: Config,
  parts: Pick<Parameters<typeof createPageCache>[0], 'clock' | 'changes' | 'log'>,
): PageCache | null {
  if (!config.roles.includes('web') || config.pageCacheMegabytes === 0) return null
  return createPageCache({
    maxBytes: config.pageCacheMegabytes * 2 ** 20,
    maxAgeSeconds: config.pageCacheSeconds,
    ...parts,
  })
}

if (import.meta.main) {
  // Files (packages, pictures) are readable by this user only.
  process.umask(0o077)
  try {
    const server = await startServer(readConfig())
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => void server.stop().then(() => process.exit(0)))
    console.log('server ready')
  } catch (error) {
    console.error(error instanceof SettingsFault ? error.message : error)
    process.exit(1)
  }
}
