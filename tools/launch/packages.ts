import { install, installedMode } from './install.ts'
import { timed, type Screen } from './screen.ts'
import { takeSetupLock } from './setup-lock.ts'

export interface Killable {
  kill: (signal: NodeJS.Signals) => unknown
}

/**
 * Installs what the product needs where it is missing; on built-in modules only, as it runs before
 * anything is installed. `next` follows under the same lock.
 */
export async function ensurePackages(
  root: string,
  screen: Screen,
  onChild: (child: Killable) => void,
  next: () => Promise<void> = () => Promise.resolve(),
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
    await next()
  } finally {
    release()
  }
}
