import { isDemoMarket } from './demo-market.ts'
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
import { type Config, readConfig } from './config.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { registerSealingKeys } from './sealing.ts'
import { makeServices } from './services.ts'
import {
  ANY_SITE,
  findKnownPlatform,
  insertPlatformKey,
  listKnownPlatforms,
  sealClientSecret,
  upsertPlatform,
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
      await registerPlatform(services, config)
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

/**
 * Stores the configured platform (D3): addresses, key and connector client, with sealed secrets.
 * Unchanged secrets are not rewritten. A platform that is only a row of the market (D26) stays as
 * it is; throws `SettingsFault` when there is no such row.
 */
export async function registerPlatform(services: Needs, config: Config): Promise<void> {
  if (config.anySiteOrigin !== undefined) await registerAnySite(services)
  const platform = findKnownPlatform(config.platformId)
  if (!platform) return requireRow(services, config.platformId)
  if (platform.adapter === 'loader') {
    await registerAnySite(services)
    return
  }
  const { key, name, adapter, entry } = platform
  const known = {
    key,
    name,
    logo: key,
    adapter,
    connector_url: config.connectorUrl ?? null,
    connector_key_id: config.connectorKeyId ?? null,
    connector_secret_sealed: config.connectorSecret
      ? sealClientSecret(services.sealing, config.connectorSecret)
      : null,
    demonstration_store: config.demonstrationStore ?? null,
    scratch_store: config.scratchStore ?? null,
    // Sites have no panel.
    panel_origins: entry === 'panel' ? config.panelOrigins : [],
    panel_host_rule:
      entry === 'panel' && config.panelHostRule ? JSON.stringify(config.panelHostRule) : null,
  }
  await upsertPlatform(services.db, config.platformId, known)
  if (!config.platformPublicKey) return
  const { kid, kty, crv, x } = config.platformPublicKey
  await insertPlatformKey(services.db, config.platformId, { kty, crv, x, kid })
}

/** Any site (D4) has no connector, no panel and no key for launch tokens. */
const registerAnySite = ({ db }: Needs): Promise<unknown> => {
  const { key, name, adapter } = findKnownPlatform(ANY_SITE)!
  return upsertPlatform(db, ANY_SITE, {
    key,
    name,
    logo: key,
    adapter,
    connector_url: null,
    connector_key_id: null,
    connector_secret_sealed: null,
    demonstration_store: null,
    scratch_store: null,
    panel_origins: [],
    panel_host_rule: null,
  })
}

async function requireRow({ db }: Needs, id: number): Promise<void> {
  const rows = await db.selectFrom('platforms').select(['id', 'name']).orderBy('id').execute()
  if (rows.some((row) => row.id === id)) return
  throw new SettingsFault([
    `PLATFORM_ID is ${id}, and this market has no platform of that number. It has: ${rows.map((row) => `${row.id} (${row.name})`).join(', ') || 'none'}. Besides, any of these can be chosen: ${listKnownPlatforms()}.`,
  ])
}

if (import.meta.main) await runPreparation()
