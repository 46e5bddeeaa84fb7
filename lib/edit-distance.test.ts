import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['consnet', 'consent', 1],
  ['cokie', 'cookie', 1],
  ['galeri', 'galeri', 0],
  ['', 'abc', 3],
  ['kargo', 'kragoo', 2],
  ['kitten', 'sitting', 3],
  ['القهوه', 'القهوة', 1],
  ['ca', 'abc', 3],
])('%s is %s but for %i slips', (from, to, slips) => {
  expect(editDistance(from, to)).toBe(slips)
})

test('edit distance is symmetric, and at most the length of the longer word', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max([...a].length, [...b].length))
      expect(editDistance(a, b) === 0).toBe(a === b)
    }),
  )
})
