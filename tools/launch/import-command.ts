import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readMarketSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown; close?: () => Promise<void> } = {}

// What was written stays: the next run goes on from there.
const signals = onStopSignals({
  async stop() {
    ends.kill?.()
    screen.line('Stopped: run it again to go on.')
    await ends.close?.()
    throw new Error('not everything was imported')
  },
  kill: () => ends.kill?.(),
})

try {
  const settings = readMarketSettings(process.env)
  await ensurePackages(settings.root, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // Only now: this one needs the packages.
  const { runImport } = await import('#tools/import/run-import.ts')
  const done = await runImport({
    settings,
    args: process.argv.slice(2),
    env: process.env,
    screen,
    isTerminal: process.stdout.isTTY,
    onReached: (database) => {
      ends.close = database.close
    },
  })
  process.exitCode = done ? 0 : 1
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    process.exitCode = 1
  }
}
