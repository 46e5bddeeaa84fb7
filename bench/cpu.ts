import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What processes have used of the processor, in milliseconds of user and system time. */
export interface CpuMeter {
  /** Since the meter was made; null where the system does not say. */
  used(): number | null
}

/** Linux counts in ticks of a hundredth of a second, whatever the kernel's own clock is. */
const TICK = 10 // milliseconds

/** The fields of /proc/<pid>/stat behind the name, which may hold blanks and brackets itself. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** `[[dd-]hh:]mm:ss.cc` as ps writes it. */
export function readPsTime(text: string): number | null {
  const match = /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text.trim())
  if (!match) return null
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match
  return (
    (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  )
}

function timeOf(pid: number): number | null {
  if (process.platform === 'linux') {
    const stat = statOf(pid)
    return stat ? (Number(stat[11]) + Number(stat[12])) * TICK : null
  }
  // macOS counts hundredths of a second as well.
  if (process.platform === 'win32') return null
  try {
    return readPsTime(
      execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8', timeout: 3_000 }),
    )
  } catch {
    return null
  }
}

/** The process that started this one; null where the system does not say. Linux only. */
export function parentOf(pid: number): number | null {
  const stat = process.platform === 'linux' ? statOf(pid) : null
  return stat && Number(stat[1])
}

export function processMeter(pid: number): CpuMeter {
  const before = timeOf(pid)
  return {
    used() {
      const now = timeOf(pid)
      return before === null || now === null ? null : now - before
    },
  }
}

/**
 * PostgreSQL's connections and its background processes, each a child of the one that listens.
 * Linux only.
 */
export function childrenMeter(parent: number): CpuMeter {
  const before = timeOfChildren(parent)
  return {
    used() {
      const now = timeOfChildren(parent)
      return before === null || now === null ? null : now - before
    },
  }
}

/**
 * Of those that live, and of those that have ended since: their time is added to their parent's
 * account.
 */
function timeOfChildren(parent: number): number | null {
  if (process.platform !== 'linux') return null
  for (let attempt = 1; ; attempt++) {
    const account = accountOf(parent)
    if (account === null) return null
    let ticks = account
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const stat = statOf(Number(name))
      if (stat && Number(stat[1]) === parent) ticks += Number(stat[11]) + Number(stat[12])
    }
    // One that ended while the others were counted stands in neither sum: count again.
    if (accountOf(parent) === account || attempt === 20) return ticks * TICK
  }
}

/** What its ended children have used, in ticks. */
function accountOf(pid: number): number | null {
  const stat = statOf(pid)
  return stat && Number(stat[13]) + Number(stat[14])
}
