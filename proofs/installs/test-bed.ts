import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '#modules/catalog/package-blobs.ts'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { readConfig } from '#server/config.ts'
import { addPlatforms } from '#server/prepare.ts'
import { createDatabase } from '#test/support/database.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { bundleMarket } from '../harness/bundle-market.ts'
import type { Call, Misbehavior } from '../harness/call-proxy.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts'
import { openLoadBalancer, type LoadBalancer } from '../harness/load-balancer.ts'
import { KillSwitch } from '../harness/kill-switch.ts'
import { openMailSink } from '../harness/mail-sink.ts'
import { restartable, type Restartable } from '../harness/processes.ts'
import { countOpenRuns, readMarketLedger } from './ledgers.ts'
import { checkLedgers } from './checker.ts'
import { watchHistory } from './history.ts'
import { Limits } from './limits.ts'
import { openPlatform, type Owner } from './owner.ts'
import { secretsIn } from './secrets.ts'
import { seedItems, type SeededItem, type SeededItems } from './seed-items.ts'
import { demoPlatform } from './systems/demo-platform.ts'
import { storeIn, type OpenSystem, type OtherSystem } from './systems/other-system.ts'
import type { Violation } from './violation.ts'
import { findCommittedCall } from './committed-calls.ts'

/** A store and an item that is not on it. */
export interface Place {
  owner: Owner
  item: SeededItem
}

/**
 * Where a proof takes place: real processes of the market, the system on which it installs, a
 * database of its own, and proxies between them that can be cut.
 */
export interface TestBed {
  db: Db
  front: LoadBalancer
  killSwitch: KillSwitch
  /** On whose stores items are installed. */
  system: OtherSystem
  databaseProxy: DatabaseProxy
  markets: readonly Restartable[]
  items: { free: SeededItem[]; paid: SeededItem }
  /** How a proxy to the other system treats calls of a store; by that system's own id of it. */
  misbehaviors: Map<string, (call: Call) => Misbehavior | null>
  /** How the market keeps to what the platform asks of it. */
  limits: Limits
  /**
   * Starts those market processes that do not run, or the first `most` of them, each so many
   * seconds `ahead` of the arena's time.
   */
  startMarkets(ahead?: readonly number[], most?: number): Promise<void>
  /** From now on the arena's time is so many seconds later than it is, and never less. */
  moveAhead(seconds: number): void
  /** SIGKILL to every market process. */
  killMarkets(): void
  /** Stores take turns, so that several items come onto each. */
  newPlace(): Promise<Place>
  newOwner(): Promise<Owner>
  /**
   * Lets everything come to its end, by markets that live a little later; answers how many runs are
   * open still.
   */
  settle(): Promise<number>
  check(options?: { settled?: boolean; mostTries?: number }): Promise<Violation[]>
  close(): Promise<void>
}

export interface TestBedOptions {
  /** The demo platform, where nobody says otherwise. */
  system?: OpenSystem
  markets?: number
  /** Of the other system. */
  stores?: number
  items?: number
  /**
   * Without the proxy to the database nothing can be counted there, and nothing is slower than it
   * is.
   */
  proxies?: boolean
  callsPerSecond?: number
  /** Without the proxy to the other system, to measure the two alone. */
  isDirect?: boolean
  /** What versions put on a store, instead of the system's own. */
  versionsOf?: SeededItems['versionsOf']
  /** Whether each call that touches a store waits until its ledger has been looked up. */
  witness?: boolean
  logLevel?: string
  onChild?: (child: ChildProcess) => void
}

/** Later than any lease of a worker that was killed, sooner than a signature grows old. */
export const AHEAD_SECONDS = 150
/** Signatures may be five minutes off. */
const LATEST_SECONDS = 280
/** Healthy time after which everything must have come to its end. */
const CONVERGE_MS = 120_000

