import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll, staleBuilds, titleOf } from './builds.ts'
import { install, installedMode } from './install.ts'
import { timed, type Screen } from './screen.ts'
import type { Settings } from './settings.ts'
import { takeSetupLock } from './setup-lock.ts'

export interface Killable {
  kill: (signal: NodeJS.Signals) => unknown
}

/**
 * Installs and builds what is missing; runs before anything is installed, on built-in modules only.
 */
export async function setUp(
  { root, dataFolder }: Pick<Settings, 'root' | 'dataFolder'>,
  screen: Screen,
  onChild: (child: Killable) => void,
): Promise<void> {
  const release = await takeSetupLock(root, (holder) =>
    screen.line(
      `  Another start or test installs or builds here (process ${holder}); waiting for it …`,
    ),
  )
  try {
    if (installedMode(root)) await install({ root, mode: 'run' })
    else
      await timed(screen, 'Installing packages (once)', (progress) =>
        install({ root, mode: 'run', onProgress: progress, onStart: onChild }),
      )
    const stale = staleBuilds(root)
    if (stale.length > 0) {
      const logFolder = join(dataFolder, 'logs')
      mkdirSync(logFolder, { recursive: true })
      await timed(screen, `Building the ${stale.map(titleOf).join(' and the ')}`, () =>
        buildAll({ root, logFolder, onStart: onChild }, stale),
      )
    }
  } finally {
    release()
  }
}
