import { sql } from 'kysely'
import { readCpuUse } from '../harness/cpu-use.ts'
import type { TestBed } from './test-bed.ts'
import { payToEnd } from './finish.ts'
import { payingCard } from './own-cards.ts'
import type { Part, PartRun } from './part.ts'
import type { Violation } from './violation.ts'

const SECONDS = 120
const ITEMS = 20

const quantile = (sorted: number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

/** By words of their command lines; this process is the buyers, their balancer and the mailbox. */
const PROGRAMS = [
  ['bank', 'sandbox-bank'],
  ['market', 'market.mjs'],
  ['database', 'postgres'],
] as const

type CpuUse = ReturnType<typeof readCpuUse>

/** What the load itself costs is said apart: on other machines it costs the market nothing. */
function describeCpu(before: CpuUse, after: CpuUse, orders: number): string | null {
  if (!before || !after || orders === 0) return null
  const each = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / orders
  const programs = PROGRAMS.map(([name]) => name)
  const together = programs.reduce((sum, name) => sum + each(name), 0)
  return `${together.toFixed(1)} (${programs.map((name) => `${name} ${each(name).toFixed(1)}`).join(', ')}), and ${each('buyers').toFixed(1)} for the load itself`
}

/** A way to an order; null when it went well, otherwise what happened. */
type Way = (testBed: TestBed) => Promise<string | null>

/** The whole way of a buyer: address, order, price, card, the bank's page, back, the status. */
const checkOut: Way = async (testBed) => {
  const buyer = testBed.newBuyer()
  try {
    await buyer.prepare()
  } catch (error) {
    return (error as Error).message
  }
  // A card for each store: otherwise all would wait for the one row that counts tries of a card.
  const end = await payToEnd(buyer, { card: payingCard(buyer.store.place) })
  const outcome = (await buyer.status()).body?.data?.outcome
  return outcome === 'confirmed' ? null : `ended at ${end}, ${outcome}`
}

/** What costs nothing is bought by one call. */
const takeFree: Way = async (testBed) => {
  const { status, body } = await testBed.newBuyer().start()
  return body?.data?.state === 'paid' ? null : `${status} ${body?.code ?? body?.data?.state}`
}

/** How many statements one order takes, everything that the worker does for it included. */
async function statementsPerOrder(run: PartRun, way: Way): Promise<number> {
  const testBed = await run.open({ stores: 12, items: 1 })
  try {
    if (way === takeFree) await makeFree(testBed)
    await testBed.startMarkets()
    await way(testBed)
    const before = testBed.databaseProxy.statements()
    for (let n = 0; n < 10; n += 1) await way(testBed)
    return (testBed.databaseProxy.statements() - before) / 10
  } finally {
    await testBed.close()
  }
}

const makeFree = ({ db }: TestBed) =>
  sql`with plans as (update plans set kind = 'free', price_minor = 0)
    update items set price_kind = 'free', price_minor = 0`.execute(db)

/**
 * Orders, so many a second whether the ones before are through or not; slowness is said, only wrong
 * money is a violation.
 */
const loadBy =
  (way: Way, { usualRate, words }: { usualRate: number; words: string }): Part =>
  async (run) => {
    const { rate: askedRate = usualRate, seconds: askedSeconds = SECONDS } = run.amounts ?? {}
    const [rate, seconds] = run.sample ? [4, 2] : [askedRate, askedSeconds]
    const planned = rate * seconds
    const testBed = await run.open({
      markets: run.sample ? 1 : 2,
      stores: Math.ceil(planned / ITEMS) + 1,
      items: ITEMS,
      witness: false,
      proxies: false,
      oldOrders: run.sample ? 0 : (run.amounts?.oldOrders ?? 0),
      say: run.say,
    })
    const took: number[] = []
    const failures: string[] = []
    const violations: Violation[] = []
    try {
      if (way === takeFree) await makeFree(testBed)
      await testBed.startMarkets()
      const cpuBefore = readCpuUse(PROGRAMS)
      const began = performance.now()
      const going: Promise<void>[] = []
      for (let n = 0; n < planned && !run.isStopping(); n += 1) {
        const due = began + (n * 1000) / rate
        if (due > performance.now())
          await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
        const started = performance.now()
        going.push(
          way(testBed).then((failure) => {
            if (failure === null) took.push(performance.now() - started)
            else failures.push(failure)
          }),
        )
        if (n > 0 && n % (rate * 20) === 0)
          run.say(`${took.length} of ${n} through, ${failures.length} failed`)
      }
      await Promise.all(going)
      const lasted = (performance.now() - began) / 1000
      const cpu = describeCpu(cpuBefore, readCpuUse(PROGRAMS), took.length)
      await testBed.settle()
      violations.push(...(await testBed.check()))
      const sorted = took.toSorted((a, b) => a - b)
      const statements = run.sample ? null : await statementsPerOrder(run, way)
      const said = [
        `${took.length} of ${planned} ${words}, ${(took.length / lasted).toFixed(1)} a second (asked for: ${rate} for ${seconds} s)`,
        `p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms for the whole way`,
        ...(statements === null ? [] : [`${statements.toFixed(0)} statements an order`]),
        ...(cpu === null ? [] : [`milliseconds of processor time an order: ${cpu}`]),
      ]
      if (failures.length > 0)
        run.say(`${failures.length} were not bought in time, like: ${failures[0]}`)
      return { done: said.join('; '), violations }
    } finally {
      await testBed.close()
    }
  }

export const load = loadBy(checkOut, { usualRate: 20, words: 'checkouts of nine calls paid' })
export const freeLoad = loadBy(takeFree, { usualRate: 150, words: 'free orders' })
