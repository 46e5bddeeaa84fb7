import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
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
  // Only now: these need the packages.
  const [{ packProgram }, { PROGRAMS }] = await Promise.all([
    import('#tools/pack/pack-program.ts'),
    import('#tools/pack/programs.ts'),
  ])
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !PROGRAMS.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new Error(
      `There is no program ${unknown.join(', ')}: ${PROGRAMS.map((one) => one.name).join(', ')}.`,
    )
  const outFolder = join(root, 'build')
  mkdirSync(outFolder, { recursive: true })
  for (const program of PROGRAMS.filter((one) => wanted.length === 0 || wanted.includes(one.name)))
    screen.line(relative(root, await packProgram(program, { root, outFolder })))
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 1
  }
}
