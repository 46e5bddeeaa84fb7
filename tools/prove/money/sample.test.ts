import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { openArena, type Arena, type ArenaOptions } from './arena.ts'
import { checkArithmetic } from './arithmetic.ts'
import { behaviours } from './behaviours.ts'
import { cardHygiene } from './card-hygiene.ts'
import { eventOrders } from './event-orders.ts'
import { forgeries } from './forgeries.ts'
import { killLoop } from './kill-loop.ts'
import { load } from './load.ts'
import type { Part } from './part.ts'
import { races } from './races.ts'
import { sequences } from './sequences.ts'
import { inWords } from './violation.ts'

// Some seconds each on a machine that has nothing else to do.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

/**
 * `npm run prove -- money` in small: real processes of the market and of the bank, some of each kind of everything. Always the same seed: what passed yesterday passes today. The
 * proof draws its own.
 */
const seed = 20_261_121

/** One arena for all samples with as many market processes, which go on living from one to the next: most of the time would go into starting them. */
const arenas = new Map<number, Promise<Arena>>()
const children = new Set<ChildProcess>()

async function open({ markets = 1 }: ArenaOptions): Promise<Arena> {
  const opening = arenas.get(markets) ?? openArena({ markets, stores: 60, items: 8, logLevel: 'debug', onChild: child => void children.add(child) })
  arenas.set(markets, opening)
  const arena = await opening
  arena.front.holdNotices(false)
  return { ...arena, close: async () => {} }
}

afterAll(async () => {
  await Promise.all([...arenas.values()].map(async arena => (await arena).close()))
  for (const child of children) child.kill('SIGKILL')
})

const violationsOf = async (part: Part): Promise<string[]> =>
  (await part({ sample: true, seed, times: 1, say: () => {}, open, isStopping: () => false })).violations.map(inWords)

test('the arithmetic of money holds for whatever amounts (I8)', () => {
  expect(checkArithmetic(3_000, seed)).toEqual([])
})

test('nobody but the bank can say that something was paid (PAY-9, PAY-10, PAY-11)', async () => {
  expect(await violationsOf(forgeries)).toEqual([])
})

test('many payments of one order at once, in two processes, are one charge (PAY-1, PAY-2)', async () => {
  expect(await violationsOf(races)).toEqual([])
})

test('return, notice, poll, retry and cancel in any order, each twice, end the same (PAY-4, PAY-6, PAY-7, PAY-8)', async () => {
  expect(await violationsOf(eventOrders)).toEqual([])
})

test('a bank that misbehaves costs nobody money (PAY-5)', async () => {
  expect(await violationsOf(behaviours)).toEqual([])
})

test('a market that is killed at any step charges once or not at all (I1, I3, I4)', async () => {
  expect(await violationsOf(killLoop)).toEqual([])
})

test('a card number or code is in no log, table, job, answer or book, whatever fails and wherever it was typed (I12, PAYPAGE-4)', async () => {
  expect(await violationsOf(cardHygiene)).toEqual([])
})

test('no sequence of steps pays twice, for another price or for nothing (PAY-3, PAY-12, I9)', async () => {
  expect(await violationsOf(sequences)).toEqual([])
})

test('checkouts at a steady pace keep both books the same (I1, I2)', async () => {
  expect(await violationsOf(load)).toEqual([])
})
