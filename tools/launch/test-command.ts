import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { checkLint, checkRules, checkTypes, type Outcome } from './checks.ts'
import { readyForTests } from './ready-for-tests.ts'
import { openScreen, timed } from './screen.ts'
import { readSettings, ROOT } from './settings.ts'
import { plainly } from './start-error.ts'
import { isVitest, kindsWithFiles, planTests, type Kind } from './test-plan.ts'
import type { Tally } from './test-summary.ts'
import { openRunFolder } from './testing/run-folder.ts'
import { watchUnderWay } from './under-way.ts'

const screen = openScreen()
const plan = planTests(process.argv.slice(2))
const kinds = kindsWithFiles(plan, ROOT)
// Vitest and the product of the journeys end in order; whatever else is running has nothing to put away.
const underWay = watchUnderWay({ graceMs: 15_000 })
const onStart = underWay.onChild

const relativeTo = (failure: string): string => failure.replaceAll(`${ROOT}${sep}`, '')

async function runVitest(kind: Kind, folder: string): Promise<{ exitCode: number | null, report: string | undefined }> {
  const reportFile = join(folder, `${kind}.json`)
  const child = spawn(process.execPath, [
    join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', kind, '--passWithNoTests', '--reporter=default', '--reporter=json',
    `--outputFile.json=${reportFile}`, ...plan.filters, ...plan.options,
  ], { cwd: ROOT, env: process.env, stdio: ['ignore', 'inherit', 'inherit'] })
  onStart(child)
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { exitCode, report: existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined }
}

async function runKind(kind: Kind, folder: string): Promise<Tally> {
  const { NOTHING, tallyVitest } = await import('./test-summary.ts')
  if (isVitest(kind)) {
    screen.line(`\n── ${kind} ──`)
    const { exitCode, report } = await runVitest(kind, folder)
    return tallyVitest(report, exitCode)
  }
  const checks: Record<string, (place: Parameters<typeof checkLint>[0]) => Promise<Outcome>> = { lint: checkLint, types: checkTypes, rules: checkRules }
  const began = performance.now()
  const outcome = await checks[kind]?.({ root: ROOT, folder, onStart })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  screen.line(`── ${kind} ── ${outcome?.ok ? 'passed' : 'FAILED'} (${seconds} s)`)
  if (!outcome?.ok) screen.line(outcome?.words.trimEnd() ?? '')
  return outcome?.ok ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1, failures: [`${kind}: see above`] }
}

try {
  const logFolder = join(ROOT, '.arasta/test-logs')
  const built = kinds.some(kind => kind === 'whole' || kind === 'journeys')
  await readyForTests({ root: ROOT, dataFolder: readSettings(process.env).dataFolder, logFolder, who: 'The tests', built, screen, underWay })
  // Only now: these need the packages.
  const { addTallies, exitCodeOf, summaryLine } = await import('./test-summary.ts')
  const { startTestCluster } = await import('./testing/test-cluster.ts')
  const folder = openRunFolder(underWay)
  if (kinds.some(kind => kind === 'unit' || kind === 'whole') && !process.env.TEST_DATABASE_URL) {
    const cluster = await timed(screen, 'Starting a database for the tests', () => startTestCluster(screen))
    underWay.onEnd(cluster)
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const run = async (kind: Kind) => ({ kind, tally: await runKind(kind, folder) })
  // The checks need one processor each; whatever starts Vitest takes all there are.
  const tallies: { kind: Kind, tally: Tally }[] = await Promise.all(kinds.filter(kind => !isVitest(kind)).map(run))
  for (const kind of kinds.filter(isVitest)) {
    if (!underWay.stopping()) tallies.push(await run(kind))
  }
  if (!underWay.stopping()) {
    await underWay.endAll()
    const sum = addTallies(tallies.map(({ tally }) => tally))
    screen.line('')
    for (const { kind, tally } of tallies) {
      screen.line(`  ${kind.padEnd(9)} ${summaryLine(tally)}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`)
    }
    for (const failure of sum.failures) screen.line(`  failed: ${relativeTo(failure)}`)
    if (sum.passed + sum.failed === 0) screen.error('No test ran: nothing is called like that.')
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
