import { describe, expect, test } from 'vitest'
import { kindOfFile, kindsWithFiles, planTests } from './test-plan.ts'
import { ROOT } from './settings.ts'
import {
  addTallies,
  exitCodeOf,
  NOTHING,
  summaryLine,
  tallyVitest,
  type Tally,
} from './test-summary.ts'

const report = (statuses: string[], brokenFiles = 0): string =>
  JSON.stringify({
    testResults: [
      {
        name: 'a.test.ts',
        status: statuses.includes('failed') ? 'failed' : 'passed',
        assertionResults: statuses.map((status) => ({
          status,
          fullName: `it is ${status}`,
          failureMessages: status === 'failed' ? ['Error: red\n at x'] : [],
        })),
      },
      ...Array.from({ length: brokenFiles }, (_, index) => ({
        name: `broken-${index}.test.ts`,
        status: 'failed',
        message: 'cannot load',
        assertionResults: [],
      })),
    ],
  })

/** All files as one kind. */
const tally = (text: string | undefined, exitCode: number | null): Tally =>
  tallyVitest(text, exitCode, ['unit'], () => 'unit')[0]!.tally

describe('the count of a test run', () => {
  test('is what the report says', () => {
    expect(tally(report(['passed', 'passed', 'failed', 'pending']), 1)).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: 1,
    })
  })

  test('names what failed, with the first line of why', () => {
    expect(tally(report(['passed', 'failed'], 1), 1).failures).toEqual([
      'a.test.ts > it is failed: Error: red',
      'broken-0.test.ts: cannot load',
    ])
    expect(tally(report(['passed']), 1).failures).toHaveLength(1)
    expect(tally(report(['passed']), 0).failures).toEqual([])
  })

  test('names what passed on the second try only', () => {
    const again = report(['passed', 'passed']).replace(
      '"failureMessages":[]',
      '"failureMessages":["TimeoutError: Timeout 20000ms exceeded.\\n at x"]',
    )
    expect(tally(again, 0)).toMatchObject({ passed: 2, failed: 0, failures: [] })
    expect(tally(again, 0).retried).toEqual([
      'a.test.ts > it is passed: TimeoutError: Timeout 20000ms exceeded.',
    ])
    expect(tally(report(['passed']), 0).retried).toEqual([])
  })

  test('counts a file that could not be loaded as a failure', () => {
    expect(tally(report(['passed'], 2), 1)).toMatchObject({ passed: 1, failed: 2 })
  })

  test('counts a run that ended badly as a failure although every test passed', () => {
    expect(tally(report(['passed']), 1)).toMatchObject({ passed: 1, failed: 1 })
    expect(tally(report(['passed']), null)).toMatchObject({ failed: 1 })
    expect(tally(report(['passed']), 0)).toMatchObject({ failed: 0 })
  })

  test('counts a run without a readable report as a failure', () => {
    for (const nothing of [undefined, '', '{', '{}'])
      expect(tally(nothing, 0)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('is one for each kind, by the path of a file', () => {
    const files = ['lib/a.test.ts', 'test/whole/b.test.ts', 'test/journeys/c.test.ts']
    const text = JSON.stringify({
      testResults: files.map((name, at) => ({
        name,
        status: 'passed',
        assertionResults: Array.from({ length: at + 1 }, () => ({ status: 'passed' })),
      })),
    })
    const counted = (exitCode: number) =>
      tallyVitest(text, exitCode, ['unit', 'whole', 'journeys'], kindOfFile).map(
        ({ kind, tally: { passed, failed } }) => [kind, passed, failed],
      )
    expect(counted(0)).toEqual([
      ['unit', 1, 0],
      ['whole', 2, 0],
      ['journeys', 3, 0],
    ])
    expect(counted(1)[0]).toEqual(['unit', 1, 1])
  })

  test('ends in one line over all kinds', () => {
    const sum = addTallies([
      { ...NOTHING, passed: 1 },
      { ...NOTHING, passed: 40, failed: 2, skipped: 3, failures: ['x', 'y'] },
    ])
    expect(summaryLine(sum)).toBe('41 passed, 2 failed')
  })

  test('is a success only when something ran and nothing failed', () => {
    expect(exitCodeOf({ ...NOTHING, passed: 3 })).toBe(0)
    expect(exitCodeOf({ ...NOTHING, passed: 3, failed: 1 })).toBe(1)
    expect(exitCodeOf(NOTHING)).toBe(1)
  })
})

describe('what `npm test` runs', () => {
  test('is everything when nothing is named', () => {
    expect(planTests([])).toEqual({
      kinds: ['format', 'lint', 'types', 'rules', 'unit', 'whole', 'journeys'],
      filters: [],
      options: [],
    })
  })

  test('is the named kinds, in their order', () => {
    expect(planTests(['unit', 'lint']).kinds).toEqual(['lint', 'unit'])
  })

  test('is the test files of that name, in every kind that has files', () => {
    expect(planTests(['modules/orders'])).toMatchObject({
      kinds: ['unit', 'whole', 'journeys'],
      filters: ['modules/orders'],
    })
    expect(planTests(['unit', 'money'])).toMatchObject({ kinds: ['unit'], filters: ['money'] })
    expect(planTests(['lint', 'types', 'money'])).toMatchObject({
      kinds: ['lint', 'types', 'unit', 'whole', 'journeys'],
      filters: ['money'],
    })
  })

  test('leaves out kinds without a file of that name', () => {
    expect(kindsWithFiles(planTests(['launch/test-summary']), ROOT)).toEqual(['unit'])
    expect(kindsWithFiles(planTests(['no-such-test']), ROOT)).toEqual([])
    expect(kindsWithFiles(planTests(['lint', 'unit']), ROOT)).toEqual(['lint', 'unit'])
  })

  test('takes options to Vitest with what stands behind them', () => {
    expect(planTests(['money', '-t', 'rounds unit prices'])).toMatchObject({
      filters: ['money'],
      options: ['-t', 'rounds unit prices'],
    })
  })
})
