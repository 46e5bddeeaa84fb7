import { expect, it } from 'vitest'
import { readSlugs } from './compare-picks.ts'
import { pathsFor } from './paths.ts'

it('items to compare are read from a list with commas and from the boxes of a form, each once and four at most', () => {
  expect(readSlugs(['a,b', 'c', 'b'])).toEqual(['a', 'b', 'c'])
  expect(readSlugs(['a, b ,,c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd'])
})

it('what can be no slug is left out', () => {
  expect(readSlugs(['<b>', '../x', 'Ü', 'ok-1', ''])).toEqual(['ok-1'])
})

it('the address of a comparison can be read and shared', () => {
  expect(pathsFor(false).compare(['a', 'b'])).toBe('/compare?items=a,b')
  expect(pathsFor(true).compare()).toBe('/market/compare')
})