export async function openTestBed(options: TestBedOptions = {}): Promise<TestBed> {
  const {
    system: openSystem = demoPlatform,
    markets: count = 1,
    stores: storeCount = 200,
    items: itemCount = 6,
    proxies = true,
    witness = true,
    callsPerSecond = 0,
    isDirect = false,
    versionsOf,
    logLevel = 'debug',
    onChild = () => {},
  } = options
  const folder = await mkdtemp(join(tmpdir(), 'arasta-installs-'))
  const blobFolder = join(folder, 'blobs')
  const [program, database] = [await bundleMarket(), await createDatabase()]
  // The proof's own look-ups wait for as long as a loaded machine takes.
  const db = openDb({
    url: database.url,
    poolSize: 4,
    connectionTimeoutMs: 300_000,
    statementTimeoutMs: 300_000,
  })
  const [front, installer, consoleFront, killSwitch, mail, ports] = [
    await openLoadBalancer(),
    await openLoadBalancer('installer.localhost'),
    await openLoadBalancer('console.localhost'),
    new KillSwitch(),
    await openMailSink(),
    await freePorts(2 + 4 * count),
  ]
  const signingKey = generateSigningKey()
  const witnessed: Violation[] = []
  const misbehaviors: TestBed['misbehaviors'] = new Map()
  const limits = new Limits()
  const databaseProxy = await openDatabaseProxy(database.url, killSwitch)
  const system = await openSystem({
    folder,
    stores: storeCount,
    ports: ports.slice(0, 2),
    market: { app: front.origin, installer: installer.origin, console: consoleFront.origin },
    callsPerSecond,
    isDirect,
    killSwitch,
    onChild,
    async witness(call) {
      limits.see(storeIn(call), witnessed)
      if (witness) await findCommittedCall(db, call, witnessed)
    },
    misbehavior: (call) => misbehaviors.get(storeIn(call))?.(call) ?? null,
    onAnswer: (call, head) => limits.hear(storeIn(call), head),
  })
  const settings = {
    NODE_ENV: 'production',
    ROLES: 'web,worker,installer',
    OPERATOR_NAME: 'Arasta Demo',
    OPERATOR_ADDRESS: 'İstanbul, Türkiye',
    OPERATOR_MAIL: 'hello@arasta.example',
    DATABASE_URL: proxies ? databaseProxy.url : database.url,
    DATABASE_POOL: '8',
    APP_ORIGIN: front.origin,
    THEME_ORIGIN: 'http://themes.localhost:1',
    INSTALLER_ORIGIN: installer.origin,
    CONSOLE_ORIGIN: consoleFront.origin,
    BLOB_FOLDER: blobFolder,
    SEALING_KEY: randomBytes(32).toString('base64'),
    MARKET_SIGNING_JWK: JSON.stringify(signingKey),
    SMTP_URL: mail.url,
    SANDBOX_BANK_URL: 'http://bank.localhost:1',
    SANDBOX_BANK_MERCHANT_ID: 'arasta',
    SANDBOX_BANK_MERCHANT_SECRET: randomBytes(32).toString('base64url'),
    PAGE_CACHE_MB: '0',
    TRUST_PROXY: '1',
    PAGES_PER_MINUTE: '1000000',
    SHED_AT_LAG_MS: '0',
    LOG_LEVEL: logLevel,
    ...system.settings,
  }
  const portsOf = (n: number) =>
    ports.slice(2 + 4 * n, 6 + 4 * n) as [number, number, number, number]
  const markets = Array.from({ length: count }, (_, n) =>
    restartable(
      program,
      {
        ...settings,
        APPS_PORT: String(portsOf(n)[0]),
        THEMES_PORT: String(portsOf(n)[1]),
        INSTALLER_PORT: String(portsOf(n)[2]),
        CONSOLE_PORT: String(portsOf(n)[3]),
      },
      { onChild },
    ),
  )

  const config = readConfig(settings)
  const sealing = {
    current: config.sealingKeyId,
    keys: { [config.sealingKeyId]: config.sealingKey },
  }
  await addPlatforms({ db, sealing }, config)
  const items = await seedItems(
    { db, blobs: diskBlobs(blobFolder), signingKey, clock: systemClock },
    { ...system.shelf, ...(versionsOf && { versionsOf }) },
    itemCount,
  )
  await watchHistory(db)
  await system.start({ db, sealing, clock: systemClock })
  const world = openPlatform(front.origin)
  const owners: Promise<Owner>[] = []
  let taken = 0

  async function startMarkets(ahead: readonly number[] = [], most = count): Promise<void> {
    const aheadOf = (n: number) => String(world.aheadSeconds + (ahead[n] ?? 0))
    await Promise.all(
      markets.slice(0, most).map(async (market, n) => {
        if (!market.isAlive()) await market.start({ CLOCK_AHEAD_SECONDS: aheadOf(n) })
      }),
    )
    const alive = markets.flatMap((market, n) => (market.isAlive() ? [portsOf(n)] : []))
    front.setMarkets(alive.map(([apps]) => apps))
    installer.setMarkets(alive.map(([, , packages]) => packages))
    consoleFront.setMarkets(alive.map(([, , , operators]) => operators))
  }
  // Time does not go back: a platform ignores requests older than its state.
  const moveAhead = (seconds: number): void => {
    world.aheadSeconds = Math.max(seconds, world.aheadSeconds)
  }
  function killMarkets(): void {
    for (const market of markets) market.kill()
    front.setMarkets([])
    installer.setMarkets([])
    consoleFront.setMarkets([])
  }
  const ownerOf = (n: number): Promise<Owner> => (owners[n] ??= system.openOwner(n, world))
  const next = () => {
    if (taken >= storeCount * itemCount) throw new Error('every store has every item')
    return taken++
  }
  let closing: Promise<void> | undefined

  return {
    db,
    front,
    killSwitch,
    system,
    databaseProxy,
    markets,
    items,
    misbehaviors,
    limits,
    startMarkets,
    moveAhead,
    killMarkets,
    // Three items in a row come onto each store: they share its places.
    async newPlace() {
      const n = next()
      const [round, rest] = [Math.floor(n / (storeCount * 3)), n % (storeCount * 3)]
      return {
        owner: await ownerOf(Math.floor(rest / 3)),
        item: items.free[(round * 3 + (rest % 3)) % itemCount] as SeededItem,
      }
    },
    newOwner: () => ownerOf(owners.length),
    async settle() {
      if (markets.some((market) => market.isAlive()) && (await countOpenRuns(db)) === 0) return 0
      killMarkets()
      const until = performance.now() + CONVERGE_MS
      moveAhead(world.aheadSeconds === 0 ? AHEAD_SECONDS : LATEST_SECONDS)
      await startMarkets()
      while ((await countOpenRuns(db)) > 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 300))
      return countOpenRuns(db)
    },
    async check({ settled = true, mostTries = Number.MAX_SAFE_INTEGER } = {}) {
      // What stands on some sites is given out by the market.
      if (markets.every((market) => !market.isAlive())) await startMarkets()
      const seen = await system.readBook()
      const output = [...markets.map((one) => one.output()), system.output()].join('\n')
      const signedIn = (await Promise.all(owners.map((owner) => owner.catch(() => null)))).filter(
        (owner) => owner !== null,
      )
      return [
        ...witnessed,
        ...(seen.odd ?? []),
        ...((await system.trespass?.(signedIn)) ?? []),
        ...secretsIn(output, [...seen.secrets, ...signedIn.map(({ token }) => token)]),
        ...checkLedgers(await readMarketLedger(db), seen, {
          settled,
          items: [...items.free, items.paid],
          before: system.bookBefore(),
          mostTries,
        }),
      ]
    },
    close: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    killMarkets()
    await Promise.all([
      system.close(),
      databaseProxy.close(),
      front.close(),
      installer.close(),
      consoleFront.close(),
      mail.close(),
    ])
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
