import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goalsTableOf, withTable } from './goals.ts'
import type { Measure, Results } from './results.ts'

const line = (way: Measure['way'], perSecond: number, more: Partial<Measure> = {}): Measure => ({
  items: 100_000,
  kind: 'list',
  way,
  perSecond,
  spread: 0.02,
  p50: 5,
  p99: 12.3,
  cpu: 0.5,
  databaseCpu: 0.25,
  loader: 0.5,
  requests: 1000,
  errors: 0,
  non2xx: 0,
  bytes: 20_480,
  addresses: 42,
  ...more,
})
const resultsOf = (measures: Measure[], loadBefore = 0.1): Results => ({
  format: 2,
  at: '2026-01-02T03:04:05Z',
  commit: 'abcdef',
  machine: {
    processor: 'Abacus',
    cores: 2,
    memory: 8,
    system: 'Linux 6',
    node: '24.0.0',
    postgres: '18.4',
    loadBefore,
  },
  settings: {},
  stock: 'the demo catalogue',
  connections: 8,
  seconds: 3,
  rounds: 3,
  seed: 1,
  databaseTool: 'pgbench',
  markets: [],
  measures,
})
const rowsOf = (measures: Measure[]) => goalsTableOf(resultsOf(measures))

test('README’s table has each line beside its goal, its limit and the best peer', () => {
  expect(rowsOf([line('api', 1_600), line('database', 8_000, { cpu: null })])).toContain(
    '| list: category + sort, call | 100,000 | 1,500/s, 0.7 ms | 1,600/s ± 2 %, p99 12.3 ms | 0.50 ms | 8,000/s (20 % of it) | Vendure 326/s | met |',
  )
})

test('README’s table says plainly what was missed, and what was not measured', () => {
  const rows = rowsOf([line('page', 90, { cpu: 12 }), line('cached api', 15_000, { loader: 0.95 })])
  expect(rows.find((row) => row.includes('page, rendered'))).toMatch(/\| rate, CPU \|$/)
  expect(rows.find((row) => row.includes('call, kept'))).toMatch(/the load was at its limit\) \|$/)
  expect(rows.filter((row) => row.includes('not measured'))).toHaveLength(12)
})

test('README’s table says when the machine was busy', () => {
  expect(goalsTableOf(resultsOf([], 4)).at(-1)).toContain('The machine was busy')
  expect(goalsTableOf(resultsOf([])).at(-1)).not.toContain('busy')
})

test('the table replaces the one before, in the place that README has for it', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const once = withTable(readme, ['| first |'])
  expect(once).toContain('| first |')
  const twice = withTable(once ?? '', ['| second |'])
  expect(twice).toContain('| second |')
  expect(twice).not.toContain('| first |')
  expect(withTable('nothing', ['| a |'])).toBeNull()
})
