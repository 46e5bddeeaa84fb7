import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainFile, StartError, userName } from './start-error.ts'

const WAY_OUT = 'choose another folder with ARASTA_DATA'

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Makes the data folder where it is missing and proves that it can be used; refuses with a line that says what to do. */
export function openDataFolder(folder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true })
    if (!lstatSync(folder).isDirectory() && !statSync(folder).isDirectory()) {
      throw new StartError(`${folder} is not a folder: move it away, or ${WAY_OUT}.`)
    }
    // As root the database runs as another user, who must be able to walk through.
    if (made) chmodSync(folder, isRoot() ? 0o711 : 0o700)
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, 'x'.repeat(4096))
    rmSync(probe)
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw explainFile(error, folder, WAY_OUT)
  }
  refuseForeign(folder)
}

/** Root could use anybody's folder, and would leave files there that its owner cannot touch any more. */
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
      throw new StartError(`The data in ${folder} belong to ${userName(owner)}: start as ${userName(owner)}, or ${WAY_OUT}.`)
    }
  }
}
