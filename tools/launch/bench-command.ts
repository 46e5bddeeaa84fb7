import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../bench/options.ts'
import { buildStorefronts, staleBuilds } from './builds.ts'
import { install, installedMode } from './install.ts'
import { runningFrom } from './run-file.ts'
import { openScreen, timed } from './screen.ts'
import { readSettings } from './settings.ts'
import { takeSetupLock } from './setup-lock.ts'
import { plainly, StartError } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const children = new Set<ChildProcess>()
/** What is under way, the last one first to go. */
const ends: { stop: () => Promise<unknown>, kill: () => unknown }[] = []

function onChild(child: ChildProcess): void {
  children.add(child)
  child.once('close', () => children.delete(child))
}

async function endAll(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (const end of ends.splice(0).toReversed()) await end.stop()
}

const signals = onStopSignals({
  async stop() {
    screen.line('Stopping …')
    await endAll()
  },
  kill() {
    for (const child of children) child.kill('SIGKILL')
    for (const end of ends.toReversed()) end.kill()
  },
})

/** The bench asks as the tests do: with packages of theirs, against the built product. */
async function setUp(root: string, dataFolder: string): Promise<void> {
  const release = await takeSetupLock(root, holder => screen.line(`  Another start or test installs or builds here (process ${holder}); waiting for it …`))
  ends.push({ stop: async () => release(), kill: release })
  if (installedMode(root) === 'all') await install({ root, mode: 'all' })
  else {
    const running = runningFrom(dataFolder)
    if (running) throw new StartError(`The bench needs packages installed anew, and Arasta is running on the old ones: stop it with \`kill ${running}\` first.`)
    await timed(screen, 'Installing packages, those of the tests as well (once)', progress => install({ root, mode: 'all', onProgress: progress, onStart: onChild }))
  }
  const stale = staleBuilds(root, '1')
  if (stale.length > 0) {
    const logFolder = join(root, '.arasta/bench')
    mkdirSync(logFolder, { recursive: true })
    await timed(screen, `Building the ${stale.map(market => `${market} store`).join(' and the ')}`, () =>
      buildStorefronts({ root, platformId: '1', logFolder, onStart: onChild }, stale))
  }
  release()
}

try {
  const options = readOptions(process.argv.slice(2))
  const { root, dataFolder } = readSettings(process.env)
  await setUp(root, dataFolder)
  // Only now: this one needs the packages.
  const { runBench } = await import('../bench/run-bench.ts')
  await runBench({ root, options, screen, onChild, onEnd: end => void ends.push(end), isStopping: signals.stopping })
  await endAll()
  process.exit(0)
} catch (error) {
  if (!signals.stopping()) {
    await endAll()
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    process.exit(1)
  }
}
