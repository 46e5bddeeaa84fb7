import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SUBMISSION_MOVES, SUBMISSION_STATES, UNFINISHED_STATES, statesBefore } from './rules.ts'

test('a submission reaches every state from the first, and what is over stays so', () => {
  const seen = new Set<keyof typeof SUBMISSION_MOVES>(['checking'])
  for (const state of seen) for (const next of SUBMISSION_MOVES[state]) seen.add(next)
  expect([...seen].sort()).toEqual([...SUBMISSION_STATES].sort())
  for (const state of SUBMISSION_STATES)
    expect(SUBMISSION_MOVES[state].length > 0, state).toBe(UNFINISHED_STATES.includes(state))
  expect(statesBefore('approved')).toEqual(['waiting', 'scheduled'])
})

test('the drawing in the README is that of the table', () => {
  const lines = Object.entries(SUBMISSION_MOVES).flatMap(([from, tos]) =>
    tos.length > 0 ? tos.map((to) => `  ${from} --> ${to}`) : [`  ${from} --> [*]`],
  )
  const drawn = [
    '```mermaid',
    'stateDiagram-v2',
    '  direction LR',
    '  [*] --> checking',
    ...lines,
    '```',
  ].join('\n')
  expect(readFileSync(new URL('./README.md', import.meta.url), 'utf8')).toContain(drawn)
})
