import { expect, test } from 'vitest'
import { allCases } from './behaviours.ts'
import { permutations } from './event-orders.ts'

test('five events have 120 orders, and the bank has all its ways to misbehave', () => {
  expect(new Set(permutations(['return', 'notice', 'poll', 'retry', 'cancel']).map(order => order.join())).size).toBe(120)
  expect(new Set(allCases().map(one => one.card)).size).toBe(allCases().length)
  expect(allCases().length).toBeGreaterThan(14 * 4 * 2)
})
