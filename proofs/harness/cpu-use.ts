import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in ticks of a hundredth of a second. */
const TICK_MS = 10

interface Process {
  parent: number
  program: string
  /** Of its own and of its children that have ended. */
  ms: number
}

function readProcess(pid: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0)
    return {
      parent: Number(fields[1]),
      program: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      ms: ticks * TICK_MS,
    }
  } catch {
    return null
  }
}

/**
 * Processor time in milliseconds that this process and all that it has started have used so far, by
 * what they are: the first of `names` whose words stand in the command line. Null where the system
 * does not say.
 */
export function readCpuUse(
  names: readonly (readonly [name: string, words: string])[],
): Record<string, number> | null {
  if (process.platform !== 'linux') return null
  const processes = new Map<number, Process>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(pid)
    if (found) processes.set(Number(pid), found)
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0)
      if (at === process.pid) return true
    return false
  }
  const used: Record<string, number> = {}
  for (const [pid, { program, ms }] of processes) {
    if (!isOurs(pid)) continue
    const name =
      pid === process.pid
        ? 'buyers'
        : (names.find(([, words]) => program.includes(words))?.[0] ?? 'others')
    used[name] = (used[name] ?? 0) + ms
  }
  return used
}
