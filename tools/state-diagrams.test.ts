import { expect, test } from 'vitest'
import { readDiagrams } from './state-diagrams.ts'

test('the state diagrams in the README of checkout are those of the tables (D10)', () => {
  const { is, should } = readDiagrams()
  expect(is).toBe(should)
  expect(is).toContain('awaiting_payment --> paid')
})
