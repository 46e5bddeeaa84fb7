import { resolve } from 'node:path'
import { openScreen, timed } from './screen.ts'
import { makeServerFolder, sizeOf } from './server-folder.ts'
import { setUp } from './set-up.ts'
import { readSettings } from './settings.ts'
import { plainly, StartError } from './start-error.ts'
import { onStopSignals } from './stop-signals.ts'

/**
 * `npm run build`: the stores and the console, into `build/`. With `--to <folder>` all that a
 * server needs, to be copied to one.
 */
const screen = openScreen()
const ends: { kill?: () => unknown } = {}
const signals = onStopSignals({
  stop: () => Promise.reject(new Error('stopped')),
  kill: () => ends.kill?.(),
})
const onChild = (child: { kill: (signal: NodeJS.Signals) => unknown }) => {
  ends.kill = () => child.kill('SIGKILL')
}

function readTarget([option, folder, ...more]: readonly string[]): string | undefined {
  if (option === undefined) return undefined
  if (option !== '--to' || folder === undefined || more.length > 0)
    throw new StartError('Say `npm run build`, or `npm run build -- --to <folder>`.')
  return resolve(folder)
}

const megabytes = (folder: string) => `${Math.round(sizeOf(folder) / 1e6)} MB`

try {
  const target = readTarget(process.argv.slice(2))
  const settings = readSettings(process.env)
  const { root } = settings
  await setUp(settings, screen, onChild)
  screen.line(`build: ${megabytes(`${root}/build`)}`)
  if (target !== undefined) {
    await timed(screen, `Installing the server's packages in ${target}`, () =>
      makeServerFolder({ root, folder: target, onStart: onChild }),
    )
    screen.line(
      `${target}: ${megabytes(target)}, of it packages ${megabytes(`${target}/node_modules`)}`,
    )
  }
} catch (error) {
  if (!signals.stopping()) {
    screen.error(plainly(error))
    process.exitCode = 1
  }
}
