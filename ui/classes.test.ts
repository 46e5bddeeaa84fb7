import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { classes } from './classes.ts'

test('a caller’s class takes the place of the component’s own', () => {
  expect(classes('mt-2 p-4 type-sm', 'mt-6 type-lg')).toBe('p-4 mt-6 type-lg')
})

test('a class for all sides takes the place of one side, not the other way round', () => {
  expect(classes('ps-2 pe-2', 'p-4')).toBe('p-4')
  expect(classes('p-4', 'ps-2')).toBe('p-4 ps-2')
})

test('colour, alignment, wrapping and size of a text do not push one another out', () => {
  expect(classes('text-green text-end text-balance text-[2rem] type-d3')).toBe(
    'text-green text-end text-balance text-[2rem] type-d3',
  )
})

test('what holds at another width or state is left alone', () => {
  expect(classes('hidden lg:block', 'flex')).toBe('lg:block flex')
})

test('S9.7 the class-merge cache holds 500 results', () => {
  expect(readFileSync(new URL('./classes.ts', import.meta.url), 'utf8')).toMatch(/\bcacheSize: 500,/)
})
