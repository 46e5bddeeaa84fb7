import { z } from 'zod'

/** What a kind of tests came to. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }

const vitestReport = z.object({
  numPassedTests: z.number().int(),
  numFailedTests: z.number().int(),
  numPendingTests: z.number().int(),
  numTodoTests: z.number().int(),
  testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/**
 * Counts what Vitest's JSON report says. A file that could not be loaded has no test to fail and counts as one failure; a run that
 * ended badly though no test failed (an error that nobody caught) counts as one as well, and so does a run without a report.
 */
export function tallyVitest(report: string | undefined, exitCode: number | null): Tally {
  const read = vitestReport.safeParse(parse(report))
  if (!read.success) return { ...NOTHING, failed: 1 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read.data
  const broken = testResults.filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed')).length
  const failed = numFailedTests + broken
  return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped: numPendingTests + numTodoTests }
}

function parse(report: string | undefined): unknown {
  try {
    return JSON.parse(report ?? '')
  } catch {
    return undefined
  }
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, next) => ({
    passed: sum.passed + next.passed, failed: sum.failed + next.failed, skipped: sum.skipped + next.skipped,
  }), NOTHING)
}

/** The last line of a test run. */
export function summaryLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}

/** A run in which nothing failed because nothing ran is no success. */
export function exitCodeOf({ passed, failed }: Tally): 0 | 1 {
  return failed > 0 || passed === 0 ? 1 : 0
}
