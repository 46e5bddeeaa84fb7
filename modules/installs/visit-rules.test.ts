import { expect, test } from 'vitest'
import { bucketOf, ENOUGH_VISITS, MAX_KB, MAX_MS, MAX_START_MS, quantile } from './visit-rules.ts'

const counts = (...values: number[]) =>
  values.map((value) => ({ bucket: bucketOf(value), visits: 1 }))
const times = (value: number, n: number) => counts(...Array.from({ length: n }, () => value))

test('a figure is off by 3 % at most, and no value that is believed leaves the buckets of the table (S2.18)', () => {
  for (const value of [0, 1, 2, 9, 36, 52, 122, 1_900, MAX_MS, MAX_KB, MAX_START_MS]) {
    const read = quantile(times(value, ENOUGH_VISITS), 0.5)
    expect(Math.abs((read ?? Infinity) - value), String(value)).toBeLessThanOrEqual(
      Math.max(0.5, value * 0.03),
    )
    expect(bucketOf(value)).toBeLessThanOrEqual(180)
  }
})

test('a few visits make no figure, and a minority cannot move one (S2.18)', () => {
  expect(quantile(times(30, ENOUGH_VISITS - 1), 0.5)).toBeNull()
  const honest = times(30, ENOUGH_VISITS)
  expect(quantile([...honest, ...times(MAX_MS, ENOUGH_VISITS - 1)], 0.5)).toBe(
    quantile(honest, 0.5),
  )
})

test('three of four visits saw the page within the time that is told (S2.18)', () => {
  expect(quantile([...times(1_000, 15), ...times(4_000, 5)], 0.75)).toBe(
    quantile(times(1_000, 20), 0.75),
  )
  expect(quantile([...times(1_000, 14), ...times(4_000, 6)], 0.75)).toBe(
    quantile(times(4_000, 20), 0.75),
  )
})
