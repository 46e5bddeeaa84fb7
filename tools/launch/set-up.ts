import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll, staleBuilds, titleOf } from './builds.ts'
import { ensurePackages, type Killable } from './packages.ts'
import { timed, type Screen } from './screen.ts'
import type { Settings } from './settings.ts'

/**
 * Installs and builds what is missing; runs before anything is installed, on built-in modules only.
 */
export const setUp = (
  { root, dataFolder }: Pick<Settings, 'root' | 'dataFolder'>,
  screen: Screen,
  onChild: (child: Killable) => void,
): Promise<void> =>
  ensurePackages(root, screen, onChild, async () => {
    const stale = staleBuilds(root)
    if (stale.length === 0) return
    const logFolder = join(dataFolder, 'logs')
    mkdirSync(logFolder, { recursive: true })
    await timed(screen, `Building the ${stale.map(titleOf).join(' and the ')}`, () =>
      buildAll({ root, logFolder, onStart: onChild }, stale),
    )
  })
