import { describe, expect, test } from 'vitest'
import { factsOf, mayReview } from './rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
const use = (uninstalled: number | null) => ({
  version: '1.2.0',
  installedAt: day(0),
  uninstalledAt: uninstalled === null ? null : day(uninstalled),
})

describe('who may review (D14)', () => {
  test.each([
    ['who never had it', null, 0, 'never_installed'],
    ['who has it, since a moment ago', use(null), 0, null],
    ['who has it, for years', use(null), 900, null],
    ['who took it off 45 days ago', use(10), 55, null],
    ['who took it off 46 days ago', use(10), 56, 'too_late'],
  ] as const)('%s', (_, its, now, why) => {
    expect(mayReview(its, day(now))).toEqual(why === null ? { may: true } : { may: false, why })
  })

  test('facts count whole days until now or until it was taken off', () => {
    expect(factsOf(use(null), day(40.5))).toEqual({
      version: '1.2.0',
      installed_days: 40,
      still_installed: true,
    })
    expect(factsOf(use(12), day(40))).toEqual({
      version: '1.2.0',
      installed_days: 12,
      still_installed: false,
    })
    expect(factsOf(use(null), day(-1)).installed_days).toBe(0)
  })
})
