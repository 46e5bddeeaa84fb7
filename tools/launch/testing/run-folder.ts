import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../processes.ts'
import type { End } from '../under-way.ts'

/** A folder that is memory, where the machine has one. */
const MEMORY = '/dev/shm'
/** What the kernel calls the type of such a folder (statfs(2)). */
const TMPFS = 0x01021994
/**
 * Bytes. A whole run holds 0.8 GB at most; twice as much again must be free besides, for the
 * browsers.
 */
const ROOM = 2 * 2 ** 30

/** Of this machine alone: containers may share that memory, and have process ids of their own. */
const PREFIX = `arasta-run-${hostname()}-`

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS && bavail * bsize >= ROOM && process.availableMemory() >= 3 * ROOM
  } catch {
    return false
  }
}

/** Programs that a test installs are started there: many machines forbid that in memory. */
function mayStart(folder: string): boolean {
  const script = join(folder, 'probe')
  try {
    writeFileSync(script, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    execFileSync(script)
    return true
  } catch {
    return false
  } finally {
    rmSync(script, { force: true })
  }
}

/**
 * What a run that was killed has left in memory would stay there until the machine is started anew.
 */
export function clearDead(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = Number(name.startsWith(PREFIX) && name.slice(PREFIX.length).split('-')[0])
    if (!(pid > 0) || isAlive(pid)) continue
    try {
      rmSync(join(place, name), { recursive: true, force: true })
    } catch {
      // Somebody else's, who will meet it too.
    }
  }
}

/** A folder of its own for the run of this process. */
export const makeIn = (place: string, pid = process.pid): string => {
  const path = mkdtempSync(join(place, `${PREFIX}${pid}-`))
  // The database's user may enter.
  chmodSync(path, 0o711)
  return path
}

function makeRunFolder(): string {
  if (!hasRoom()) return makeIn(tmpdir())
  clearDead(MEMORY)
  const folder = makeIn(MEMORY)
  if (mayStart(folder)) return folder
  rmSync(folder, { recursive: true })
  return makeIn(tmpdir())
}

/**
 * Where a whole run of tests or a proof keeps everything: in memory, where the machine has room
 * there, for hundreds of databases are made and dropped, and most of that is work for a disk.
 * Whatever is left in the temporary folder goes with the run, and nobody else's remains are met
 * there.
 */
export function openRunFolder({ onEnd }: { onEnd: (end: End) => void }): string {
  const folder = makeRunFolder()
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  onEnd({ stop: async () => remove(), kill: remove })
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { mode: 0o755 })
  Object.assign(process.env, { TMPDIR: temporary, TEMP: temporary, TMP: temporary })
  return folder
}
