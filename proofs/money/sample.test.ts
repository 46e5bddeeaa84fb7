import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { openTestBed, type TestBed, type TestBedOptions } from './test-bed.ts'
import { checkArithmetic } from './arithmetic.ts'
import { behaviors } from './behaviors.ts'
import { cardHygiene } from './card-hygiene.ts'
import { eventOrders } from './event-orders.ts'
import { forgeries } from './forgeries.ts'
import { killLoop } from './kill-loop.ts'
import { load } from './load.ts'
import type { Part } from './part.ts'
import { races } from './races.ts'
import { sequences } from './sequences.ts'
import { describeViolation } from './violation.ts'

// Some seconds each on a machine that has nothing else to do.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

/**
 * `npm run prove -- money` in small: real processes of the market and of the bank, some of each
 * kind of everything. Always the same seed: what passed yesterday passes today. The proof draws its
 * own.
 */
const seed = 20_261_121

/**
 * One arena for all samples with as many market processes, which go on living from one to the next:
 * most of the time would go into starting them.
 */
const testBeds = new Map<number, Promise<TestBed>>()
const children = new Set<ChildProcess>()

async function open({ markets = 1 }: TestBedOptions): Promise<TestBed> {
  const opening =
    testBeds.get(markets) ??
    openTestBed({
      markets,
      stores: 60,
      items: 8,
      logLevel: 'debug',
      onChild: (child) => void children.add(child),
    })
  testBeds.set(markets, opening)
  const testBed = await opening
  testBed.front.holdNotices(false)
  return { ...testBed, close: async () => {} }
}

afterAll(async () => {
  await Promise.all([...testBeds.values()].map(async (testBed) => (await testBed).close()))
  for (const child of children) child.kill('SIGKILL')
})

const violationsOf = async (part: Part): Promise<string[]> =>
  (
    await part({ sample: true, seed, times: 1, say: () => {}, open, isStopping: () => false })
  ).violations.map(describeViolation)

test('price arithmetic holds for any amount (I8)', () => {
  expect(checkArithmetic(3_000, seed)).toEqual([])
})

test('only the bank can report a payment (PAY-9, PAY-10, PAY-11)', async () => {
  expect(await violationsOf(forgeries)).toEqual([])
})

test('concurrent payments of one order, in two processes, are one charge (PAY-1, PAY-2)', async () => {
  expect(await violationsOf(races)).toEqual([])
})

test('return, notification, poll, retry and cancel in any order, each twice, have the same result (PAY-4, PAY-6, PAY-7, PAY-8)', async () => {
  expect(await violationsOf(eventOrders)).toEqual([])
})

test('a misbehaving bank costs nobody money (PAY-5)', async () => {
  expect(await violationsOf(behaviors)).toEqual([])
})

test('a market killed at any step charges once or not at all (I1, I3, I4)', async () => {
  expect(await violationsOf(killLoop)).toEqual([])
})

test('no log, table, job, response or ledger contains a card number or code, whatever fails and wherever it was typed (I12, PAYPAGE-4)', async () => {
  expect(await violationsOf(cardHygiene)).toEqual([])
})

test('no sequence of steps pays twice, at another price or without payment (PAY-3, PAY-12, I9)', async () => {
  expect(await violationsOf(sequences)).toEqual([])
})

test('checkouts at a steady rate keep both ledgers equal (I1, I2)', async () => {
  expect(await violationsOf(load)).toEqual([])
})
