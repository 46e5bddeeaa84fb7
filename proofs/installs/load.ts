import { sql } from 'kysely'
import type { TestBed } from './test-bed.ts'
import { countOpenRuns } from './ledgers.ts'
import type { Owner, Reply } from './owner.ts'
import { inParallel, type Part } from './part.ts'
import { NEW, OLD, type SeededItem } from './seed-items.ts'
import type { Violation } from './violation.ts'

const STORES = 1_000
/** What the platform takes; all of it together, as such limits are. */
const CALLS_PER_SECOND = 120
/** In which everybody asks. */
const MINUTE_MS = 60_000
/** Nobody may wait longer while others are served. */
const TIMEOUT_MS = 60_000

const quantile = (sorted: number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

/** A platform that has too much to do says so, and whoever asked comes again. */
async function retryCall(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask()
    if (reply.status !== 503 && reply.status !== 429) return reply
    await new Promise((resolve) => setTimeout(resolve, 1_000 + Math.random() * 1_000))
  }
}

async function untilNoneIsOpen({ db }: TestBed, ms: number): Promise<number> {
  const until = performance.now() + ms
  while ((await countOpenRuns(db)) > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 250))
  return countOpenRuns(db)
}

/**
 * How long each waited for its update, from the moment at which it was accepted, in the order of
 * that.
 */
const waits = async ({
  db,
}: TestBed): Promise<{ store: string; waited: number; before: number }[]> =>
  (
    await sql<{ store: string; waited: number; before: number }>`
  select external_id as store, extract(epoch from finished_at - r.created_at) * 1000 as waited,
    (select count(*)::int from installation_runs later where later.kind = 'update' and later.turn > r.turn and later.finished_at < r.finished_at - interval '60 seconds') as before
  from installation_runs r join installations i on i.id = installation_id join stores s on s.id = store_id where r.kind = 'update' and r.state = 'succeeded' order by r.turn`.execute(
      db,
    )
  ).rows.map((row) => ({ ...row, waited: Number(row.waited) }))

/**
 * A thousand stores ask for the new version in one minute, of a platform that takes only so many
 * calls.
 */
export const load: Part = async (run) => {
  const [count, minute] = run.sample ? [20, 1_000] : [STORES, MINUTE_MS]
  const violations: Violation[] = []
  const testBed = await run.open({
    markets: run.sample ? 1 : 2,
    stores: count,
    items: 6,
    proxies: false,
    witness: false,
    callsPerSecond: run.sample ? 0 : CALLS_PER_SECOND,
    logLevel: 'warn',
  })
  try {
    await testBed.startMarkets()
    const owners: Owner[] = []
    const item = testBed.items.free[5] as SeededItem
    await inParallel(Array.from({ length: count }), 8, async () => {
      const owner = await testBed.newOwner()
      owners.push(owner)
      await retryCall(() => owner.install(item, OLD))
    })
    await untilNoneIsOpen(testBed, 300_000)
    run.say(`${owners.length} stores have the old version`)
    const [callsBefore, sentBefore, began] = [
      testBed.limits.calls,
      testBed.limits.sentAway,
      performance.now(),
    ]
    const odd: Reply[] = []
    await Promise.all(
      owners.map(async (owner, n) => {
        await new Promise((resolve) => setTimeout(resolve, (n * minute) / count))
        const reply = await retryCall(() => owner.update(item, NEW))
        if (reply.status !== 200) odd.push(reply)
      }),
    )
    const asked = performance.now() - began
    testBed.limits.watching = true
    const left = await untilNoneIsOpen(testBed, 120_000)
    const lasted = performance.now() - began
    if (odd.length > 0)
      violations.push({
        invariant: 'LIVE',
        where: item.prefix,
        what: `${odd.length} updates were refused, like ${odd[0]?.status} ${odd[0]?.body?.code ?? ''}`,
      })
    if (left > 0)
      violations.push({
        invariant: 'END',
        where: item.prefix,
        what: `${left} updates were not over after ${Math.round(lasted / 1000)} s`,
      })
    const waited = await waits(testBed)
    for (const one of waited.filter(({ waited: ms, before }) => ms > TIMEOUT_MS && before > 0)) {
      violations.push({
        invariant: 'FAIR',
        where: one.store,
        what: `waited ${Math.round(one.waited / 1000)} s while ${one.before} who came later were served more than a minute before`,
      })
    }
    const sorted = waited.map((one) => one.waited).toSorted((a, b) => a - b)
    if (!run.sample && (sorted.at(-1) ?? 0) > TIMEOUT_MS)
      violations.push({
        invariant: 'FAIR',
        where: item.prefix,
        what: `the last waited ${Math.round((sorted.at(-1) ?? 0) / 1000)} s for its update`,
      })
    testBed.limits.watching = false
    await testBed.settle()
    violations.push(...(await testBed.check()))
    const words = [
      `${sorted.length} stores updated, asked for in ${Math.round(asked / 1000)} s, all done after ${Math.round(lasted / 1000)} s`,
      `each waited p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms, ${Math.round(sorted.at(-1) ?? 0)} ms at most`,
      `${testBed.limits.calls - callsBefore} calls to the platform, ${testBed.limits.sentAway - sentBefore} of them sent away (429)`,
    ]
    return { done: words.join('; '), violations }
  } finally {
    await testBed.close()
  }
}
