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
  const { root } = readSettings(process.env)
  await ensurePackages(root, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // Only now: this one needs the packages.
  const { writeEnvironment } = await import('#tools/environment/environment-file.ts')
  writeEnvironment(process.argv.slice(2), screen)
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 1
  }
}
