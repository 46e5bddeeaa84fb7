import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { checkFormat, checkLint, checkRules, checkTypes } from './checks.ts'
import { readyForTests } from './ready-for-tests.ts'
import { openScreen, timed } from './screen.ts'
import { readSettings, ROOT } from './settings.ts'
import { plainly } from './start-error.ts'
import {
  isVitest,
  kindOfFile,
  KINDS,
  kindsWithFiles,
  LAST_FULL_RUN,
  planTests,
  type Kind,
  type TEST_FILES,
} from './test-plan.ts'
import type { Tally } from './test-summary.ts'
import { openRunFolder } from './testing/run-folder.ts'
import { watchUnderWay } from './under-way.ts'

const startedAt = performance.now()
const screen = openScreen()
const plan = planTests(process.argv.slice(2))
const kinds = kindsWithFiles(plan, ROOT)
// Vitest and the product of the journeys end in order; whatever else is running has nothing to put
// away.
const underWay = watchUnderWay({ graceMs: 15_000 })
const onStart = underWay.onChild

const relativeTo = (failure: string): string => failure.replaceAll(`${ROOT}${sep}`, '')

type VitestKind = keyof typeof TEST_FILES

/** One run for all kinds: each processor goes on with the next file, of whatever kind. */
async function runVitest(
  of: readonly [VitestKind, ...VitestKind[]],
  folder: string,
): Promise<{ kind: Kind; tally: Tally }[]> {
  const reportFile = join(folder, 'vitest.json')
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...of.map((kind) => `--project=${kind}`),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...plan.filters,
      ...plan.options,
    ],
    { cwd: ROOT, env: process.env, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  onStart(child)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const { tallyVitest } = await import('./test-summary.ts')
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined
  return tallyVitest<Kind>(report, exitCode, of, (file) => kindOfFile(relative(ROOT, file)))
}

const CHECKS = { format: checkFormat, lint: checkLint, types: checkTypes, rules: checkRules }

async function runCheck(
  kind: keyof typeof CHECKS,
  folder: string,
): Promise<{ kind: Kind; tally: Tally }> {
  const { NOTHING } = await import('./test-summary.ts')
  const checkStartedAt = performance.now()
  const outcome = await CHECKS[kind]({ root: ROOT, folder, onStart })
  const seconds = ((performance.now() - checkStartedAt) / 1000).toFixed(1)
  screen.line(`── ${kind} ── ${outcome.ok ? 'passed' : 'FAILED'} (${seconds} s)`)
  if (!outcome.ok) screen.line(outcome.words.trimEnd())
  const tally = outcome.ok
    ? { ...NOTHING, passed: 1 }
    : { ...NOTHING, failed: 1, failures: [`${kind}: see above`] }
  return { kind, tally }
}

try {
  const logFolder = join(ROOT, '.arasta/test-logs')
  const built = kinds.some((kind) => kind === 'whole' || kind === 'journeys')
  await readyForTests({
    root: ROOT,
    dataFolder: readSettings(process.env).dataFolder,
    logFolder,
    who: 'The tests',
    built,
    screen,
    underWay,
  })
  // Only now: these need the packages.
  const { addTallies, exitCodeOf, summaryLine } = await import('./test-summary.ts')
  // Some hundred processes of the product are started: each but the first finds compiled code.
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.arasta/compile-cache')
  const { startTestCluster } = await import('./testing/test-cluster.ts')
  const folder = openRunFolder(underWay)
  if (kinds.some((kind) => kind === 'unit' || kind === 'whole') && !process.env.TEST_DATABASE_URL) {
    const cluster = await timed(screen, 'Starting a database for the tests', () =>
      startTestCluster(screen),
    )
    underWay.onEnd(cluster)
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const checks = kinds.filter((kind) => !isVitest(kind))
  const [firstKind, ...otherKinds] = kinds.filter(isVitest)
  // The quick checks come first; the others take the time in which tests wait.
  const quick = checks.filter((kind) => kind === 'format' || kind === 'lint')
  const slow = checks.filter((kind) => kind === 'types' || kind === 'rules')
  const tallies = await Promise.all(quick.map((kind) => runCheck(kind, folder)))
  if (!underWay.stopping()) {
    const rest = await Promise.all([
      ...slow.map((kind) => runCheck(kind, folder)),
      firstKind ? runVitest([firstKind, ...otherKinds], folder) : [],
    ])
    tallies.push(...rest.flat())
  }
  if (!underWay.stopping()) {
    await underWay.endAll()
    const sum = addTallies(tallies.map(({ tally }) => tally))
    screen.line('')
    for (const { kind, tally } of tallies) {
      screen.line(
        `  ${kind.padEnd(9)} ${summaryLine(tally)}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`,
      )
    }
    for (const test of sum.retried) screen.line(`  passed on the second try: ${relativeTo(test)}`)
    for (const failure of sum.failures) screen.line(`  failed: ${relativeTo(failure)}`)
    if (sum.passed + sum.failed === 0) screen.error('No test ran: nothing is called like that.')
    if (kinds.length === KINDS.length && plan.filters.length === 0)
      writeFileSync(
        join(logFolder, LAST_FULL_RUN),
        JSON.stringify({
          endedAt: new Date().toISOString(),
          minutes: (performance.now() - startedAt) / 60_000,
          summary: summaryLine(sum),
        }),
      )
    screen.line(summaryLine(sum))
    process.exit(exitCodeOf(sum))
  }
} catch (error) {
  if (!underWay.stopping()) {
    await underWay.endAll()
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    process.exit(1)
  }
}
