import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { commandLine, isAlive, waitForEnd } from '../processes.ts'
import { StartError } from '../start-error.ts'

function postmasterPid(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * After a run that was killed, its PostgreSQL may live on, or its pid file may name a process that
 * is long somebody else. Stops the first, removes the second, so that the folder is free.
 */
export async function clearLeftovers(folder: string, say: (words: string) => void): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  const pid = postmasterPid(folder)
  if (pid === undefined) {
    rmSync(file, { force: true }) // empty after a full disk
    return
  }
  const line = isAlive(pid) ? commandLine(pid) : ''
  const ours = line === undefined || (/postgres/.test(line) && line.includes(basename(folder)))
  if (!isAlive(pid) || !ours) {
    rmSync(file, { force: true })
    return
  }
  say(`Stopping the database that a former run left behind (process ${pid}).`)
  try {
    process.kill(pid, 'SIGINT')
    if (await waitForEnd(pid, 10_000)) return
    process.kill(pid, 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw new StartError(
        `The database in ${folder} is in use by process ${pid}, which belongs to another user: stop it and start again.`,
      )
    }
  }
  if (!(await waitForEnd(pid, 10_000))) {
    throw new StartError(
      `The database in ${folder} is in use by process ${pid}, which does not end: stop it with \`kill -9 ${pid}\` and start again.`,
    )
  }
}
