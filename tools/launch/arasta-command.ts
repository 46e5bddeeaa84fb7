import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { readSettings } from './settings.ts'
import { plainly } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown; running?: Promise<number> } = {}
const stop = new AbortController()
// What goes on until it is ended (`dev`) ends itself and tidies up; everything else is broken off.
const signals = onStopSignals({
  stop: async () => {
    if (!ends.running || process.argv[2] !== 'dev') throw new Error('stopped')
    stop.abort()
    await ends.running
  },
  kill: () => ends.kill?.(),
})

try {
  await ensurePackages(readSettings(process.env).root, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // Only now: this one needs the packages.
  const { runArasta } = await import('#tools/arasta/run-arasta.ts')
  // npm goes to its own folder and says where it was called.
  const folder = process.env.INIT_CWD ?? process.cwd()
  ends.running = runArasta({
    args: process.argv.slice(2),
    env: process.env,
    folder,
    out: screen.line,
    err: screen.error,
    stop: stop.signal,
  })
  process.exitCode = await ends.running
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 2
  }
}
