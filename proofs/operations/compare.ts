import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { silentScreen } from '#tools/launch/screen.ts'
import { runVerifyLog } from '#tools/verify-log/run-verify-log.ts'
import { checkLedgers as checkInstalls } from '../installs/checker.ts'
import {
  countOpenRuns,
  readMarketLedger as readInstalls,
  type MarketLedger as Installs,
  type ShopState,
} from '../installs/ledgers.ts'
import { describeViolation as installInWords } from '../installs/violation.ts'
import { checkLedgers as checkMoney } from '../money/checker.ts'
import {
  countPending,
  readMarketLedger as readMoney,
  type BankLedger,
  type MarketLedger as Money,
} from '../money/ledgers.ts'
import { describeViolation as moneyInWords } from '../money/violation.ts'
import type { BackedUpMarket } from './market.ts'
import type { Bought } from './traffic.ts'

const CONVERGE_MS = 120_000

export interface Compared {
  violations: string[]
  counts: string
}

const heldOf = (entries: BankLedger['entries']): number =>
  entries.reduce(
    (sum, { kind, amountMinor }) => sum + (kind === 'charge' ? amountMinor : -amountMinor),
    0,
  )

/** Waits until payments, refunds and runs have come to their end: the market sees to that itself. */
export async function settle(market: BackedUpMarket): Promise<string[]> {
  const until = performance.now() + CONVERGE_MS
  const left = async () => (await countPending(market.db())) + (await countOpenRuns(market.db()))
  while ((await left()) > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 300))
  const open = await left()
  return open === 0 ? [] : [`${open} payments, refunds or runs have not ended`]
}

/** Owners who took an item off in the lost time, and see it as installed, do so again. */
export async function settleGone(market: BackedUpMarket): Promise<number> {
  const [ledger, shops] = [await readInstalls(market.db()), await market.readShops()]
  const there = new Set(shops.effects.map(({ id }) => id))
  const gone = new Set(
    ledger.effects
      .filter(({ id, state }) => state === 'applied' && !there.has(id))
      .map(({ installationId }) => installationId),
  )
  let times = 0
  for (const { id, storeId, itemId, state } of ledger.installations) {
    if (!gone.has(id) || state !== 'installed') continue
    const owner = market.owners.find((one) => one.storeId === storeId)
    if ((await owner?.uninstall({ id: itemId }))?.status === 200) times += 1
  }
  const until = performance.now() + CONVERGE_MS
  while ((await countOpenRuns(market.db())) > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 200))
  return times
}

/** Holds the books of all others against the restored database; `bought`: before the lost time. */
export async function compare(
  market: BackedUpMarket,
  { bought, heads }: { bought: readonly Bought[]; heads: string },
): Promise<Compared> {
  const db = market.db()
  const [money, bank] = [await readMoney(db), await market.readBank()]
  const [installs, shops] = [await readInstalls(db), await market.readShops()]
  const paid = compareMoney(money, bank, bought)
  const put = compareShops(market, installs, shops)
  const log = await verifyReleaseLog(market, heads)
  const files = await compareFiles(market)
  return {
    violations: [...paid.violations, ...put, ...log.violations, ...files.violations],
    counts: `${paid.counts}, ${installs.installations.length} installations with ${shops.effects.length} parts on shops, ${files.counts}, ${log.counts}`,
  }
}

/** Each payment before the lost time is known and paid; of each one in it, no money is held. */
function compareMoney(money: Money, bank: BankLedger, bought: readonly Bought[]): Compared {
  const violations: string[] = []
  const states = new Map(money.orders.map((order) => [order.number, order.state]))
  for (const { orderNumber } of bought)
    if (states.get(orderNumber) !== 'paid')
      violations.push(`order ${orderNumber} was paid before, and is ${states.get(orderNumber)}`)
  const known = new Set(money.attempts.map(({ id }) => id))
  const lost = bank.payments.filter(({ attemptId }) => !known.has(attemptId))
  for (const { attemptId, orderNumber } of lost) {
    const held = heldOf(bank.entries.filter((entry) => entry.attemptId === attemptId))
    if (held !== 0) violations.push(`the bank holds ${held} for ${orderNumber}, which nobody knows`)
  }
  const unknown = new Set(lost.map(({ orderNumber }) => orderNumber))
  const others = checkMoney(money, bank, { settled: true }).filter(
    // What nobody knows was looked at above; its order may be known.
    ({ invariant, order, what }) =>
      !(
        unknown.has(order) &&
        (invariant === 'I3' || (invariant === 'I2' && what.includes('not one of this order')))
      ),
  )
  violations.push(...others.map(moneyInWords))
  return {
    violations,
    counts: `${bought.length} orders paid before, ${lost.length} payments of the lost time`,
  }
}

/** Each part on a shop stands in the ledger, and each of the ledger on the shop. */
const compareShops = (market: BackedUpMarket, ledger: Installs, shops: ShopState): string[] =>
  checkInstalls(ledger, shops, {
    settled: true,
    items: [...market.items.free, market.items.paid],
    before: market.system.bookBefore(),
    mostTries: Number.MAX_SAFE_INTEGER,
  }).map(installInWords)

/** The log holds in itself, and goes on from the head that was seen before. */
export async function verifyReleaseLog(market: BackedUpMarket, heads: string): Promise<Compared> {
  const lines: string[] = []
  const holds = await runVerifyLog({
    args: [market.installer, '--heads', heads],
    dataFolder: join(heads, '..'),
    screen: { ...silentScreen, line: (text) => void lines.push(text) },
  })
  const entries = /: (\d+) entries/.exec(lines.join('\n'))?.[1] ?? '?'
  return {
    violations: holds ? [] : lines.filter((line) => line.startsWith('FAULT')),
    counts: `a release log of ${entries} entries`,
  }
}

/** Each package and each picture that is shown is in the bucket, with its own bytes. */
async function compareFiles(market: BackedUpMarket): Promise<Compared> {
  const { db, blobs } = market.services()
  const violations: string[] = []
  const packages = await db.selectFrom('packages').select('sha256').execute()
  for (const { sha256 } of packages) {
    const found = await blobs.read(sha256)
    const bytes = found && (await buffer(found.stream).catch(() => null))
    if (bytes === null) violations.push(`package ${sha256} is missing or damaged`)
  }
  const items = await db.selectFrom('items').select('icon').where('icon', 'is not', null).execute()
  const icons = items.map(({ icon }) => (icon ?? '').replace('/pictures/', ''))
  for (const path of icons)
    if (path.startsWith('partners/') && !(await blobs.hasPicture(path)))
      violations.push(`picture ${path} is missing`)
  return { violations, counts: `${packages.length} packages, ${icons.length} pictures` }
}
