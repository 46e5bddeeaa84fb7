import { describe, expect, test } from 'vitest'
import { reasonToHalt } from './rules.ts'

const fared = (failed: number, ended: number) => ({ failed, ended, asked: 0, bad: 0 })
const health = (bad: number, asked: number) => ({ failed: 0, ended: asked, bad, asked })
const NOTHING = { failed: 0, ended: 0 }

describe('what halts a release by itself', () => {
  test('at least three failures, and at least five in a hundred', () => {
    expect(
      [fared(2, 2), fared(3, 3), fared(3, 60), fared(3, 61), fared(5, 100), fared(50, 1001)].map(
        (here) => reasonToHalt(here, NOTHING),
      ),
    ).toEqual([null, 'failures', 'failures', null, 'failures', null])
  })

  test('and more than twice the share of the release before', () => {
    const before = { failed: 5, ended: 100 }
    expect([
      reasonToHalt(fared(10, 100), before),
      reasonToHalt(fared(11, 100), before),
      reasonToHalt(fared(6, 100), { failed: 0, ended: 100 }),
    ]).toEqual([null, 'failures', 'failures'])
  })

  test('or a store that turned bad, as long as at least one in a hundred did', () => {
    expect(
      [health(0, 0), health(1, 1), health(1, 100), health(1, 101), health(2, 101)].map((here) =>
        reasonToHalt(here, NOTHING),
      ),
    ).toEqual([null, 'health', 'health', null, 'health'])
  })
})
