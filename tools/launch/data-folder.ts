import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { explainFile, StartError, userName } from './start-error.ts'

const WAY_OUT = 'choose another folder with ARASTA_DATA'

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Makes the data folder where it is missing and proves that it can be used; refuses with a line
 * that says what to do.
 */
export function openDataFolder(folder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true })
    if (!lstatSync(folder).isDirectory() && !statSync(folder).isDirectory()) {
      throw new StartError(`${folder} is not a folder: move it away, or ${WAY_OUT}.`)
    }
    // As root the database runs as another user, who must be able to walk through, but not to look
    // around.
    if (made) chmodSync(folder, isRoot() ? 0o711 : 0o700)
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, 'x'.repeat(4096), { mode: 0o600 })
    rmSync(probe)
    // Node fills its cache before a part can say how.
    for (const name of ['logs', 'compile-cache'])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw explainFile(error, folder, WAY_OUT)
  }
  refuseForeign(folder)
  closeToOthers(folder)
}

/** Rights of anybody but the owner. */
const OTHERS = 0o077

/**
 * Secrets, orders and mails are for their owner alone. What parts write is closed from the
 * beginning (`tether.mjs`); a folder of an earlier version is mended here: where something at its
 * top is open, everything below is closed.
 */
function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return
  close(folder, isRoot() ? 0o066 : OTHERS)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (!close(path, OTHERS)) continue
    const below = lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
      : []
    for (const one of below) close(join(path, one), OTHERS)
  }
}

/**
 * Takes `rights` from a file or folder of ours; true when it had some of them. What belongs to the
 * database's own user is closed by PostgreSQL.
 */
function close(path: string, rights: number): boolean {
  const found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (
    !found ||
    found.isSymbolicLink() ||
    found.uid !== process.getuid?.() ||
    (found.mode & rights) === 0
  )
    return false
  chmodSync(path, found.mode & 0o777 & ~rights)
  return true
}

/**
 * Root could use anybody's folder, and would leave files there that its owner cannot touch any
 * more.
 */
function refuseForeign(folder: string): void {
  for (const name of ['secrets.json', 'run.json']) {
    const file = join(folder, name)
    let owner: number
    try {
      owner = statSync(file).uid
    } catch {
      continue
    }
    if (process.getuid && owner !== process.getuid()) {
      throw new StartError(
        `The data in ${folder} belong to ${userName(owner)}: start as ${userName(owner)}, or ${WAY_OUT}.`,
      )
    }
  }
}
