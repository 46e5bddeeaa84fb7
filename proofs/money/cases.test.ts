import { expect, test } from 'vitest'
import { allCases } from './behaviors.ts'
import { permutations } from './event-orders.ts'

test('five events have 120 orders, and the bank has all its misbehaviors', () => {
  expect(
    new Set(
      permutations(['return', 'notice', 'poll', 'retry', 'cancel']).map((order) => order.join()),
    ).size,
  ).toBe(120)
  expect(new Set(allCases().map((one) => one.card)).size).toBe(allCases().length)
  expect(allCases().length).toBeGreaterThan(14 * 4 * 2)
})
