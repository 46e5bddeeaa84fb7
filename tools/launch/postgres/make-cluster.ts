import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { LogFile } from '../log-file.ts'
import { explainFile } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { explainPostgres } from './cluster-folder.ts'
import type { Owner } from './owner.ts'

export const SUPERUSER = 'postgres'

/**
 * What PostgreSQL is given: a foreign environment would change its messages, which the launcher
 * reads.
 */
export function clusterEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    SystemRoot: process.env.SystemRoot,
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: '/',
  }
}

export interface MakeClusterOptions {
  folder: string
  binaries: Binaries
  owner: Owner
  password: string
  logPath: string
}

async function initdb(
  half: string,
  passwordFile: string,
  { folder, binaries, owner, logPath }: MakeClusterOptions,
): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${half}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // An empty environment would make it SQL_ASCII without ICU collations; the sort order must
      // not depend on the machine either.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--text-search-config=simple',
      '--no-instructions',
    ],
    {
      ...owner.identity,
      cwd: '/',
      env: clusterEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      words += String(chunk)
    })
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      words += `\n${error.message}`
      resolve(1)
    })
    child.on('close', resolve)
  })
  if (code === 0) return
  new LogFile(logPath).write(words)
  throw explainPostgres(words.split('\n').filter(Boolean), folder, logPath)
}

/** Makes a new cluster in the folder; whole or not at all. */
export async function makeCluster(options: MakeClusterOptions): Promise<void> {
  const { folder, owner, password } = options
  const half = `${folder}.new`
  const passwordFile = `${folder}.pw`
  const give = (path: string): void => {
    if (owner.identity.uid !== undefined)
      chownSync(path, owner.identity.uid, owner.identity.gid ?? -1)
  }
  try {
    rmSync(half, { recursive: true, force: true })
    mkdirSync(half, { recursive: true, mode: 0o700 })
    give(half)
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    give(passwordFile)
    await initdb(half, passwordFile, options)
    rmSync(folder, { recursive: true, force: true })
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw explainFile(error, folder, 'choose another folder with ARASTA_DATA')
  } finally {
    rmSync(passwordFile, { force: true })
  }
}
