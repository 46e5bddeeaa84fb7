import { describe, expect, test } from 'vitest'
import type { Measure, Results } from './results.ts'
import { align, changesOf, comparisonOf, growthOf, tableOf } from './table.ts'

const machine = {
  processor: 'Abacus',
  cores: 2,
  memory: 8,
  system: 'Linux 6',
  node: '24.0.0',
  postgres: '18.4',
  loadBefore: 0.1,
}
const line = (
  items: number,
  way: Measure['way'],
  perSecond: number,
  more: Partial<Measure> = {},
): Measure => ({
  items,
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
const market = (items: number) => ({
  items,
  generateSeconds: 9,
  databaseBytes: 30 * 2 ** 20,
  serverMemory: null,
})
const some: Pick<Results, 'measures' | 'markets'> = {
  markets: [market(1_000), market(100_000)],
  measures: [
    line(1_000, 'api', 1_500),
    line(1_000, 'database', 3_000, { p99: null, cpu: null, bytes: null }),
    line(1_000, 'cached page', 6_000),
    line(1_000, 'bare page', 8_000, { cpu: 0.4 }),
    line(100_000, 'api', 1_000, { errors: 1, non2xx: 2 }),
  ],
}
const text = (lines: string[]) => lines.map((one) => one.replace(/ {2,}/g, ' | '))

describe('the result table', () => {
  test('has one line per measurement under its market, with its share of the limit', () => {
    const shown = text(tableOf(some))
    expect(shown).toContain(
      'list: category + sort | API | 1,500 | 2 % | 5.00 | 12.3 | 0.50 | 0.25 | 20,480 | 50 % | 0',
    )
    expect(shown).toContain(
      'list: category + sort | HTML, page cache | 6,000 | 2 % | 5.00 | 12.3 | 0.50 | 0.25 | 20,480 | 75 % | 80 % | 0',
    )
    expect(shown.filter((one) => one.includes('items (database 30 MB'))).toHaveLength(2)
  })

  test('shows failures, and a dash for what could not be measured', () => {
    const shown = text(tableOf(some))
    expect(shown.find((one) => one.includes('| 1,000 |'))).toMatch(/ 3$/)
    expect(shown.find((one) => one.includes('limit: PostgreSQL'))).toContain(
      '| 2 % | 5.00 | – | – | 0.25 |',
    )
  })

  test('marks rates that the load generator limited', () => {
    const [measure] = some.measures
    const shown = text(tableOf({ ...some, measures: [{ ...(measure as Measure), loader: 0.97 }] }))
    expect(shown.some((one) => one.includes('| 1,500* |'))).toBe(true)
    expect(shown.at(-1)).not.toContain('* the load')
    expect(shown).toContain('* the load itself was at its limit: compare by CPU')
    expect(text(tableOf(some)).join()).not.toContain('*')
  })

  test('shows how much slower the larger market is, only with more than one market', () => {
    expect(text(growthOf(some))).toContain('list: category + sort | API | 1.50x')
    expect(growthOf({ ...some, markets: [market(1_000)] })).toEqual([])
  })

  test('aligns words left and numbers right', () => {
    expect(
      align(
        [
          ['a', 'x', '1'],
          ['long', 'y', '1,000'],
        ],
        2,
      ),
    ).toEqual(['a     x      1', 'long  y  1,000'])
  })
})

describe('the comparison with earlier results', () => {
  const before = { ...some, machine, at: '2026-01-02T03:04:05Z', commit: null }
  test('shows the change of each line present in both', () => {
    const now = {
      machine,
      commit: 'abc',
      measures: [line(1_000, 'api', 3_000, { cpu: 0.25, p99: 6.15 }), line(12_000, 'api', 99)],
    }
    const shown = text(comparisonOf(now, before))
    expect(shown.at(-1)).toBe('No line got worse by more than noise.')
    expect(shown.at(-2)).toBe(
      '1,000 | list: category + sort | API | 1,500 | 3,000 | +100 % | 0.50 | 0.25 | −50 % | 12.3 | 6.15 | −50 %',
    )
    expect(shown.some((one) => one.startsWith('12,000'))).toBe(false)
  })

  const page = (cpu: number, more: Partial<Measure> = {}) =>
    line(1_000, 'page', 70, { cpu, ...more })
  const react = (cpu: number) => line(1_000, 'bare react', 200, { cpu })
  const isWorse = (now: Measure[], then: Measure[]) =>
    changesOf({ measures: now }, { measures: then }).map((one) => one.isWorse)

  test('calls a line worse only beyond the spread of both runs', () => {
    expect(isWorse([page(12)], [page(10)])).toEqual([true])
    expect(isWorse([page(10.5)], [page(10)])).toEqual([false])
    expect(isWorse([page(12, { spread: 0.15 })], [page(10, { spread: 0.1 })])).toEqual([false])
    expect(isWorse([page(8)], [page(10)])).toEqual([false])
  })

  test('does not blame a line for a machine that was slower for its limit, too', () => {
    expect(isWorse([page(12), react(6)], [page(10), react(5)])).toEqual([false])
    expect(isWorse([page(12), react(5)], [page(10), react(5)])).toEqual([true])
    expect(isWorse([page(10), react(4)], [page(10), react(5)])).toEqual([false])
  })

  test('warns about another machine, and reports when nothing can be compared', () => {
    expect(
      comparisonOf(
        { commit: null, machine: { ...machine, cores: 64 }, measures: [line(1_000, 'api', 1)] },
        before,
      )[1],
    ).toContain('ANOTHER MACHINE')
    expect(comparisonOf({ commit: null, machine, measures: [line(5, 'api', 1)] }, before)).toEqual([
      '',
      'Nothing in common with the results of 2026-01-02T03:04:05Z.',
    ])
  })
})
