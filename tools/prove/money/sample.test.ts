import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { checkArithmetic } from './arithmetic.ts'
import { behaviours } from './behaviours.ts'
import { eventOrders } from './event-orders.ts'
import { forgeries } from './forgeries.ts'
import { killLoop } from './kill-loop.ts'
import { load } from './load.ts'
import type { Part, PartRun } from './part.ts'
import { races } from './races.ts'
import { sequences } from './sequences.ts'
import { inWords } from './violation.ts'

/** `npm run prove -- money` in small: real processes of the market and of the bank. Another seed each day, the same all day. */
const seed = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

async function violationsOf(part: Part): Promise<string[]> {
  const children: ReturnType<typeof spawn>[] = []
  onTestFinished(() => { for (const child of children) child.kill('SIGKILL') })
  const run: PartRun = { sample: true, seed, say: () => {}, onChild: child => void children.push(child), isStopping: () => false }
  return (await part(run)).violations.map(inWords)
}

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

test('no sequence of steps pays twice, for another price or for nothing (PAY-3, PAY-12, I9)', async () => {
  expect(await violationsOf(sequences)).toEqual([])
})

test('checkouts at a steady pace keep both books the same (I1, I2)', async () => {
  expect(await violationsOf(load)).toEqual([])
})
