import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

test('allows a burst, then the refill rate, per key', () => {
  let now = 0
  const { take } = createTokenBuckets({ burst: 3, perSecond: 0.5, now: () => now })
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 2])
  expect(take('b')).toBe(0)
  now = 1
  expect(take('a')).toBe(1)
  now = 2
  expect([take('a'), take('a')]).toEqual([0, 2])
  now = 1_000
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 2])
})

test('evicts the key that was unused for longest', () => {
  const { take } = createTokenBuckets({ burst: 1, perSecond: 0.001, now: () => 0 })
  take('first')
  take('second')
  for (let key = 0; key < 49_998; key += 1) take(`${key}`)
  expect(take('second')).toBeGreaterThan(0)
  take('one more')
  expect([take('first') === 0, take('second') === 0]).toEqual([true, false])
})
