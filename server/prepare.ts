import { isDemoMarket } from './demo-market.ts'
import {
  logMissingReleases,
  signReleasesAgain,
} from '#modules/catalog/release-log/sign-releases.ts'
import type { Services } from '#kernel/context.ts'
import { newFirstOperatorLink } from '#modules/identity/public.ts'
import { migrate } from '#db/migrate.ts'
import { type Db, openDb } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { SettingsFault } from '#lib/settings.ts'
import { type Config, readConfig } from './config.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { registerSealingKeys } from './sealing.ts'
import { makeServices } from './services.ts'
import {
  DEMO_PLATFORM,
  type PlatformSeed,
  SEEDS,
  findSeed,
  insertPlatform,
  insertPlatformHost,
  insertPlatformKey,
  listPlatformNames,
  listSeeds,
  sealClientSecret,
  updatePlatform,
} from '#modules/stores/platforms/public.ts'

/**
 * D1: while there is no operator, each start prints a link to become the first. The launcher shows
 * this line unchanged.
 */
async function announceFirstOperator(services: Services, config: Config): Promise<void> {
  const token = await newFirstOperatorLink(services)
  if (token !== null) console.log(`FIRST OPERATOR ${config.consoleOrigin}/first/${token}`)
}

/** Loads the demo's items; only `demo/prepare.ts` provides it. */
type LoadDemo = (services: Services) => Promise<void>

/**
 * Prepares the database: migrations, the job queue's tables, the configured platform and, in a demo
 * market, its catalog. Quick when nothing changed.
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
      await addPlatforms(services, config, isDemo)
      await logMissingReleases(services)
      await signReleasesAgain(services)
      if (isDemo) await loadDemo?.(services)
      await announceFirstOperator(services, config)
    } finally {
      // An open queue would keep the process alive.
      await queue.stop()
    }
  } finally {
    await db.destroy()
  }
}

/** Prepares with the environment's settings; prints a failure and sets exit code 1. */
export async function runPreparation(loadDemo?: LoadDemo): Promise<void> {
  process.umask(0o077)
  try {
    await prepare(readConfig(), loadDemo)
  } catch (error) {
    console.error(error instanceof SettingsFault ? error.message : error)
    process.exitCode = 1
  }
}

type Needs = Pick<Services, 'db' | 'sealing'>

/** What an operator of a market of their own sets up first. */
const OWN_PLATFORM = {
  id: 1,
  key: 'my-platform',
  name: 'My platform',
  letters: 'M',
  ground: '#2f5d3a',
  entry: 'panel',
  state: 'draft',
} as const

/**
 * Adds the platforms that a market begins with (D26): the one that PLATFORM_ID names, as the
 * settings describe it; in the demo all that this repository knows; otherwise a draft for the
 * operator, of which the settings say nothing. A row that exists is left as it is, except that
 * the demo's own platform follows the addresses at which the demo was started. Throws
 * `SettingsFault` when PLATFORM_ID names neither a row nor a known platform.
 */
export async function addPlatforms(
  { db, sealing }: Needs,
  config: Config,
  isDemo = false,
): Promise<void> {
  if (!isDemo && config.platformId === undefined) {
    if ((await listPlatformNames(db)).length === 0) await insertPlatform(db, OWN_PLATFORM)
    return
  }
  const id = config.platformId ?? DEMO_PLATFORM
  await requireRowOrSeed(db, id)
  const seeds = isDemo ? SEEDS : SEEDS.filter((seed) => seed.id === id)
  for (const { demoHost, ...seed } of seeds) {
    const described = seed.id === id ? connectionOf(config, sealing, seed) : {}
    const added = await insertPlatform(db, { ...seed, ...described })
    if (!added && isDemo && seed.id === DEMO_PLATFORM && config.connectorUrl !== undefined)
      await updatePlatform(db, id, described)
    if (added && isDemo && demoHost !== undefined)
      await insertPlatformHost(db, {
        platform_id: seed.id,
        market: 'app',
        host: new URL(config.appOrigin).hostname.replace(/^[^.]*/, demoHost),
      })
  }
  if (config.platformPublicKey && findSeed(id)?.entry === 'panel') {
    const { kid, kty, crv, x } = config.platformPublicKey
    await insertPlatformKey(db, id, { kty, crv, x, kid })
  }
}

/** What the settings say of the platform's addresses. Only panels have any. */
const connectionOf = (config: Config, sealing: Services['sealing'], { entry }: PlatformSeed) =>
  entry === 'site'
    ? {}
    : {
        connector_url: config.connectorUrl ?? null,
        connector_key_id: config.connectorKeyId ?? null,
        connector_secret_sealed: config.connectorSecret
          ? sealClientSecret(sealing, config.connectorSecret)
          : null,
        demonstration_store: config.demonstrationStore ?? null,
        scratch_store: config.scratchStore ?? null,
        panel_origins: entry === 'panel' ? config.panelOrigins : [],
        panel_host_rule:
          entry === 'panel' && config.panelHostRule ? JSON.stringify(config.panelHostRule) : null,
      }

async function requireRowOrSeed(db: Db, id: number): Promise<void> {
  if (findSeed(id)) return
  const rows = await listPlatformNames(db)
  if (rows.some((row) => row.id === id)) return
  throw new SettingsFault([
    `PLATFORM_ID is ${id}, and this market has no platform of that number. It has: ${rows.map((row) => `${row.id} (${row.name})`).join(', ') || 'none'}. Besides, any of these can be chosen: ${listSeeds()}.`,
  ])
}

if (import.meta.main) await runPreparation()
