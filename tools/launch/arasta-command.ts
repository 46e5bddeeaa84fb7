import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown } = {}
const signals = onStopSignals({ stop: () => Promise.reject(new Error('stopped')), kill: () => ends.kill?.() })

try {
  await ensurePackages(readSettings(process.env).root, screen, child => { ends.kill = () => child.kill('SIGKILL') })
  // Only now: this one needs the packages.
  const { runArasta } = await import('#tools/arasta/run-arasta.ts')
  // npm goes to its own folder and says where it was called.
  const folder = process.env.INIT_CWD ?? process.cwd()
  process.exitCode = await runArasta({ args: process.argv.slice(2), env: process.env, folder, out: screen.line, err: screen.error })
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 2
  }
}
