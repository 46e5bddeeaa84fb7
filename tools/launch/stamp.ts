import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a finished step remembers of its inputs. Undefined when it was never finished. */
export function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

export function writeStamp(file: string, value: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${value}\n`)
}

export interface Inputs {
  root: string
  /** Files and folders below the root; missing ones count as empty. */
  paths: string[]
  /** Which files below those folders count, by their path from the root. */
  counts?: (path: string) => boolean
  /** Whatever else changes the outcome. */
  also?: string[]
}

function filesBelow(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .flatMap((entry) =>
        entry.isDirectory() ? filesBelow(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
      )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return []
    throw error
  }
}

/** A hash that changes when the name or content of any input does. */
export function hashInputs({ root, paths, counts = () => true, also = [] }: Inputs): string {
  const hash = createHash('sha256')
  for (const part of also) hash.update(`${part}\0`)
  for (const file of paths
    .flatMap((path) => filesBelow(root, path))
    .filter(counts)
    .sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}
