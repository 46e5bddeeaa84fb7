import { readCpuUse } from '../harness/cpu-use.ts'
import type { TestBed } from './test-bed.ts'
import { payToEnd } from './finish.ts'
import { payingCard } from './own-cards.ts'
import type { Part } from './part.ts'
import type { Violation } from './violation.ts'

const RATE_PER_SECOND = 20
const SECONDS = 120

const quantile = (sorted: number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)

/** By words of their command lines; this process is the buyers, their balancer and the mailbox. */
const PROGRAMS = [
  ['bank', 'sandbox-bank'],
  ['market', 'market.mjs'],
  ['database', 'postgres'],
] as const

type CpuUse = ReturnType<typeof readCpuUse>

function describeCpu(before: CpuUse, after: CpuUse, orders: number): string | null {
  if (!before || !after || orders === 0) return null
  return Object.entries(after)
    .map(([name, ms]) => `${name} ${((ms - (before[name] ?? 0)) / orders).toFixed(1)}`)
    .join(', ')
}

/** The whole way of a buyer: address, order, price, card, the bank's page, back, the status. */
async function checkOut(testBed: TestBed): Promise<string | null> {
  const buyer = testBed.newBuyer()
  try {
    await buyer.prepare()
  } catch (error) {
    return (error as Error).message
  }
  // A card for each store: otherwise all would wait for the one row that counts tries of a card.
  const card = payingCard(buyer.store.place)
  const end = await payToEnd(buyer, { card })
  const outcome = (await buyer.status()).body?.data?.outcome
  return outcome === 'confirmed' ? null : `ended at ${end}, ${outcome}`
}

/** How many statements one paid order takes, everything that the worker does for it included. */
async function statementsPerOrder(run: Parameters<Part>[0]): Promise<number> {
  const testBed = await run.open({ stores: 12, items: 1 })
  try {
    await testBed.startMarkets()
    await checkOut(testBed)
    const before = testBed.databaseProxy.statements()
    for (let n = 0; n < 10; n += 1) await checkOut(testBed)
    return (testBed.databaseProxy.statements() - before) / 10
  } finally {
    await testBed.close()
  }
}

/**
 * Paid checkouts, so many a second whether the ones before are through or not; slowness is said,
 * only wrong money is a violation.
 */
export const load: Part = async (run) => {
  const { rate: askedRate = RATE_PER_SECOND, seconds: askedSeconds = SECONDS } = run.amounts ?? {}
  const [rate, seconds] = run.sample ? [4, 2] : [askedRate, askedSeconds]
  const planned = rate * seconds
  const items = 20
  const testBed = await run.open({
    markets: run.sample ? 1 : 2,
    stores: Math.ceil(planned / items) + 1,
    items,
    witness: false,
    proxies: false,
  })
  const took: number[] = []
  const failures: string[] = []
  const violations: Violation[] = []
  try {
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
        checkOut(testBed).then((failure) => {
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
    const statements = run.sample ? null : await statementsPerOrder(run)
    const words = [
      `${took.length} of ${planned} checkouts paid, ${(took.length / lasted).toFixed(1)} a second (asked for: ${rate} for ${seconds} s)`,
      `p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms for the whole way of nine calls`,
      ...(statements === null ? [] : [`${statements.toFixed(0)} statements an order`]),
      ...(cpu === null ? [] : [`milliseconds of processor time an order: ${cpu}`]),
    ]
    if (failures.length > 0)
      run.say(`${failures.length} were not paid in time, like: ${failures[0]}`)
    return { done: words.join('; '), violations }
  } finally {
    await testBed.close()
  }
}
