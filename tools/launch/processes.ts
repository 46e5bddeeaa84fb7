import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether a process with this id is there, whoever owns it. A process that has ended and waits to
 * be collected is not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

/**
 * The command line of a process, to tell a remembered id from one that was given out anew;
 * undefined where it cannot be read.
 */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], {
      encoding: 'utf8',
      timeout: 3_000,
    }).trim()
  } catch {
    return undefined
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Waits until the process is gone; false when it is still there after the time. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await pause(50)
  }
  return true
}
