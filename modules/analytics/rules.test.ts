import { describe, expect, test } from 'vitest'
import { conversionOf, everyDay, periodOf, starsOf } from './rules.ts'

const sums = (changes: object) => ({
  views: 0,
  installs: 0,
  uninstalls: 0,
  ratings: 0,
  stars: 0,
  ...changes,
})

describe('analytics rules', () => {
  test('end a period today', () => {
    expect(periodOf('2026-03-01', 7)).toEqual({
      from: '2026-02-23',
      to: '2026-03-01',
      beforeFrom: '2026-02-16',
      beforeTo: '2026-02-22',
    })
  })

  test('list every day, and compute the balance of each day backwards from today', () => {
    const rows = [
      { day: '2026-11-19', ...sums({ installs: 3 }) },
      { day: '2026-11-21', ...sums({ installs: 1, uninstalls: 2 }) },
    ]
    expect(
      everyDay(rows, '2026-11-18', '2026-11-21', 10).map((one) => [
        one.day,
        one.installs,
        one.active,
      ]),
    ).toEqual([
      ['2026-11-18', 0, 8],
      ['2026-11-19', 3, 11],
      ['2026-11-20', 0, 11],
      ['2026-11-21', 1, 10],
    ])
  })

  test('never divide by zero', () => {
    expect([
      conversionOf(sums({ views: 8, installs: 1 })),
      conversionOf(sums({ installs: 1 })),
      starsOf(sums({ ratings: 3, stars: 13 })),
      starsOf(sums({})),
    ]).toEqual([12.5, null, 4.33, null])
  })
})
