import { expect, test } from 'vitest'
import { groupsIn, readGroups, roleOf } from './group-rules.ts'

test('a claim is a list of names or one name; whatever else it holds is no group', () => {
  expect(readGroups(['a', 7, null, { a: 'b' }, '', 'c'])).toEqual(['a', 'c'])
  expect(readGroups('a')).toEqual(['a'])
  for (const claim of [undefined, null, 7, {}, true]) expect(readGroups(claim)).toEqual([])
  expect(readGroups(Array.from({ length: 5000 }, (_, n) => `g${n}`))).toHaveLength(1000)
})

test('of several groups the first role of the order holds', () => {
  const roles = new Map([
    ['tills', 'finance'],
    ['heads', 'admin'],
    ['readers', 'reviewer'],
  ] as const)
  expect(roleOf(['tills', 'readers'], roles)).toBe('reviewer')
  expect(roleOf(['readers', 'heads'], roles)).toBe('admin')
  expect(roleOf(['others'], roles)).toBe(null)
  expect(roleOf([], roles)).toBe(null)
})

test('groups are typed one a line, each once', () => {
  expect(groupsIn(' a \n\nb\r\na\n')).toEqual(['a', 'b'])
})
