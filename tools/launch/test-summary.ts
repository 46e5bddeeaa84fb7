import { z } from 'zod'

/** What a kind of tests came to. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /**
   * What failed and how it began to say why, a line each: a long run's end is all that many build
   * machines keep.
   */
  failures: string[]
  /** What passed on the second try only, a line each: a fault to find all the same. */
  retried: string[]
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] }

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().default(''),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

type FileResult = z.infer<typeof vitestReport>['testResults'][number]

const firstLine = (text: string): string =>
  (
    text
      .replace(/\u001b\[[0-9;]*m/g, '')
      .trim()
      .split('\n')[0] ?? ''
  ).slice(0, 300)

const lineOf = (
  file: FileResult,
  { fullName, failureMessages }: FileResult['assertionResults'][number],
) => `${file.name} > ${fullName}: ${firstLine(failureMessages?.[0] ?? '')}`

const isBroken = (file: FileResult) =>
  file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')

const failuresOf = (file: FileResult): string[] =>
  isBroken(file)
    ? [`${file.name}: ${firstLine(file.message)}`]
    : file.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => lineOf(file, test))

const retriedOf = (file: FileResult): string[] =>
  file.assertionResults
    .filter((test) => test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0)
    .map((test) => lineOf(file, test))

const countIn = (files: readonly FileResult[]): Tally => {
  const results = files.flatMap((file) => file.assertionResults)
  const passed = results.filter((test) => test.status === 'passed').length
  const failed = results.filter((test) => test.status === 'failed').length
  return {
    passed,
    failed: failed + files.filter(isBroken).length,
    skipped: results.length - passed - failed,
    failures: files.flatMap(failuresOf),
    retried: files.flatMap(retriedOf),
  }
}

/**
 * Counts what Vitest's JSON report says, for each kind. A file that could not be loaded has no test
 * to fail and counts as one failure; a run that ended badly though no test failed (an error that
 * nobody caught) counts as one as well, and so does a run without a report: both for the first
 * kind.
 */
export function tallyVitest<Kind extends string>(
  report: string | undefined,
  exitCode: number | null,
  kinds: readonly [Kind, ...Kind[]],
  kindOf: (file: string) => Kind,
): { kind: Kind; tally: Tally }[] {
  const read = vitestReport.safeParse(parse(report))
  const files = read.data?.testResults ?? []
  const tallies = kinds.map((kind) => ({
    kind,
    tally: countIn(files.filter(({ name }) => kindOf(name) === kind)),
  }))
  const first = tallies[0] as (typeof tallies)[number]
  const failed = tallies.some(({ tally }) => tally.failed > 0)
  const problem = !read.success
    ? 'the run left no readable report'
    : !failed && exitCode !== 0
      ? 'the run ended badly although every test passed'
      : undefined
  if (problem) first.tally = { ...first.tally, failed: 1, failures: [problem] }
  return tallies
}

function parse(report: string | undefined): unknown {
  try {
    return JSON.parse(report ?? '')
  } catch {
    return undefined
  }
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
      failures: [...sum.failures, ...next.failures],
      retried: [...sum.retried, ...next.retried],
    }),
    NOTHING,
  )
}

/** The last line of a test run. */
export function summaryLine({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`
}

/** A run in which nothing failed because nothing ran is no success. */
export function exitCodeOf({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): 0 | 1 {
  return failed > 0 || passed === 0 ? 1 : 0
}
