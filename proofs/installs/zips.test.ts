import { expect, test } from 'vitest'
import { mutatedZip } from './mutate-zip.ts'
import { seededRandom } from './seeded-random.ts'
import { proveZips } from './zips.ts'

test('PKG-1 PKG-2 PKG-4 three hundred mutated zips: none escapes, hangs or crashes, and accepted ones are read alike by other readers', async () => {
  const { accepted, refused, violations } = await proveZips({ count: 300, seed: 'npm test' })
  expect(violations).toEqual([])
  // A proof that refuses everything, or for one reason only, would prove nothing.
  expect(accepted).toBeGreaterThan(20)
  expect(Object.keys(refused).length).toBeGreaterThan(12)
})

test('a seed produces the same zip again', () => {
  expect(mutatedZip(seededRandom('x/1')).equals(mutatedZip(seededRandom('x/1')))).toBe(true)
  expect(mutatedZip(seededRandom('x/1')).equals(mutatedZip(seededRandom('x/2')))).toBe(false)
})
