import { describe, expect, test } from 'vitest'
import { capLevel, reachOf, unitsAtCap } from './usage-reach.ts'

const meter = {
  included: 20_000,
  tiers: [{ up_to: null, price: 0.02, per: 1 }],
}
const stepped = {
  included: 1_000,
  tiers: [
    { up_to: 9_000, price: 0.2, per: 1_000 },
    { up_to: null, price: 0.1, per: 1_000 },
  ],
}

describe('the bar of what is used', () => {
  test('ends at the units that the cap pays for', () => {
    expect(unitsAtCap(meter, 100)).toBe(25_000)
    expect(reachOf(meter, { used: 12_400, forecast: 16_900, cap: 100 })).toBe(25_000)
  })

  test('counts each tier at its own price', () => {
    expect(unitsAtCap(stepped, 1.8)).toBe(10_000)
    expect(unitsAtCap(stepped, 2.8)).toBe(20_000)
  })

  test('without a cap is as long as the forecast', () => {
    expect(reachOf(meter, { used: 12_400, forecast: 40_000, cap: null })).toBe(40_000)
  })
})

test('the page speaks of the cap from half of it on', () => {
  expect([49.9, 50, 90, 100].map((cost) => capLevel(cost, 100))).toEqual([
    'calm',
    'half',
    'near',
    'reached',
  ])
  expect(capLevel(50, null)).toBe('calm')
})
