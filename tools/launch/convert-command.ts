import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePackages } from './packages.ts'
import { openScreen } from './screen.ts'
import { ROOT } from './settings.ts'
import { plainly, StartError } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

const screen = openScreen()
const ends: { kill?: () => unknown } = {}
const signals = onStopSignals({
  async stop() {
    ends.kill?.()
    throw new Error('half a catalogue is none')
  },
  kill: () => ends.kill?.(),
})

/** Every folder `tools/convert-<name>` is a converter. */
const converters = (): string[] =>
  readdirSync(join(ROOT, 'tools')).flatMap((name) =>
    name.startsWith('convert-') ? [name.slice('convert-'.length)] : [],
  )

try {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined || !converters().includes(name)) {
    throw new StartError(
      `Say which converter: npm run convert -- <${converters().join(' | ')}> <source folder> <target folder>.`,
    )
  }
  await ensurePackages(ROOT, screen, (child) => {
    ends.kill = () => child.kill('SIGKILL')
  })
  // npm runs scripts in the package's folder; paths are meant from where the person stands.
  const child = spawn(
    process.execPath,
    [join(ROOT, 'tools', `convert-${name}`, 'convert.ts'), ...args],
    {
      cwd: process.env.INIT_CWD ?? process.cwd(),
      stdio: 'inherit',
    },
  )
  ends.kill = () => child.kill('SIGKILL')
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 1
  }
}
