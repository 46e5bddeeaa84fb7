import { expect, test } from 'vitest'
import { hiddenOf, linesOf } from './lines.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('reads a move, and which sections are hidden', () => {
  const lines = linesOf(formOf({ order: 'goals banners newest', hidden: 'newest', move: '2:0' }))
  expect(lines).toEqual([
    { section: 'newest', shown: false },
    { section: 'goals', shown: true },
    { section: 'banners', shown: true },
  ])
  expect(hiddenOf(lines)).toBe('newest')
})

test('a press turns one section around and moves none', () => {
  const order = 'goals banners newest'
  const hide = linesOf(formOf({ order, hidden: 'newest', toggle: 'goals' }))
  expect(hiddenOf(hide)).toBe('goals newest')
  const show = linesOf(formOf({ order, hidden: hiddenOf(hide), toggle: 'newest' }))
  expect(hiddenOf(show)).toBe('goals')
  expect(show.map(({ section }) => section)).toEqual(order.split(' '))
})
