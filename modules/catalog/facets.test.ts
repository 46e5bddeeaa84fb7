import { describe, expect, test } from 'vitest'
import { facetsOf, facetsOfShelves, totalOf } from './facets.ts'

describe('the total above a list (S2.16)', () => {
  const page = { capped: true, offset: 24, limit: 24, shown: 24 }
  test('is exact where everything was counted', () => {
    expect(totalOf(30, { ...page, capped: false, shown: 6 })).toEqual({ total: 30, atLeast: false })
  })
  test('of a very frequent word is never smaller than the items shown, and a full page has a next one', () => {
    expect(totalOf(7, page)).toEqual({ total: 49, atLeast: true })
    expect(totalOf(5001, page)).toEqual({ total: 5001, atLeast: true })
  })
  test('is exact where the scan reached the end', () => {
    expect(totalOf(7, { ...page, shown: 5 })).toEqual({ total: 29, atLeast: false })
    expect(totalOf(0, { ...page, offset: 0, shown: 0 })).toEqual({ total: 0, atLeast: false })
  })
  test('stays "at least" on a page beyond the end, which says nothing about earlier pages', () => {
    expect(totalOf(7, { ...page, shown: 0 })).toEqual({ total: 24, atLeast: true })
  })
})

test('facets are computed once per filter, and again when the market has changed (S2.16)', () => {
  const cells = [
    { shelf: -1, free: true, band: 0, traits: 0, n: 2 },
    { shelf: -1, free: false, band: 9, traits: 1, n: 3 },
  ]
  const choice = { shelf: -1, price: undefined, band: 0, traits: 0, conditions: 0 }
  expect(facetsOfShelves(cells, choice)).toBe(facetsOfShelves(cells, { ...choice }))
  for (const other of [
    choice,
    { ...choice, price: 'free' as const },
    { ...choice, band: 8 },
    { ...choice, traits: 1 },
    { ...choice, traits: 1, conditions: 1 },
    { ...choice, shelf: 4 },
  ]) {
    expect(facetsOfShelves(cells, other)).toEqual(facetsOf(cells, other))
  }
  expect(facetsOfShelves([...cells], choice)).not.toBe(facetsOfShelves(cells, choice))
})
