import { sql } from 'kysely'
import { childrenMeter, parentOf, processMeter } from '#bench/cpu.ts'
import type { Owner, Reply } from './owner.ts'
import { inParallel, type Part } from './part.ts'
import { block, code, NEW, OLD, type SeededItem, type SeededItems, user } from './seed-items.ts'
import type { TestBed } from './test-bed.ts'
import type { Violation } from './violation.ts'

const STORES = 1_000
/** Owners who ask at the same time. */
const OWNERS = 16
const END_MS = 600_000

type Meter = () => Promise<Record<string, number>>

/** The new version asks for nothing that the old one did not: it may come by itself. */
const versionsOf: SeededItems['versionsOf'] = (prefix) => ({
  [OLD]: [block(prefix, 'first'), code(prefix, 3, 'app.js'), user(prefix)],
  [NEW]: [block(prefix, 'second'), code(prefix, 3, 'app.js'), user(prefix)],
})

/** Processor time (ms) and statements since the meter was made. */
async function openMeter({ db, markets, system }: TestBed): Promise<Meter> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const cpu = {
    market: processMeter(markets[0]?.pid() ?? 0),
    PostgreSQL: childrenMeter(parentOf(rows[0]?.pid ?? 0) ?? 0),
    platform: processMeter(system.pid?.() ?? 0),
  }
  const count = async () => {
    const answer = await markets[0]?.ask()
    return (answer as { statements?: Record<string, number> } | undefined)?.statements ?? {}
  }
  const before = await count()
  return async () => {
    const now = await count()
    const since = (name: string) => (now[name] ?? 0) - (before[name] ?? 0)
    return {
      ...Object.fromEntries(
        Object.entries(cpu).map(([name, meter]) => [`${name} ms`, meter.used() ?? 0]),
      ),
      statements: since('arasta'),
      "queue's": since('arasta-jobs'),
    }
  }
}

/** Waits until no run is open, and no automatic update that is due has not been started. */
async function untilDone({ db }: TestBed): Promise<number> {
  const until = performance.now() + END_MS
  const countOpen = async () =>
    (
      await sql<{ open: number }>`select
        (select count(*)::int from installation_runs where state in ('queued', 'running'))
        + (select count(*)::int from auto_updates where state = 'planned' or (state = 'started' and run_id is null)) as open`.execute(
        db,
      )
    ).rows[0]?.open ?? 0
  for (;;) {
    const open = await countOpen()
    if (open === 0 || performance.now() > until) return open
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Automatic updates of everybody, due now: the usual plan spreads them over twenty minutes. */
const planForAll = (db: TestBed['db'], item: SeededItem) =>
  sql`with chosen as (
      update installations set auto_update = 'all' where item_id = ${item.id} and state = 'installed' returning id)
    insert into auto_updates (installation_id, release_id, state, due_at, created_at)
    select chosen.id, releases.id, 'planned', now(), now() from chosen, releases
    where releases.item_id = ${item.id} and releases.version = ${NEW}`.execute(db)

/**
 * What it costs to bring a release to a thousand stores: by their owners' buttons and by automatic
 * updates.
 */
export const updates: Part = async (run) => {
  const count = run.sample ? 20 : STORES
  const violations: Violation[] = []
  const testBed = await run.open({
    stores: count,
    items: 6,
    proxies: false,
    isDirect: true,
    versionsOf,
    witness: false,
    logLevel: 'warn',
  })
  const item = testBed.items.free[5] as SeededItem
  const lines: string[] = []
  async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
    const [read, began] = [await openMeter(testBed), performance.now()]
    await work()
    const open = await untilDone(testBed)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const each = Object.entries(await read()).map(
      ([name, value]) => `${name} ${(value / count).toFixed(1)}`,
    )
    lines.push(`${what} ${seconds} s`)
    run.say(`${count} ${what} in ${seconds} s; one: ${each.join(', ')}`)
    if (open > 0)
      violations.push({
        invariant: 'END',
        where: item.prefix,
        what: `${open} ${what} are not over`,
      })
  }
  try {
    await testBed.startMarkets()
    const owners: Owner[] = []
    await inParallel(Array.from({ length: count }), OWNERS, async () => {
      owners.push(await testBed.newOwner())
    })
    const ask = (press: (owner: Owner) => Promise<Reply>) => () =>
      inParallel(owners, OWNERS, async (owner) => {
        const { status, body } = await press(owner)
        if (status !== 200)
          violations.push({
            invariant: 'LIVE',
            where: owner.name,
            what: `was refused: ${status} ${body?.code ?? ''}`,
          })
      })
    await measure(
      'installs',
      ask((owner) => owner.install(item, OLD)),
    )
    await measure('automatic updates', () => planForAll(testBed.db, item))
    await measure(
      'ways back',
      ask((owner) => owner.update(item, OLD)),
    )
    await measure(
      'updates',
      ask((owner) => owner.update(item, NEW)),
    )
    await testBed.settle()
    violations.push(...(await testBed.check()))
    return { done: `${count} stores: ${lines.join(', ')}`, violations }
  } finally {
    await testBed.close()
  }
}
