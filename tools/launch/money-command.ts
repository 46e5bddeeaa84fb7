import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readMarketSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown; close?: () => Promise<void> } = {}

const signals = onStopSignals({
  async stop() {
    ends.kill?.()
    screen.line('Stopped. What was written down goes on.')
    await ends.close?.()
    throw new Error('stopped')
  },
  kill: () => ends.kill?.(),
})

try {
  const settings = readMarketSettings(process.env)
  await ensurePackages(settings.root, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // Only now: this one needs the packages.
  const { runMoney } = await import('#tools/money/run-money.ts')
  const done = await runMoney({
    settings,
    args: process.argv.slice(2),
    screen,
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
