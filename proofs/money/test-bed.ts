import type { ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import type { Jobs } from '#kernel/context.ts'
import { openDb, type Db } from '#db/client.ts'
import { openJobs } from '#server/jobs.ts'
import { openLog } from '#server/log.ts'
import { createDatabase } from '#test/support/database.ts'
import { freePorts } from '#tools/launch/ports.ts'
import type { CallProxy } from '../harness/call-proxy.ts'
import { bundleMarket } from '../harness/bundle-market.ts'
import { openRequestObserver } from './request-observer.ts'
import { openBankProxy } from './bank-proxy.ts'
import { countPending, readBankLedger, readMarketLedger, type BankLedger } from './ledgers.ts'
import { ask, Buyer, openBuyerSetup, type BuyerSetup } from './buyer.ts'
import { checkLedgers } from './checker.ts'
import { openDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts'
import { openLoadBalancer, type LoadBalancer } from '../harness/load-balancer.ts'
import { KillSwitch } from '../harness/kill-switch.ts'
import { waitHealthy } from '../harness/healthy-time.ts'
import { openMailSink } from '../harness/mail-sink.ts'
import { restartable, type Restartable } from '../harness/processes.ts'
import { writeOldOrders } from './old-orders.ts'
import { seedItems, seedStores } from './seed-items.ts'
import type { Violation } from './violation.ts'

/**
 * Where a proof takes place: real processes of the market, the bank in its own, a database of their
 * own, and proxies between them that can be cut.
 */
export interface TestBed {
  db: Db
  world: BuyerSetup
  front: LoadBalancer
  killSwitch: KillSwitch
  bank: Restartable
  bankProxy: CallProxy
  databaseProxy: DatabaseProxy
  /** What the bank and the market share; to sign as the bank would. */
  merchantSecret: string
  markets: readonly Restartable[]
  /**
   * The queue from which the markets' workers take, for those who write into the database
   * themselves.
   */
  jobs: Jobs
  /**
   * Starts those market processes that do not run, `ahead` seconds later than it is; the second may
   * be later than the first.
   */
  startMarkets(ahead?: number | readonly number[]): Promise<void>
  /** From now on the world's calls go to this market process alone. */
  onlyMarket(n: number): void
  /** SIGKILL to every market process. */
  killMarkets(): void
  /** A store's owner with an item that the store has not. */
  newBuyer(): Buyer
  /**
   * Lets everything come to its end, by markets that live a little later; answers how many attempts
   * are in progress still.
   */
  settle(): Promise<number>
  /** Stops the bank for as long as it takes to read its book. */
  readBank(): Promise<BankLedger>
  check(options?: { settled?: boolean }): Promise<Violation[]>
  close(): Promise<void>
}

export interface TestBedOptions {
  markets?: number
  stores?: number
  items?: number
  /** Whether each call to the bank waits until its attempt or refund has been looked up. */
  witness?: boolean
  /**
   * Without proxies and a balancer nothing can be counted or cut, and nothing is slower than it is.
   */
  proxies?: boolean
  /** Paid orders of other stores that are there before. */
  oldOrders?: number
  say?: (words: string) => void
  logLevel?: string
  /** Milliseconds before each try of a notice. */
  noticeDelays?: string
  onChild?: (child: ChildProcess) => void
}

/** Later than an attempt is looked for by itself, sooner than a signature grows old. */
export const AHEAD_SECONDS = 200
/** Healthy time after which everything must have come to its end. */
const CONVERGE_MS = 120_000

const newJwk = () => {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as {
    x: string
    d: string
  }
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid: 'proof' }
}

export async function openTestBed(options: TestBedOptions = {}): Promise<TestBed> {
  const {
    markets: count = 1,
    stores: storeCount = 40,
    items: itemCount = 20,
    witness = true,
    proxies = true,
    logLevel = 'warn',
    noticeDelays = '0,200,1000',
    onChild = () => {},
    oldOrders = 0,
    say = () => {},
  } = options
  const folder = await mkdtemp(join(tmpdir(), 'arasta-money-'))
  const [program, database] = [await bundleMarket(), await createDatabase()]
  // The proof's own look-ups wait for as long as a loaded machine takes.
  const db = openDb({
    url: database.url,
    poolSize: 4,
    connectionTimeoutMs: 300_000,
    statementTimeoutMs: 300_000,
  })
  const queue = await openJobs({ databaseUrl: database.url, log: openLog('silent') })
  const [front, killSwitch, mail, ports] = [
    await openLoadBalancer(),
    new KillSwitch(),
    await openMailSink(),
    await freePorts(1 + 3 * count),
  ]
  const merchantSecret = randomBytes(32).toString('base64url')
  const bankPort = ports[0] as number
  const bankUrl = `http://bank.localhost:${bankPort}`
  const account = {
    SANDBOX_BANK_MERCHANT_ID: 'arasta',
    SANDBOX_BANK_MERCHANT_SECRET: merchantSecret,
  }
  const bank = restartable(
    'demo/sandbox-bank/main.ts',
    {
      ...account,
      NODE_ENV: 'production',
      SANDBOX_BANK_PORT: String(bankPort),
      SANDBOX_BANK_DATA: join(folder, 'bank'),
      SANDBOX_BANK_PUBLIC_URL: bankUrl,
      SANDBOX_BANK_NOTICE_ORIGINS: front.origin,
      SANDBOX_BANK_NOTICE_DELAYS_MS: noticeDelays,
    },
    { onChild },
  )

  const buyers: Buyer[] = []
  const asked = witness && proxies ? openRequestObserver(db) : undefined
  const databaseProxy = await openDatabaseProxy(database.url, killSwitch)
  const bankProxy = await openBankProxy(bankPort, killSwitch, async (call) => asked?.look(call))

  const settings = {
    ...account,
    NODE_ENV: 'production',
    ROLES: 'web,worker',
    OPERATOR_NAME: 'Arasta Demo',
    OPERATOR_ADDRESS: 'İstanbul, Türkiye',
    OPERATOR_MAIL: 'hello@arasta.example',
    DATABASE_URL: proxies ? databaseProxy.url : database.url,
    DATABASE_POOL: '8',
    APP_ORIGIN: front.origin,
    THEME_ORIGIN: 'http://themes.localhost:1',
    BLOB_FOLDER: join(folder, 'blobs'),
    SEALING_KEY: randomBytes(32).toString('base64'),
    MARKET_SIGNING_JWK: JSON.stringify(generateSigningKey()),
    PLATFORM_PUBLIC_JWK: JSON.stringify(newJwk()),
    SANDBOX_BANK_URL: proxies ? bankProxy.url : bankUrl,
    SMTP_URL: mail.url,
    PAGE_CACHE_MB: '0',
    TRUST_PROXY: '1',
    PAGES_PER_MINUTE: '1000000',
    SHED_AT_LAG_MS: '0',
    PAY_TRIES_PER_ADDRESS: '100000',
    PAY_TRIES_PER_CARD: '100000',
    LOG_LEVEL: logLevel,
    ...(logLevel === 'debug' && { REQUEST_LOG: '1' }),
  }
  const portOf = (n: number) => ports[1 + 2 * n] as number
  const markets = Array.from({ length: count }, (_, n) =>
    restartable(
      program,
      {
        ...settings,
        APPS_PORT: String(portOf(n)),
        THEMES_PORT: String(ports[2 + 2 * n]),
        CONSOLE_PORT: String(ports[1 + 2 * count + n]),
      },
      { onChild },
    ),
  )

  await db
    .insertInto('platforms')
    .values({
      id: 1,
      key: 'demo-commerce',
      name: 'Demo Commerce',
    })
    .execute()
  const items = await seedItems(db, itemCount)
  const stores = await seedStores(db, storeCount)
  if (oldOrders > 0) await writeOldOrders(db, { count: oldOrders, items: itemCount, say })
  // Parts without old orders move attempts into the past.
  const since = new Date(oldOrders > 0 ? Date.now() : 0)
  let taken = 0
  const world = openBuyerSetup(
    front.origin,
    bankUrl,
    proxies ? [] : markets.map((_, n) => `http://127.0.0.1:${portOf(n)}`),
  )
  await bank.start()

  async function startMarkets(ahead: number | readonly number[] = 0): Promise<void> {
    const aheadOf = (n: number) => String(typeof ahead === 'number' ? ahead : (ahead[n] ?? 0))
    await Promise.all(
      markets.map(async (market, n) => {
        if (!market.isAlive()) await market.start({ CLOCK_AHEAD_SECONDS: aheadOf(n) })
      }),
    )
    front.setMarkets(markets.flatMap((market, n) => (market.isAlive() ? [portOf(n)] : [])))
  }
  function killMarkets(): void {
    for (const market of markets) market.kill()
    front.setMarkets([])
  }
  let closing: Promise<void> | undefined
  async function readBank(): Promise<BankLedger> {
    await bank.stop()
    const ledger = readBankLedger(join(folder, 'bank'))
    await bank.start()
    return ledger
  }

  return {
    db,
    world,
    front,
    killSwitch,
    bank,
    bankProxy,
    databaseProxy,
    merchantSecret,
    markets,
    jobs: queue.jobs,
    startMarkets,
    killMarkets,
    readBank,
    onlyMarket: (n) => front.setMarkets([portOf(n)]),
    newBuyer() {
      // Each store buys one item after the other, and stores take turns: none of them tries too
      // often.
      const [store, item] = [
        stores[taken % stores.length],
        items[Math.floor(taken / stores.length)],
      ]
      if (!store || !item) throw new Error('every store has every item')
      taken += 1
      const buyer = new Buyer(world, store, item)
      buyers.push(buyer)
      return buyer
    },
    async settle() {
      if (markets.every((market) => market.isAlive()) && (await countPending(db)) === 0) return 0
      killMarkets()
      front.holdNotices(false)
      await startMarkets(AHEAD_SECONDS)
      await waitHealthy({
        healthyMs: CONVERGE_MS,
        probe: () => ask(world, 'GET', '/health/ready'),
        isDone: async () => (await countPending(db)) === 0,
      })
      const left = await countPending(db)
      killMarkets()
      await startMarkets()
      return left
    },
    async check({ settled = true } = {}) {
      const found = checkLedgers(await readMarketLedger(db, since), await readBank(), {
        settled,
        ...(asked && { asked }),
      })
      const cases = new Map(buyers.map((buyer) => [buyer.orderNumber, buyer.case]))
      return found.map((one) => ({
        ...one,
        ...(cases.get(one.order) && { case: cases.get(one.order) }),
      }))
    },
    close: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    killMarkets()
    await Promise.all([bank.stop(), queue.stop()])
    await Promise.all([databaseProxy.close(), bankProxy.close(), front.close(), mail.close()])
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
