import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setOwnCode } from '#apps/demo-shop/connector/state.ts'
import { openDatabase } from '#apps/demo-shop/storage/database.ts'
import { seed as seedShop } from '#apps/demo-shop/storage/seed.ts'
import { diskBlobs } from '#contexts/catalog/package-blobs.ts'
import { generateSigningKey } from '#contexts/catalog/packages/sign-package.ts'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { readConfig } from '#server/config.ts'
import { registerPlatform } from '#server/register-platform.ts'
import { createDatabase } from '#test/support/database.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { bundleMarket } from '../harness/bundle-market.ts'
import { openCallWire, type Call, type CallWire, type Mood } from '../harness/call-wire.ts'
import { openDatabaseWire, type DatabaseWire } from '../harness/database-wire.ts'
import { openFront, type Front } from '../harness/front.ts'
import { Fuse } from '../harness/fuse.ts'
import { openMailSink } from '../harness/mail-sink.ts'
import { restartable, type Restartable } from '../harness/processes.ts'
import { countOpenRuns, readMarketBook, readShopBook, readStoreTokens } from './books.ts'
import { checkBooks } from './checker.ts'
import { watchHistory } from './history.ts'
import { Owner, openWorld, type PlatformKey } from './owner.ts'
import { Limits } from './limits.ts'
import { secretsIn } from './secrets.ts'
import { stockItems, type StockedItem } from './stock.ts'
import type { Violation } from './violation.ts'
import { lookUpCall } from './witness.ts'

/** A store and an item that is not on it. */
export interface Place { owner: Owner; item: StockedItem }

/** Where a proof takes place: real processes of the market, the demo platform in its own, a database of their own, and wires between them that can be cut. */
export interface Arena {
  db: Db
  front: Front
  fuse: Fuse
  shop: Restartable
  shopWire: CallWire
  databaseWire: DatabaseWire
  markets: readonly Restartable[]
  items: { free: StockedItem[]; paid: StockedItem }
  /** How the wire to the platform treats calls of a store; by the platform's own id of it. */
  moods: Map<string, (call: Call) => Mood | null>
  /** How the market keeps to what the platform asks of it. */
  limits: Limits
  /** Starts those market processes that do not run, or the first `most` of them, `ahead` seconds later than it is. */
  startMarkets(ahead?: number | readonly number[], most?: number): Promise<void>
  /** SIGKILL to every market process. */
  killMarkets(): void
  /** Stores take turns, so that several items come onto each; `alone`: onto this one no other. */
  newPlace(options?: { alone: boolean }): Promise<Place>
  newOwner(): Promise<Owner>
  /** Lets everything come to its end, by markets that live a little later; answers how many runs are open still. */
  settle(): Promise<number>
  check(options?: { settled?: boolean; mostTries?: number }): Promise<Violation[]>
  close(): Promise<void>
}

export interface ArenaOptions {
  markets?: number
  /** Of the platform. */
  stores?: number
  items?: number
  /** Without the wire to the database nothing can be counted there, and nothing is slower than it is. */
  wires?: boolean
  callsPerSecond?: number
  /** Whether each call that touches a store waits until its ledger has been looked up. */
  witness?: boolean
  logLevel?: string
  onChild?: (child: ChildProcess) => void
}

/** Later than any lease of a worker that died, sooner than a signature grows old. */
export const AHEAD_SECONDS = 150
/** Signatures may be five minutes off. */
const LATEST_SECONDS = 280
/** Healthy time after which everything must have come to its end. */
const CONVERGE_MS = 120_000

const newJwk = (): PlatformKey => ({ ...generateSigningKey(), kid: 'platform-1' }) as PlatformKey

