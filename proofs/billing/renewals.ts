import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Restartable } from '../harness/processes.ts'
import { readCpuUse } from '../harness/cpu-use.ts'
import { checkLedgers } from '../money/checker.ts'
import { readMarketLedger } from '../money/ledgers.ts'
import { Owner } from './owner.ts'
import type { Part, PartRun } from './part.ts'
import type { TestBed } from './test-bed.ts'
import type { Violation } from './violation.ts'

const RENEWALS = 100_000
const SAMPLE = 60
/** Asked for, on two cores with the bank beside the market. */
const PER_SECOND = 50
const MONTH_MS = 31 * 86_400_000
/** Counting 100,000 rows takes time that the market needs. */
const LOOK_MS = 2_000
const MOST_STILL = 60
/** At most in the hands of a market when it dies, twice. */
const FEW = 80
/** The ids that `multiply` gives; random ones are longer. */
const COPIES = '^sub_r[0-9]{1,6}$'
const LATER_MS = 5_000_000
const PROGRAMS = [
  ['bank', 'bank-process'],
  ['market', 'market.mjs'],
  ['database', 'postgres'],
] as const

/** One store subscribes as a store does; it is the pattern for the others. */
async function subscribeOnce({ world, stores, items }: TestBed): Promise<void> {
  const owner = new Owner(world, stores[0] as (typeof stores)[number])
  await owner.address()
  const { body } = await owner.call('POST', '/subscriptions', {
    slug: items[0]?.slug,
    plan: items[0]?.plans[0]?.id,
  })
  const end = await owner.payOrder(String(body.data.order_number), '5528790000000008')
  if (!end.includes('/checkout/success'))
    throw new Error(`the first subscription was not paid: ${end}`)
}

/** The same subscription of many other stores, each with a card of its own. */
async function multiply(db: Db, count: number): Promise<void> {
  const steps = [
    sql`insert into stores (id, platform_id, external_id, domain, name, url, is_os2, status, checked_at, created_at)
      select 'sto_r' || n, platform_id, 'r' || n, 'r' || n || '.localhost', 'r' || n, url, is_os2, status, checked_at, created_at
      from (select * from stores where id in (select store_id from subscriptions)) as one, generate_series(1, ${count}) n`,
    sql`insert into addresses (id, store_id, name, invoice_type, address, city, district, country, zip_code, firstname,
        lastname, phone, email, is_default, created_at, updated_at)
      select 'adr_r' || n, 'sto_r' || n, name, invoice_type, address, city, district, country, zip_code, firstname,
        lastname, phone, email, is_default, created_at, updated_at from (select * from addresses limit 1) as one, generate_series(1, ${count}) n`,
    sql`insert into saved_cards (id, store_id, gateway, customer_ref, card_ref, brand, last_four, expiry_month,
        expiry_year, created_at, updated_at, fingerprint)
      select 'crd_r' || n, 'sto_r' || n, gateway, 'cus_r' || n, 'crd_r' || n, brand, last_four, expiry_month,
        expiry_year, created_at, updated_at, fingerprint from (select * from saved_cards limit 1) as one, generate_series(1, ${count}) n`,
    sql`insert into subscriptions (id, store_id, item_id, platform_id, plan_version_id, state, locale, time_zone,
        anchor_day, anchor_period, period_no, period_from, period_until, agreed_at, saved_card_id, address_id, next_action_at, created_at)
      select 'sub_r' || n, 'sto_r' || n, item_id, platform_id, plan_version_id, state, locale, time_zone, anchor_day,
        anchor_period, period_no, period_from, period_until, agreed_at, 'crd_r' || n, 'adr_r' || n, period_until, created_at
      from (select * from subscriptions limit 1) as one, generate_series(1, ${count}) n`,
    sql`insert into entitlements (subscription_id, store_id, item_id, valid_from, valid_until)
      select 'sub_r' || n, 'sto_r' || n, item_id, valid_from, valid_until
      from (select * from entitlements limit 1) as one, generate_series(1, ${count}) n`,
    sql`analyze`,
  ]
  for (const step of steps) await step.execute(db)
}

