import { expect, test } from 'vitest'
import { isSlug, isToken } from './validity.ts'

test('S4.4 an item’s address has the form of a slug', () => {
  for (const slug of ['minty', 'delivery-day', 'a1', '2', 'digital-marketing'])
    expect(isSlug(slug), slug).toBe(true)
  for (const no of [
    undefined,
    '',
    'Minty',
    'a.b',
    'a%2fb',
    '-a',
    'a-',
    'a--b',
    'a b',
    'çay',
    '..',
    "a'b",
    'a'.repeat(121),
  ])
    expect(isSlug(no), no).toBe(false)
})

test('S4.4 a token in an address has the form of a token', () => {
  expect(isToken('A'.repeat(43))).toBe(true)
  for (const no of [
    undefined,
    '',
    'short',
    'A'.repeat(15),
    'A'.repeat(201),
    `${'A'.repeat(42)}%`,
    `${'A'.repeat(42)}.`,
  ])
    expect(isToken(no), no).toBe(false)
})
