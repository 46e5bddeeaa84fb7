import { expect, test } from 'vitest'
import { readDiagrams } from './state-diagrams.ts'

test('the state diagrams in the READMEs are those of the tables (D10)', () => {
  const drawn = readDiagrams()
  for (const { is, should, module } of drawn) expect(is, module).toBe(should)
  const [orders, billing] = drawn.map(({ is }) => is)
  expect(orders).toContain('awaiting_payment --> paid')
  expect(billing).toContain('past_due --> paused')
})
