import { sql } from 'kysely'
import { inParallel } from '../harness/part.ts'
import { makeRandom } from '../harness/random.ts'
import { checkLedgers } from '../money/checker.ts'
import { countPending, readMarketLedger } from '../money/ledgers.ts'
import { checkAccess } from './access.ts'
import { checkBooks } from './checker.ts'
import { countDeaths } from './deaths.ts'
import { findLive, Life } from './lives.ts'
import { Worker } from './market-day.ts'
import { Owner } from './owner.ts'
import type { Part, PartRun } from './part.ts'
import { readBooks } from './read-books.ts'
import { BEGIN, type TestBed } from './test-bed.ts'
import type { Violation } from './violation.ts'

const DAY_MS = 86_400_000
const LIVES = 5_000
const DAYS = 731
const SAMPLE = { lives: 60, days: 62 }

/** Days of which nobody does anything: an outage of the market. One is longer than any grace. */
const sleeps = (random: ReturnType<typeof makeRandom>, day: number): number => {
  if (day > 0 && day % 330 === 0) return 33
  return random.below(14) === 0 ? 1 + random.below(4) : 0
}

/** Stores that were closed are opened, most of them soon. */
async function reopenStores({ services }: TestBed, seed: number, day: number): Promise<void> {
  const closed = await services.db
    .selectFrom('stores')
    .select(['id', 'name', 'external_id'])
    .where('status', '=', 'closed')
    .orderBy('external_id')
    .execute()
  for (const [n, store] of closed.entries())
    if (makeRandom(seed ^ (day * 31) ^ (n * 7_907)).below(store.name === 'long' ? 45 : 5) === 0)
      await services.db
        .updateTable('stores')
        .set({ status: 'active' })
        .where('id', '=', store.id)
        .execute()
}

async function liveOn(testBed: TestBed, lives: readonly Life[], day: number): Promise<void> {
  const live = await findLive(testBed)
  await inParallel(lives, 4, (life) => life.live(day, live))
}

async function liveThrough(
  run: PartRun,
  testBed: TestBed,
  lives: Life[],
  days: number,
): Promise<{ violations: Violation[]; turns: number }> {
  const violations: Violation[] = []
  const worker = new Worker(testBed, run.seed)
  const random = makeRandom(run.seed)
  let lastSaid = 0
  for (let day = 0; day < days && !run.isStopping(); day += 1 + sleeps(random, day)) {
    const at = BEGIN.getTime() + day * DAY_MS + random.below(86_000) * 1000 - 36_000_000
    if (at > testBed.now().getTime()) testBed.moveTo(new Date(at))
    await reopenStores(testBed, run.seed, day)
    // Some act before the market does what is due, some after it.
    const early = random.below(2)
    const some = (turn: number) => lives.filter(({ n }) => n % 2 === (turn + early) % 2)
    await liveOn(testBed, some(0), day)
    await worker.work()
    await liveOn(testBed, some(1), day)
    if (random.below(5) === 0)
      violations.push(...(await checkAccess(testBed.services.db, testBed.now())))
    if (day - lastSaid >= 30) {
      lastSaid = day
      run.say(
        `day ${day}: ${worker.turns} turns, ${countDeaths()} deaths, ${violations.length} wrong`,
      )
    }
  }
  await settle(testBed, worker)
  const faults = [...worker.faults, ...lives.flatMap(({ faults: own }) => own)]
  violations.push(...faults.map((what): Violation => ({ invariant: 'B6', of: 'fault', what })))
  return { violations, turns: worker.turns }
}

/** All stores are open, and everything that is under way comes to its end. */
async function settle(testBed: TestBed, worker: Worker): Promise<void> {
  await testBed.services.db.updateTable('stores').set({ status: 'active' }).execute()
  for (let turn = 0; turn < 6; turn += 1) {
    testBed.moveTo(new Date(testBed.now().getTime() + (turn < 2 ? DAY_MS : 3_600_000)))
    await worker.work()
    if (turn > 2 && (await countPending(testBed.services.db)) === 0) return
  }
}

/** Two years of subscriptions, in which nearly everything goes wrong that can. */
export const months: Part = async (run) => {
  const { subscriptions: asked = LIVES, days: askedDays = DAYS } = run.amounts ?? {}
  const [count, days] = run.sample ? [SAMPLE.lives, SAMPLE.days] : [asked, askedDays]
  const testBed = await run.open({ stores: Math.ceil(count / 6) })
  try {
    const { items, stores, world } = testBed
    const owners = stores.map((store) => new Owner(world, store))
    const lives = Array.from({ length: count }, (_, n) => {
      const [owner, item] = [
        owners[n % owners.length] as Owner,
        items[Math.floor(n / owners.length) % items.length] as (typeof items)[number],
      ]
      return new Life(testBed, n, { owner, item, seed: run.seed, days })
    })
    const before = countDeaths()
    const { violations, turns } = await liveThrough(run, testBed, lives, days)
    const { db } = testBed.services
    const books = await readBooks(db)
    const plans = new Map(
      [...items.flatMap((item) => item.plans), ...testBed.offers.values()].map((plan) => [
        plan.id,
        plan,
      ]),
    )
    const used = lives.flatMap((life) => life.used)
    violations.push(...checkBooks(books, { plans, used, now: testBed.now() }))
    const bank = await testBed.readBank()
    violations.push(
      ...checkLedgers(await readMarketLedger(db), bank, { settled: true }).map(
        ({ invariant, order, what }): Violation => ({
          invariant: 'MONEY',
          of: order,
          what: `${invariant} ${what}`,
        }),
      ),
    )
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from subscriptions group by 1 order by 1`.execute(db)
    return {
      done: [
        `${books.subscriptions.length} subscriptions over ${days} days (${rows.map(({ state, count: n }) => `${n} ${state}`).join(', ')})`,
        `${books.orders.filter(({ paid_at }) => paid_at !== null).length} paid orders`,
        `${bank.entries.length} entries at the bank`,
        `${used.length} records of use`,
        `${turns} turns of the worker`,
        `${countDeaths() - before} deaths`,
      ].join(', '),
      violations,
    }
  } finally {
    await testBed.close()
  }
}
