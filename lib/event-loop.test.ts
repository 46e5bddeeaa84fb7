import { afterEach, expect, test } from 'vitest'
import { nextTurn, watchEventLoop, type LoopWatch } from './event-loop.ts'

let loop: LoopWatch | undefined
afterEach(() => loop?.stop())

const spin = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('an event loop that is always late is busy, and recovers', async () => {
  loop = watchEventLoop(25)
  const work = setInterval(() => spin(100), 1)
  await expect.poll(() => loop?.isBusy(), { timeout: 10_000 }).toBe(true)
  clearInterval(work)
  await expect.poll(() => loop?.isBusy(), { timeout: 10_000 }).toBe(false)
})

test('is never busy when the check is disabled', async () => {
  loop = watchEventLoop(0)
  spin(60)
  await new Promise((resolve) => {
    setTimeout(resolve, 10)
  })
  expect(loop.isBusy()).toBe(false)
})

test('nextTurn resolves in separate turns, in call order', async () => {
  const order: (string | number)[] = []
  const between = (left: number): void => {
    if (left === 0) return
    order.push('other work')
    setImmediate(between, left - 1)
  }
  const work = [1, 2, 3].map(async (n) => {
    await nextTurn()
    order.push(n)
  })
  setImmediate(between, 3)
  await Promise.all(work)
  expect(order.filter((one) => typeof one === 'number')).toEqual([1, 2, 3])
  expect(order.indexOf(3) - order.indexOf(1)).toBeGreaterThan(2)
})
