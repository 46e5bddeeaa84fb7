import { mkdirSync } from 'node:fs'
import { buildAll, staleBuilds } from './builds.ts'
import { install, installedMode } from './install.ts'
import { runningFrom } from './run-file.ts'
import { timed, type Screen } from './screen.ts'
import { takeSetupLock } from './setup-lock.ts'
import { StartError } from './start-error.ts'
import type { UnderWay } from './under-way.ts'

export interface Readying {
  root: string
  dataFolder: string
  logFolder: string
  /** Who needs it, at the start of a sentence, e.g. `The tests`. */
  who: string
  /** Whether the stores must be built. */
  built: boolean
  screen: Screen
  underWay: UnderWay
}

/**
 * Installs all packages, those of the tests as well, and builds the stores where they are out of
 * date; on built-in modules only.
 */
export async function readyForTests({
  root,
  dataFolder,
  logFolder,
  who,
  built,
  screen,
  underWay,
}: Readying): Promise<void> {
  mkdirSync(logFolder, { recursive: true })
  const release = await takeSetupLock(root, (holder) =>
    screen.line(
      `  Another start or test installs or builds here (process ${holder}); waiting for it …`,
    ),
  )
  underWay.onEnd({ stop: async () => release(), kill: release })
  const onStart = underWay.onChild
  if (installedMode(root) === 'all') await install({ root, mode: 'all' })
  else {
    const running = runningFrom(dataFolder)
    if (running)
      throw new StartError(
        `${who} need packages installed anew, and Arasta is running on the old ones: stop it with \`kill ${running}\` first.`,
      )
    await timed(screen, 'Installing packages, those of the tests as well (once)', (progress) =>
      install({ root, mode: 'all', onProgress: progress, onStart }),
    )
  }
  const stale = built ? staleBuilds(root) : []
  if (stale.length > 0) {
    await timed(
      screen,
      `Building the ${stale.map((market) => `${market} store`).join(' and the ')}`,
      () => buildAll({ root, logFolder, onStart }, stale),
    )
  }
  release()
}
