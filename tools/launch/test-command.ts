import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStorefronts, staleBuilds } from './builds.ts'
import { checkLint, checkRules, checkTypes, type Outcome } from './checks.ts'
import { install, installedMode } from './install.ts'
import { runningFrom } from './run-file.ts'
import { openScreen, timed } from './screen.ts'
import { readSettings, ROOT } from './settings.ts'
import { takeSetupLock } from './setup-lock.ts'
import { plainly, StartError } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'
import { isVitest, kindsWithFiles, planTests, type Kind } from './test-plan.ts'
import type { Tally } from './test-summary.ts'

const screen = openScreen()
const plan = planTests(process.argv.slice(2))
const kinds = kindsWithFiles(plan, ROOT)
const children = new Set<ChildProcess>()
const ends: { stop: () => Promise<void>, kill: () => void }[] = []

function onStart(child: ChildProcess): void {
  children.add(child)
  child.once('close', () => children.delete(child))
}

async function endAll(): Promise<void> {
  // Vitest and the product of the journeys end in order; whatever else is running has nothing to put away.
  for (const child of children) child.kill('SIGTERM')
  const until = performance.now() + 15_000
  while (children.size > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 100))
  for (const child of children) child.kill('SIGKILL')
  for (const end of ends.toReversed()) await end.stop()
}

const signals = onStopSignals({
  stop: endAll,
  kill() {
    for (const child of children) child.kill('SIGKILL')
    for (const end of ends) end.kill()
  },
})

async function setUp(logFolder: string): Promise<void> {
  const release = await takeSetupLock(ROOT, holder => screen.line(`  Another start or test installs or builds here (process ${holder}); waiting for it …`))
  ends.push({ stop: async () => release(), kill: release })
  if (installedMode(ROOT) === 'all') await install({ root: ROOT, mode: 'all' })
  else {
    const running = runningFrom(readSettings(process.env).dataFolder)
    if (running) throw new StartError(`The tests need packages installed anew, and Arasta is running on the old ones: stop it with \`kill ${running}\` first.`)
    await timed(screen, 'Installing packages, those of the tests as well (once)', progress =>
      install({ root: ROOT, mode: 'all', onProgress: progress, onStart }))
  }
  const stale = kinds.some(kind => kind === 'whole' || kind === 'journeys') ? staleBuilds(ROOT, '1') : []
  if (stale.length > 0) {
    await timed(screen, `Building the ${stale.map(market => `${market} store`).join(' and the ')}`, () =>
      buildStorefronts({ root: ROOT, platformId: '1', logFolder, onStart }, stale))
  }
  release()
}

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
  return outcome?.ok ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 }
}

try {
  const logFolder = join(ROOT, '.arasta/test-logs')
  mkdirSync(logFolder, { recursive: true })
  await setUp(logFolder)
  // Only now: these need the packages.
  const { addTallies, exitCodeOf, summaryLine } = await import('./test-summary.ts')
  const { startTestCluster, temporaryFolder } = await import('./testing/test-cluster.ts')
  const folder = temporaryFolder()
  ends.push({ stop: async () => folder.remove(), kill: folder.remove })
  // Whatever tests leave in the temporary folder goes with the run, and nobody else's remains are met there.
  const temporary = join(folder.path, 'tmp')
  mkdirSync(temporary, { mode: 0o755 })
  Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary })
  if (kinds.some(kind => kind === 'unit' || kind === 'whole') && !process.env.TEST_DATABASE_URL) {
    const cluster = await timed(screen, 'Starting a database for the tests', () => startTestCluster(screen))
    ends.push(cluster)
    process.env.TEST_DATABASE_URL = cluster.url
  }
  const tallies: { kind: Kind, tally: Tally }[] = []
  for (const kind of kinds) {
    if (!signals.stopping()) tallies.push({ kind, tally: await runKind(kind, folder.path) })
  }
  if (!signals.stopping()) {
    await endAll()
    const sum = addTallies(tallies.map(({ tally }) => tally))
    screen.line('')
    for (const { kind, tally } of tallies) {
      screen.line(`  ${kind.padEnd(9)} ${summaryLine(tally)}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`)
    }
    if (sum.passed + sum.failed === 0) screen.error('No test ran: nothing is called like that.')
    screen.line(summaryLine(sum))
    process.exit(exitCodeOf(sum))
  }
} catch (error) {
  if (!signals.stopping()) {
    await endAll()
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    process.exit(1)
  }
}
