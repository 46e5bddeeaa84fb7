import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APPLICATION_MOVES, APPLICATION_STATES, statesBefore } from './rules.ts'

test('an application reaches every state from the first', () => {
  const seen = new Set<keyof typeof APPLICATION_MOVES>(['open'])
  for (const state of seen) for (const next of APPLICATION_MOVES[state]) seen.add(next)
  expect([...seen].sort()).toEqual([...APPLICATION_STATES].sort())
  expect(statesBefore('approved')).toEqual(['waiting'])
})

test('the drawing in the README is that of the table', () => {
  const lines = Object.entries(APPLICATION_MOVES).flatMap(([from, tos]) =>
    tos.length > 0 ? tos.map((to) => `  ${from} --> ${to}`) : [`  ${from} --> [*]`],
  )
  const drawn = [
    '```mermaid',
    'stateDiagram-v2',
    '  direction LR',
    '  [*] --> open',
    ...lines,
    '```',
  ].join('\n')
  expect(readFileSync(new URL('./README.md', import.meta.url), 'utf8')).toContain(drawn)
})