export async function openArena(options: ArenaOptions = {}): Promise<Arena> {
  const { markets: count = 1, stores: storeCount = 200, items: itemCount = 6, wires = true, witness = true, callsPerSecond = 0, logLevel = 'debug', onChild = () => {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'arasta-installs-'))
  const [shopFolder, blobFolder] = [join(folder, 'shop'), join(folder, 'blobs')]
  const [program, database] = [await bundleMarket(), await createDatabase()]
  const db = openDb({ url: database.url, poolSize: 4 })
  const [front, installer, fuse, mail, ports] = [await openFront(), await openFront('installer.localhost'), new Fuse(), await openMailSink(), await freePorts(2 + 4 * count)]
  const [key, signingKey, clientSecret] = [newJwk(), generateSigningKey(), randomBytes(32).toString('base64url')]
  const [shopPort, mailPort] = [ports[0] as number, ports[1] as number]

  // The platform's stores are there before it runs, some with markup of their own.
  const book = openDatabase(shopFolder)
  seedShop(book, storeCount)
  for (let n = 1; n <= storeCount; n += 2) setOwnCode(book, `fleet-${n}`, 'placement:3', `<!-- ours ${n} -->\n`)
  book.close()
  const [before, tokens] = [readShopBook(shopFolder), readStoreTokens(shopFolder)]

  const shop = restartable('apps/demo-shop/main.ts', {
    NODE_ENV: 'production', DEMO_SHOP_PORT: String(shopPort), DEMO_SHOP_MAIL_PORT: String(mailPort), DEMO_SHOP_DATA: shopFolder, DEMO_SHOP_PRIVATE_JWK: JSON.stringify(key),
    DEMO_SHOP_CLIENT_ID: 'arasta', DEMO_SHOP_CLIENT_SECRET: clientSecret, DEMO_SHOP_MARKET_APP: front.origin, DEMO_SHOP_MARKET_THEME: 'http://themes.localhost:1',
    DEMO_SHOP_INSTALLER: installer.origin, DEMO_SHOP_FLEET: String(storeCount), DEMO_SHOP_CALLS_PER_SECOND: String(callsPerSecond),
  }, { onChild })
  const witnessed: Violation[] = []
  const moods: Arena['moods'] = new Map()
  const limits = new Limits()
  const storeIn = (call: Call): string => /\/stores\/([^/?]+)/.exec(call.path)?.[1] ?? ''
  const databaseWire = await openDatabaseWire(database.url, fuse)
  const shopWire = await openCallWire({
    port: shopPort, host: 'panel.localhost', fuse,
    async witness(call) {
      limits.see(storeIn(call), witnessed)
      if (witness) await lookUpCall(db, call, witnessed)
    },
    nameOf: ({ method, path }) => `${method} ${path.replace(/\/(?:eff_|fleet-)[^/?]+/g, '/…').replace(/[0-9a-f]{64}/, '…')}`,
    mood: call => moods.get(storeIn(call))?.(call) ?? null,
    onAnswer: (call, head) => limits.hear(storeIn(call), head),
  })
  const { d: _private, ...publicKey } = key
  const settings = {
    NODE_ENV: 'production', ROLES: 'web,worker,installer', DATABASE_URL: wires ? databaseWire.url : database.url, DATABASE_POOL: '8', APP_ORIGIN: front.origin,
    THEME_ORIGIN: 'http://themes.localhost:1', INSTALLER_ORIGIN: installer.origin, BLOB_FOLDER: blobFolder, SEALING_KEY: randomBytes(32).toString('base64'),
    MARKET_SIGNING_JWK: JSON.stringify(signingKey), PLATFORM_PUBLIC_JWK: JSON.stringify(publicKey), SMTP_URL: mail.url,
    CONNECTOR_URL: `${shopWire.url}/connector/v1`, CONNECTOR_KEY_ID: 'arasta', CONNECTOR_SECRET: clientSecret,
    PANEL_ORIGINS: `http://panel.localhost:${shopPort}`, SANDBOX_BANK_URL: 'http://bank.localhost:1', SANDBOX_BANK_MERCHANT_ID: 'arasta', SANDBOX_BANK_MERCHANT_SECRET: clientSecret,
    PAGE_CACHE_MB: '0', TRUST_PROXY: '1', LOG_LEVEL: logLevel,
  }
  const portsOf = (n: number) => ports.slice(2 + 4 * n, 6 + 4 * n) as [number, number, number, number]
  const markets = Array.from({ length: count }, (_, n) => restartable(program, {
    ...settings, APPS_PORT: String(portsOf(n)[0]), THEMES_PORT: String(portsOf(n)[1]), INSTALLER_PORT: String(portsOf(n)[2]), CONSOLE_PORT: String(portsOf(n)[3]),
  }, { onChild }))

  const config = readConfig(settings)
  await registerPlatform({ db, sealing: { current: config.sealingKeyId, keys: { [config.sealingKeyId]: config.sealingKey } } }, config)
  const items = await stockItems({ db, blobs: diskBlobs(blobFolder), signingKey, clock: systemClock }, itemCount)
  await watchHistory(db)
  await shop.start()
  const world = openWorld(front.origin, key, tokens)
  const owners: Promise<Owner>[] = []
  let taken = 0

  async function startMarkets(ahead: number | readonly number[] = 0, most = count): Promise<void> {
    const aheadOf = (n: number) => {
      const wanted = typeof ahead === 'number' ? ahead : ahead[n] ?? 0
      return String(wanted >= AHEAD_SECONDS ? Math.max(wanted, world.aheadSeconds) : world.aheadSeconds + wanted)
    }
    await Promise.all(markets.slice(0, most).map(async (market, n) => { if (!market.isAlive()) await market.start({ CLOCK_AHEAD_SECONDS: aheadOf(n) }) }))
    const alive = markets.flatMap((market, n) => (market.isAlive() ? [portsOf(n)] : []))
    front.setMarkets(alive.map(([apps]) => apps))
    installer.setMarkets(alive.map(([, , packages]) => packages))
  }
  function killMarkets(): void {
    for (const market of markets) market.kill()
    front.setMarkets([])
    installer.setMarkets([])
  }
  const ownerOf = (n: number): Promise<Owner> => owners[n] ??= new Owner(world, `fleet-${n + 1}`).signIn()
  const next = () => {
    if (taken >= storeCount * itemCount) throw new Error('every store has every item')
    return taken++
  }
  let closing: Promise<void> | undefined

  return {
    db, front, fuse, shop, shopWire, databaseWire, markets, items, moods, limits, startMarkets, killMarkets,
    // Three items in a row come onto each store: they share its places.
    async newPlace({ alone } = { alone: false }) {
      if (alone) while (taken % 3 !== 0) taken += 1
      const n = next()
      if (alone) taken += 2
      const [round, rest] = [Math.floor(n / (storeCount * 3)), n % (storeCount * 3)]
      return { owner: await ownerOf(Math.floor(rest / 3)), item: items.free[(round * 3 + rest % 3) % itemCount] as StockedItem }
    },
    newOwner: () => ownerOf(owners.length),
    async settle() {
      if (markets.some(market => market.isAlive()) && await countOpenRuns(db) === 0) return 0
      killMarkets()
      const until = performance.now() + CONVERGE_MS
      // Time does not go back afterwards: a platform would take what is asked for then as overtaken.
      world.aheadSeconds = world.aheadSeconds === 0 ? AHEAD_SECONDS : LATEST_SECONDS
      await startMarkets()
      while (await countOpenRuns(db) > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 300))
      return countOpenRuns(db)
    },
    async check({ settled = true, mostTries = Number.MAX_SAFE_INTEGER } = {}) {
      await shop.stop()
      const seen = readShopBook(shopFolder)
      await shop.start()
      const output = [...markets, shop].map(one => one.output()).join('\n')
      const tokens = await Promise.all(owners.map(async owner => (await owner.catch(() => null))?.token ?? ''))
      return [...witnessed, ...secretsIn(output, [...seen.secrets, clientSecret, ...tokens]),
        ...checkBooks(await readMarketBook(db), seen, { settled, items: [...items.free, items.paid], before, mostTries })]
    },
    close: () => closing ??= close(),
  }

  async function close(): Promise<void> {
    killMarkets()
    await shop.stop()
    await Promise.all([databaseWire.close(), shopWire.close(), front.close(), installer.close(), mail.close()])
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
