import { isDemoMarket } from './beginning.ts'
import {
  logMissingReleases,
  signReleasesAgain,
} from '#modules/catalog/release-log/sign-releases.ts'
import type { Services } from '#kernel/context.ts'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import { migrate } from '#db/migrate.ts'
import { openDb } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { SettingsFault } from '#lib/settings.ts'
import { readConfig, type Config } from './config.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { registerPlatform } from './register-platform.ts'
import { registerSealingKeys } from './sealing/register-keys.ts'
import { makeServices } from './services.ts'

/**
 * D1: while nobody is an operator, each start prints a way to become the first. The launcher shows
 * this line as it is.
 */
async function announceFirstOperator(services: Services, config: Config): Promise<void> {
  const token = await newFirstOperatorLink(services)
  if (token !== null) console.log(`FIRST OPERATOR ${config.consoleOrigin}/first/${token}`)
}

/** Puts the demo's items into a demo market; only `demo/prepare.ts` brings one. */
type LoadDemo = (services: Services) => Promise<void>

/**
 * Before anything runs: migrations, the job queue's tables, the configured platform, in a demo
 * market its catalogue. Quick when nothing changed.
 */
async function prepare(config: Config, loadDemo: LoadDemo | undefined): Promise<void> {
  const log = openLog(config.logLevel)
  const db = openDb({
    url: config.databaseUrl,
    poolSize: 4,
    statementTimeoutMs: 0,
    onError: (error) => log.error({ error }, 'database'),
  })
  try {
    const done = await migrate(db)
    if (done.length > 0) log.info({ migrations: done }, 'migrated')
    const queue = await openJobs({ databaseUrl: config.databaseUrl, log, migrate: true })
    try {
      const services = makeServices(config, { db, clock: systemClock, log, jobs: queue.jobs })
      const isDemo = await isDemoMarket(services, config.demoCatalogue)
      if (isDemo && !loadDemo) {
        throw new SettingsFault([
          "The demo's items are not part of the server: run demo/prepare.ts for them, or set DEMO_CATALOGUE=0 for a market of your own.",
        ])
      }
      await registerSealingKeys(services)
      await registerPlatform(services, config)
      await logMissingReleases(services)
      await signReleasesAgain(services)
      if (isDemo) await loadDemo?.(services)
      await announceFirstOperator(services, config)
    } finally {
      // A queue that is left open keeps the process alive, and whoever waits for it would wait for
      // ever.
      await queue.stop()
    }
  } finally {
    await db.destroy()
  }
}

/** Prepares what the environment describes; a failure is printed and ends in exit code 1. */
export async function runPreparation(loadDemo?: LoadDemo): Promise<void> {
  process.umask(0o077)
  try {
    await prepare(readConfig(), loadDemo)
  } catch (error) {
    console.error(error instanceof SettingsFault ? error.message : error)
    process.exitCode = 1
  }
}

if (import.meta.main) await runPreparation()