const keepCards = (count: number) => (book: DatabaseSync) => {
  book.exec('begin')
  book
    .prepare(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
      insert into cards (card_token, customer_ref, card_hash, plan, brand, first_digits, last_four, expiry_month,
        expiry_year, created_at, holder_payments)
      select 'crd_r' || n, 'cus_r' || n, card_hash, plan, brand, first_digits, last_four, expiry_month, expiry_year,
        created_at, 1 from n, (select * from cards limit 1)`,
    )
    .run(count)
  book.exec('commit')
}

const countDone = async (db: Db): Promise<number> =>
  (
    await sql<{ done: number }>`select count(*)::int as done from subscriptions
      where id ~ ${COPIES} and period_no = 2`.execute(db)
  ).rows[0]?.done ?? 0

/** Renews them all, and kills the market twice on the way. */
async function renewAll(
  run: PartRun,
  testBed: TestBed,
  worker: Restartable,
  count: number,
): Promise<{ seconds: number; done: number }> {
  const kills = [Math.floor(count / 3), Math.floor((2 * count) / 3)]
  const { db } = testBed.services
  const [began, beganAt] = [performance.now(), testBed.now().getTime()]
  let [done, still, lastSaid, later] = [0, 0, began, 0]
  await worker.start()
  while (done < count && still < MOST_STILL && !run.isStopping()) {
    await sleep(LOOK_MS)
    // Those that a dead market was about are looked at after an hour, which passes at the end.
    if (done > count - FEW && still % 5 === 4) later += LATER_MS
    testBed.moveTo(new Date(beganAt + performance.now() - began + later))
    const now = await countDone(db)
    still = now === done ? still + 1 : 0
    done = now
    if (kills[0] !== undefined && done >= kills[0]) {
      kills.shift()
      worker.kill()
      await worker.start()
    }
    if (performance.now() - lastSaid > 30_000) {
      lastSaid = performance.now()
      const rate = (done * 1000) / (performance.now() - began)
      run.say(`${done} of ${count} renewed, ${rate.toFixed(1)} a second`)
    }
  }
  return { seconds: (performance.now() - began) / 1000, done }
}

async function checkRenewals(testBed: TestBed, count: number): Promise<Violation[]> {
  const { db } = testBed.services
  const { rows } = await sql<{ id: string; orders: number }>`
    select s.id, count(o.id)::int as orders from subscriptions s
    left join orders o on o.subscription_id = s.id and o.purpose = 'renewal' and o.state = 'paid'
    where s.id ~ ${COPIES} group by 1 having count(o.id) <> 1`.execute(db)
  const wrong = rows.map(({ id, orders }): Violation => ({
    invariant: 'B2',
    of: id,
    what: `has ${orders} paid renewals`,
  }))
  const ledgers = checkLedgers(await readMarketLedger(db), await testBed.readBank(), {
    settled: true,
  })
  const money = ledgers.map(({ invariant, order, what }): Violation => ({
    invariant: 'MONEY',
    of: order,
    what: `${invariant} ${what}`,
  }))
  return count === 0 ? [] : [...wrong, ...money]
}

type CpuUse = ReturnType<typeof readCpuUse>

function describeCpu(before: CpuUse, after: CpuUse, count: number): string {
  if (!before || !after || count === 0) return ''
  const each = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / count
  const programs = PROGRAMS.map(([name]) => name)
  const sum = programs.reduce((total, name) => total + each(name), 0)
  return `; milliseconds of processor time a renewal: ${sum.toFixed(1)} (${programs.map((name) => `${name} ${each(name).toFixed(1)}`).join(', ')})`
}

/** A day on which many subscriptions are renewed, with a market that dies twice. */
export const renewals: Part = async (run) => {
  const count = run.sample ? SAMPLE : (run.amounts?.subscriptions ?? RENEWALS)
  const testBed = await run.open({ stores: 1 })
  try {
    await subscribeOnce(testBed)
    await multiply(testBed.services.db, count)
    await testBed.editBank(keepCards(count))
    testBed.moveTo(new Date(testBed.now().getTime() + MONTH_MS))
    const worker = await testBed.worker()
    const before = readCpuUse(PROGRAMS)
    const { seconds, done } = await renewAll(run, testBed, worker, count)
    const cpu = describeCpu(before, readCpuUse(PROGRAMS), done)
    await sleep(1_000)
    await worker.stop()
    const rate = done / seconds
    const violations = await checkRenewals(testBed, count)
    if (rate < PER_SECOND) run.say(`slower than the ${PER_SECOND} a second that are asked for`)
    return {
      done: `${done} of ${count} renewals, ${rate.toFixed(1)} a second, two deaths${cpu}`,
      violations,
    }
  } finally {
    await testBed.close()
  }
}
