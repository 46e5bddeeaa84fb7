import { serve, type ServerType } from '@hono/node-server'
import { join } from 'node:path'
import { makeInstallerApp } from '#apps/installer/app.ts'
import { openDb } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { SettingsFault } from '#lib/settings.ts'
import { readConfig, type Config } from './config.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { makeServices } from './services.ts'
import { makeSiteApp } from './site-app.ts'

const DRAIN_MS = 5_000

export interface RunningServer {
  stop(): Promise<void>
}

/** Starts the roles that the settings name, in this process. Resolves when every port answers. */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = openLog(config.logLevel)
  // No request may end the process (I13): what nobody waited for is logged as the fault that it is.
  process.on('unhandledRejection', error => log.error({ error }, 'nobody waited for this'))
  const db = openDb({ url: config.databaseUrl, poolSize: config.databasePool, onError: error => log.error({ error }, 'database') })
  const queue = await openJobs({ databaseUrl: config.databaseUrl, log })
  const services = makeServices(config, { db, clock: systemClock, log, jobs: queue.jobs })
  const servers: ServerType[] = []
  const listen = (fetch: Parameters<typeof serve>[0]['fetch'], port: number) => new Promise<void>((resolve, reject) => {
    const server = serve({ fetch, port, hostname: config.listenHost }, () => resolve())
    server.on('error', reject)
    servers.push(server)
  })
  if (config.roles.includes('web')) {
    const folders = { buildFolder: config.buildFolder, pictureFolder: join(config.blobFolder, 'pictures') }
    const shared = { platformId: config.platformId, trustProxy: config.trustProxy }
    const apps = await makeSiteApp(services, { ...shared, market: 'app', origin: config.appOrigin }, folders)
    const themes = await makeSiteApp(services, { ...shared, market: 'theme', origin: config.themeOrigin }, folders)
    await listen(apps.fetch, config.appPort)
    await listen(themes.fetch, config.themePort)
  }
  if (config.roles.includes('installer')) {
    const site = { market: 'app', platformId: config.platformId, origin: config.installerOrigin, trustProxy: config.trustProxy } as const
    await listen(makeInstallerApp(services, site).fetch, config.installerPort)
  }
  if (config.roles.includes('worker')) await queue.work(services)
  return {
    async stop() {
      await Promise.all(servers.map(server => new Promise<void>(resolve => {
        const timer = setTimeout(() => {
          if ('closeAllConnections' in server) server.closeAllConnections()
        }, DRAIN_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      })))
      await queue.stop()
      await db.destroy()
    },
  }
}

if (import.meta.main) {
  try {
    const server = await startServer(readConfig())
    console.log('server ready')
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)))
  } catch (error) {
    console.error(error instanceof SettingsFault ? error.message : error)
    process.exit(1)
  }
}
