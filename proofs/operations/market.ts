import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import { readConfig } from '#server/config.ts'
import { openBlobs } from '#server/services.ts'
import { S3_ACCOUNT, type S3Store } from '#test/support/s3-store.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { runTool, type Outcome } from '../deploy/tool.ts'
import { bundleMarket } from '../harness/bundle-market.ts'
import { KillSwitch } from '../harness/kill-switch.ts'
import { openLoadBalancer } from '../harness/load-balancer.ts'
import { openMailSink } from '../harness/mail-sink.ts'
import { restartable } from '../harness/processes.ts'
import { watchHistory } from '../installs/history.ts'
import type { ShopState } from '../installs/ledgers.ts'
import { openPlatform, type Owner, type Platform } from '../installs/owner.ts'
import { seedItems, type SeededItem } from '../installs/seed-items.ts'
import { demoPlatform } from '../installs/systems/demo-platform.ts'
import type { OtherSystem } from '../installs/systems/other-system.ts'
import { openBuyerSetup, type BuyerSetup } from '../money/buyer.ts'
import { readBankLedger, type BankLedger } from '../money/ledgers.ts'
import type { ProofRun } from '../proof.ts'

export const PACKAGES = 'packages'
const [STORES, ITEMS] = [160, 4]

const FIXED = {
  NODE_ENV: 'production',
  ROLES: 'web,worker,installer',
  OPERATOR_NAME: 'Arasta Demo',
  OPERATOR_ADDRESS: 'İstanbul, Türkiye',
  OPERATOR_MAIL: 'hello@arasta.example',
  DATABASE_POOL: '8',
  DEMO_CATALOGUE: '0',
  THEME_ORIGIN: 'http://themes.localhost:1',
  PAGE_CACHE_MB: '0',
  TRUST_PROXY: '1',
  PAGES_PER_MINUTE: '1000000',
  SHED_AT_LAG_MS: '0',
  PAY_TRIES_PER_ADDRESS: '100000',
  PAY_TRIES_PER_CARD: '100000',
  LOG_LEVEL: 'warn',
}

const storeSettings = ({ endpoint }: S3Store) => ({
  BLOBS_URL: `s3://${PACKAGES}`,
  BLOBS_ENDPOINT: endpoint,
  BLOBS_REGION: S3_ACCOUNT.region,
  BLOBS_ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
  BLOBS_SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
})

/**
 * A market that is backed up: its process, the bank, the platform with its shops, and the store of
 * packages, each apart from the database.
 */
export interface BackedUpMarket {
  /** New after each restore: connections to a database that is gone lead nowhere. */
  db(): Db
  /** What publishes releases and stores pictures, as a process of the market does. */
  services(): Pick<Services, 'db' | 'blobs' | 'clock' | 'signingKey'>
  world: BuyerSetup
  platform: Platform
  system: OtherSystem
  owners: readonly Owner[]
  items: { free: SeededItem[]; paid: SeededItem; published: SeededItem }
  installer: string
  /** Starts the market, and answers when it is ready for requests. */
  start(): Promise<void>
  /** SIGKILL. */
  kill(): void
  /** `server/recover.ts`, while nothing of the market runs. */
  recover(since: Date, ...options: string[]): Promise<Outcome>
  readBank(): Promise<BankLedger>
  readShops(): Promise<ShopState>
  close(): Promise<void>
}

/** The bank, with a ledger of its own in `folder`. */
function openBank({ onChild }: ProofRun, folder: string, port: number, notices: string) {
  const bankUrl = `http://bank.localhost:${port}`
  const account = {
    SANDBOX_BANK_MERCHANT_ID: 'arasta',
    SANDBOX_BANK_MERCHANT_SECRET: randomBytes(32).toString('base64url'),
  }
  const settings = {
    ...account,
    NODE_ENV: 'production',
    SANDBOX_BANK_PORT: String(port),
    SANDBOX_BANK_DATA: join(folder, 'bank'),
    SANDBOX_BANK_PUBLIC_URL: bankUrl,
    SANDBOX_BANK_NOTICE_ORIGINS: notices,
    SANDBOX_BANK_NOTICE_DELAYS_MS: '0,200,1000',
  }
  return { bank: restartable('demo/sandbox-bank/main.ts', settings, { onChild }), bankUrl, account }
}

