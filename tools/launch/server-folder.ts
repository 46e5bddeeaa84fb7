import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainNpm, npmCi } from './npm.mjs'
import { StartError } from './start-error.ts'

/** What a server needs of the repository. */
const PATHS = [
  'LICENSE',
  'apps',
  'build',
  'connectors',
  'db',
  'kernel',
  'lib',
  'locales',
  'modules',
  'package.json',
  'package-lock.json',
  'server',
  'ui',
]

interface LockedPackage {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = Record<string, LockedPackage>

/** Where Node.js finds `name` for the package at `path`. */
function findPackage(lock: Lock, path: string, name: string): string | undefined {
  for (let from = path; ;) {
    const place = join(from, 'node_modules', name)
    if (place in lock) return place
    if (from === '') return undefined
    from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))
  }
}

/**
 * The places of all packages that the dependencies of the root lead to. npm also installs optional
 * peers that the lock file has for development (TypeScript, Vitest): some 80 MB.
 */
export function neededPackages(lock: Lock): Set<string> {
  const needed = new Set<string>()
  function add(path: string, names: readonly string[]): void {
    for (const name of names) {
      const place = findPackage(lock, path, name)
      if (place === undefined || needed.has(place)) continue
      needed.add(place)
      add(place, requiredBy(lock[place] ?? {}))
    }
  }
  add('', Object.keys(lock['']?.dependencies ?? {}))
  return needed
}

const requiredBy = (one: LockedPackage): string[] => [
  ...Object.keys(one.dependencies ?? {}),
  ...Object.keys(one.optionalDependencies ?? {}),
  ...Object.keys(one.peerDependencies ?? {}).filter(
    (name) => !one.peerDependenciesMeta?.[name]?.optional,
  ),
]

const readLock = (file: string): Lock =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Lock }).packages

/** Files that only compilers and debuggers read. */
const UNREAD = /\.(?:d\.[cm]?ts|map)$/

function removeUnread(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeUnread(path)
    else if (UNREAD.test(entry.name)) rmSync(path)
  }
}

/** Bytes of all files below a folder. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(path) : entry.isFile() ? statSync(path).size : 0)
  }, 0)

interface ServerFolder {
  /** A checkout with `build/` in it. */
  root: string
  /** Empty, or not there yet. */
  folder: string
  onStart: (child: ChildProcess) => void
}

/**
 * Writes all that a server needs, and nothing else, into a folder: the product without its tests,
 * and the packages that it runs on. Throws `StartError`.
 */
export async function makeServerFolder({ root, folder, onStart }: ServerFolder): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartError(`${folder} is not empty: name a folder that is new.`)
  mkdirSync(folder, { recursive: true })
  for (const path of PATHS)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) =>
        !/[\\/](?:node_modules|\.react-router)$|\.(?:test|support|suite)\.tsx?$/.test(file),
    })
  // npm reads what the lock file names; the code of these workspaces stays away.
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  for (const workspace of workspaces) {
    const file = join(folder, workspace, 'package.json')
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(root, workspace, 'package.json'), file)
  }
  const { ok, output } = await npmCi(folder, {
    cache: join(root, '.arasta/npm-cache'),
    megabytes: 300,
    args: ['--omit=dev', '--workspaces=false'],
    onStart,
  })
  if (!ok) throw new StartError(explainNpm(output, folder))
  const needed = neededPackages(readLock(join(folder, 'package-lock.json')))
  const installed = Object.keys(readLock(join(folder, 'node_modules/.package-lock.json')))
  for (const place of installed)
    if (!needed.has(place)) rmSync(join(folder, place), { recursive: true, force: true })
  removeUnread(join(folder, 'node_modules'))
}
