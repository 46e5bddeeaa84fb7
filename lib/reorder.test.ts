import { describe, expect, test } from 'vitest'
import { reorder } from './reorder.ts'

describe('a list that is put in another order', () => {
  const list = ['a', 'b', 'c', 'd']
  test('has one of its entries at another place, the others as they were', () => {
    expect(reorder(list, '0:2')).toEqual(['b', 'c', 'a', 'd'])
    expect(reorder(list, '3:0')).toEqual(['d', 'a', 'b', 'c'])
    expect(reorder(list, '1:1')).toEqual(list)
  })
  test('loses an entry that is moved nowhere', () => {
    expect(reorder(list, '1:')).toEqual(['a', 'c', 'd'])
  })
  test('stays as it is after a move that says nothing', () => {
    for (const move of ['', ':', 'x:1', '9:0', '1:9', '-1:2', '1:2:3', '1.5:2'])
      expect(reorder(list, move), move).toEqual(list)
  })
})
