import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown } = {}
const signals = onStopSignals({
  stop: () => Promise.reject(new Error('stopped')),
  kill: () => ends.kill?.(),
})

try {
  const settings = readSettings(process.env)
  await ensurePackages(settings.root, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // Only now: this one needs the packages.
  const { runVerifyLog } = await import('#tools/verify-log/run-verify-log.ts')
  process.exitCode = (await runVerifyLog({
    args: process.argv.slice(2),
    dataFolder: settings.dataFolder,
    screen,
  }))
    ? 0
    : 1
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 1
  }
}
