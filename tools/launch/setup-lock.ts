import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive, pause } from './processes.ts'

function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/**
 * Lets only one process at a time install and build in this checkout; a second one waits. Gives
 * back the way to let go.
 */
export async function takeSetupLock(
  root: string,
  onWait: (holder: number) => void,
): Promise<() => void> {
  const file = join(root, '.arasta/setup.lock')
  for (let told = false; ;) {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => {
        if (holderOf(file) === process.pid) rmSync(file, { force: true })
      }
    } catch (error) {
      // Where the checkout is closed to this user there is nothing to install or build either.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return () => {}
    }
    const holder = holderOf(file)
    if (holder === undefined || !isAlive(holder)) rmSync(file, { force: true })
    else if (!told) {
      told = true
      onWait(holder)
    }
    await pause(200)
  }
}
