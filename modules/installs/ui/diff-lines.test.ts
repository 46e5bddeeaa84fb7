import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const side = (lines: ReturnType<typeof diffLines>, but: 'gone' | 'new') =>
  lines
    .filter((line) => line.what !== but)
    .map((line) => line.text)
    .join('\n')

it('D12 a line diff reproduces both sides exactly, and marks no line that both have in place', () => {
  const source = fc
    .array(fc.constantFrom('<p>', '</p>', 'a', 'b', 'c'), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(source, source, (before, after) => {
      const lines = diffLines(before, after)
      expect(side(lines, 'new')).toBe(before)
      expect(side(lines, 'gone')).toBe(after)
      if (before === after) expect(lines.every((line) => line.what === 'same')).toBe(true)
    }),
  )
})

it('D12 one new line among others is the only one marked', () => {
  expect(diffLines('<a>\n<b>', '<a>\n<x>\n<b>')).toEqual([
    { what: 'same', text: '<a>' },
    { what: 'new', text: '<x>' },
    { what: 'same', text: '<b>' },
  ])
  expect(diffLines('', '<a>')).toEqual([{ what: 'new', text: '<a>' }])
  expect(diffLines('<a>', '')).toEqual([{ what: 'gone', text: '<a>' }])
})
