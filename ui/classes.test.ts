import { expect, test } from 'vitest'
import { classes, MAX_CACHED_RESULTS, cachedResults } from './classes.ts'

test('a caller’s class takes the place of the component’s own', () => {
  expect(classes('mt-2 p-4 type-sm', 'mt-6 type-lg')).toBe('p-4 mt-6 type-lg')
  expect(classes('-mt-2 min-w-0 gap-x-4', false, undefined, 'mt-3 min-w-4 gap-x-1')).toBe(
    'mt-3 min-w-4 gap-x-1',
  )
})

test('a class for all sides takes the place of one side, not the other way round', () => {
  expect(classes('ps-2 pe-2', 'p-4')).toBe('p-4')
  expect(classes('p-4', 'ps-2')).toBe('p-4 ps-2')
  expect(classes('gap-x-4 gap-y-2', 'gap-3')).toBe('gap-3')
})

test('colour, alignment, wrapping and size of a text do not push one another out', () => {
  expect(classes('text-green text-end text-balance text-[2rem] type-d3')).toBe(
    'text-green text-end text-balance text-[2rem] type-d3',
  )
})

test('what holds at another width or state is left alone', () => {
  expect(classes('hidden lg:block', 'flex')).toBe('lg:block flex')
  expect(classes('lg:grid-cols-[minmax(0,1fr)_372px] w-3', 'lg:grid-cols-2')).toBe(
    'w-3 lg:grid-cols-2',
  )
})

test('what nobody may change, and a colon in brackets, divide nothing', () => {
  const kept =
    'has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-4 [--cover-gap:16px] md:[--cover-gap:28px] aspect-[1/1.06]' +
    ' grid-flow-col rounded flex-1 text-ink/15 first:-mt-1 *:w-40 w-[calc(100%-2rem)]'
  expect(classes(kept)).toBe(kept)
  expect(classes('hover:bg-[url(a:b-c)]', 'hover:bg-card')).toBe('hover:bg-card')
})

test('S9.7 the class-merge cache holds 500 results, and not more', () => {
  for (let n = 0; n < MAX_CACHED_RESULTS + 100; n += 1)
    expect(classes('mt-2', `mt-${n}`)).toBe(`mt-${n}`)
  expect(cachedResults()).toBe(500)
})
