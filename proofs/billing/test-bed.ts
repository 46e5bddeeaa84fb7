import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zonesFrom } from '#lib/market-days.ts'
import type { Services } from '#kernel/context.ts'
import { createSandboxGateway } from '#modules/orders/gateways/sandbox.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { setFileClock } from '../harness/file-clock.ts'
import { bundleMarket } from '../harness/bundle-market.ts'
import { restartable, type Restartable } from '../harness/processes.ts'
import { type BuyerSetup, openBuyerSetup } from '../money/buyer.ts'
import { type BankLedger, readBankLedger } from '../money/ledgers.ts'
import { seedStores, type SeededStore } from '../money/seed-items.ts'
import { mortalHttp } from './deaths.ts'
import { offerPlans, sellItems, type SoldItem, type SoldPlan } from './plans.ts'

/**
 * Where the proof takes place: the market's own functions on a database of their own, the bank in
 * its own process, and one clock for both that the proof moves.
 */
export interface TestBed {
  market: Marketplace
  /** For work that may die (`deaths.ts`). */
  services: Services
  world: BuyerSetup
  items: SoldItem[]
  /** Private plans, by store and item. */
  offers: Map<string, SoldPlan>
  stores: SeededStore[]
  clockFile: string
  bankSettings: Record<string, string>
  now(): Date
  moveTo(at: Date): void
  /** Stops the bank for as long as it takes to read its book. */
  readBank(): Promise<BankLedger>
  /** Writes into the bank's book while it is stopped. */
  editBank(work: (book: DatabaseSync) => void): Promise<void>
  /** A worker of the market in a process of its own, not yet started. */
  worker(): Promise<Restartable>
  kill(): void
  close(): Promise<void>
}

export interface TestBedOptions {
  stores: number
  onChild?: OnChild
}

type OnChild = (child: ChildProcess) => void

/** Its clocks change, on other days than those of the United States. */
export const TIME_ZONE = 'Europe/Berlin'
/** Two years from here have a 29 February, and four changes of the clocks. */
export const BEGIN = new Date('2027-03-01T10:00:00Z')
const YEARS = 4

function bankOf(
  settings: Record<string, string>,
  { folder, market, onChild }: { folder: string; market: Marketplace; onChild: OnChild },
): Restartable {
  const url = settings.SANDBOX_BANK_URL ?? ''
  return restartable(
    'proofs/billing/bank-process.ts',
    {
      ...settings,
      NODE_ENV: 'production',
      SANDBOX_BANK_PORT: new URL(url).port,
      SANDBOX_BANK_DATA: join(folder, 'bank'),
      SANDBOX_BANK_PUBLIC_URL: url,
      SANDBOX_BANK_NOTICE_ORIGINS: market.origins.app,
      SANDBOX_BANK_NOTICE_DELAYS_MS: '0,200,1000',
    },
    { onChild },
  )
}

export async function openTestBed({
  stores: count,
  onChild = () => {},
}: TestBedOptions): Promise<TestBed> {
  const folder = await mkdtemp(join(tmpdir(), 'arasta-billing-'))
  const clockFile = join(folder, 'clock')
  setFileClock(clockFile, BEGIN)
  const [bankPort] = (await freePorts(1)) as [number]
  const bankUrl = `http://bank.localhost:${bankPort}`
  const bankSettings = {
    SANDBOX_BANK_URL: bankUrl,
    SANDBOX_BANK_MERCHANT_ID: 'arasta',
    SANDBOX_BANK_MERCHANT_SECRET: randomBytes(32).toString('base64url'),
  }
  const market = await startMarketplace({
    catalogue: false,
    settings: { ...bankSettings, PAY_TRIES_PER_ADDRESS: '100000', PAY_TRIES_PER_CARD: '100000' },
  })
  const { services, clock } = market
  const moveTo = (at: Date) => {
    clock.moveSeconds((at.getTime() - clock.now().getTime()) / 1000)
    setFileClock(clockFile, at)
  }
  moveTo(BEGIN)
  const zones = services.zones as ReturnType<typeof zonesFrom>
  zones.splice(0, zones.length, ...zonesFrom(TIME_ZONE))
  const bank = bankOf({ ...bankSettings, CLOCK_FILE: clockFile }, { folder, market, onChild })
  await bank.start()
  const items = await sellItems(services.db)
  const stores = await seedStores(services.db, count)
  const offers = await offerPlans(services.db, items, stores, {
    from: BEGIN,
    until: new Date(BEGIN.getTime() + YEARS * 366 * 86_400_000),
  })
  await services.db
    .updateTable('sessions')
    .set({ expires_at: new Date(BEGIN.getTime() + YEARS * 366 * 86_400_000) })
    .execute()
  const gateway = createSandboxGateway(
    {
      url: bankUrl,
      merchantId: 'arasta',
      merchantSecret: bankSettings.SANDBOX_BANK_MERCHANT_SECRET,
    },
    { http: mortalHttp(services.trustedHttp), clock },
  )
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    await bank.stop()
    await market.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    market,
    services: { ...services, gateway },
    world: openBuyerSetup(market.origins.app, bankUrl),
    items,
    offers,
    stores,
    clockFile,
    bankSettings,
    now: () => clock.now(),
    moveTo,
    async readBank() {
      await bank.stop()
      const ledger = readBankLedger(join(folder, 'bank'))
      await bank.start()
      return ledger
    },
    async editBank(work) {
      await bank.stop()
      const book = new DatabaseSync(join(folder, 'bank', 'ledger.sqlite'))
      try {
        work(book)
      } finally {
        book.close()
      }
      await bank.start()
    },
    async worker() {
      const env = {
        ...market.env,
        ROLES: 'worker',
        CLOCK_FILE: clockFile,
        DATABASE_POOL: '20',
        LOG_LEVEL: 'warn',
      }
      return restartable(await bundleMarket(), env, { onChild })
    },
    kill: () => bank.kill(),
    close: () => (closing ??= close()),
  }
}