/** All that a market has around it: its addresses, bank, platform and mail. */
async function openOthers(run: ProofRun, folder: string) {
  const [front, installer, desk, mail, ports] = [
    await openLoadBalancer(),
    await openLoadBalancer('installer.localhost'),
    await openLoadBalancer('console.localhost'),
    await openMailSink(),
    await freePorts(7),
  ]
  const [bankPort, apps, themes, packages, operators, ...panel] = ports as [
    number,
    number,
    number,
    number,
    number,
    ...number[],
  ]
  const bank = openBank(run, folder, bankPort, front.origin)
  const system = await demoPlatform({
    folder,
    stores: STORES,
    ports: panel,
    market: { app: front.origin, installer: installer.origin, console: desk.origin },
    callsPerSecond: 0,
    isDirect: true,
    killSwitch: new KillSwitch(),
    onChild: run.onChild,
    witness: async () => {},
    misbehavior: () => null,
    onAnswer: () => {},
  })
  return {
    ...bank,
    system,
    origins: { app: front.origin, installer: installer.origin },
    settings: {
      ...FIXED,
      ...bank.account,
      APP_ORIGIN: front.origin,
      INSTALLER_ORIGIN: installer.origin,
      CONSOLE_ORIGIN: desk.origin,
      APPS_PORT: String(apps),
      THEMES_PORT: String(themes),
      INSTALLER_PORT: String(packages),
      CONSOLE_PORT: String(operators),
      SANDBOX_BANK_URL: bank.bankUrl,
      SMTP_URL: mail.url,
      ...system.settings,
    },
    /** Whether there is a market behind its addresses. */
    connect(isThere: boolean): void {
      front.setMarkets(isThere ? [apps] : [])
      installer.setMarkets(isThere ? [packages] : [])
      desk.setMarkets(isThere ? [operators] : [])
    },
    async close() {
      await Promise.all([
        system.close(),
        bank.bank.stop(),
        ...[front, installer, desk, mail].map((one) => one.close()),
      ])
    },
  }
}

/** Its database is empty; it runs as long as the caller says. */
export async function openBackedUpMarket(
  run: ProofRun,
  { folder, databaseUrl, store }: { folder: string; databaseUrl: string; store: S3Store },
): Promise<BackedUpMarket> {
  const program = await bundleMarket()
  const others = await openOthers(run, folder)
  const { system, bank, bankUrl, origins } = others
  mkdirSync(join(folder, 'blobs'), { recursive: true })
  const signingKey = generateSigningKey()
  const settings: Record<string, string> = {
    ...others.settings,
    ...storeSettings(store),
    DATABASE_URL: databaseUrl,
    BLOB_FOLDER: join(folder, 'blobs'),
    SEALING_KEY: randomBytes(32).toString('base64'),
    MARKET_SIGNING_JWK: JSON.stringify(signingKey),
  }
  const node = (file: string, ...args: string[]) =>
    runTool(run, process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
      cwd: run.root,
      env: settings,
    })
  const prepared = await node('server/prepare.ts')
  if (prepared.code !== 0) throw new Error(`The market was not prepared: ${prepared.words}`)
  const config = readConfig(settings)
  const blobs = openBlobs(config, systemClock)
  let db = openDb({ url: databaseUrl, poolSize: 6 })
  const services = () => ({ db, blobs, clock: systemClock, signingKey })
  const seeded = await seedItems(services(), system.shelf, ITEMS)
  await watchHistory(db)
  const sealing = {
    current: config.sealingKeyId,
    keys: { [config.sealingKeyId]: config.sealingKey },
  }
  await system.start({ db, sealing, clock: systemClock })
  await bank.start()
  const market = restartable(program, settings, { onChild: run.onChild })
  const platform = openPlatform(origins.app)

  const start = async (): Promise<void> => {
    await market.start()
    others.connect(true)
  }
  await start()
  const owners: Owner[] = []
  for (let n = 0; n < STORES; n += 1) owners.push(await system.openOwner(n, platform))

  let closing: Promise<void> | undefined
  return {
    db: () => db,
    services,
    world: openBuyerSetup(origins.app, bankUrl),
    platform,
    system,
    owners,
    items: { ...seeded, free: seeded.free.slice(1), published: seeded.free[0] as SeededItem },
    installer: origins.installer,
    start,
    kill() {
      market.kill()
      others.connect(false)
    },
    async recover(since, ...options) {
      await db.destroy().catch(() => {})
      db = openDb({ url: databaseUrl, poolSize: 6 })
      return node('server/recover.ts', '--since', since.toISOString(), ...options)
    },
    async readBank() {
      await bank.stop()
      const ledger = readBankLedger(join(folder, 'bank'))
      await bank.start()
      return ledger
    },
    readShops: () => system.readBook(),
    close: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    market.kill()
    await Promise.all([others.close(), db.destroy().catch(() => {})])
  }
}
