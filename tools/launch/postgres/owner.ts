import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError, userName } from '../start-error.ts'

/** As whom PostgreSQL runs: it refuses to be root, so root needs somebody else. */
export interface Owner {
  name: string
  /** For `spawn`; empty where the database runs as this user. */
  identity: { uid?: number; gid?: number }
}

function account(name: string): Owner | undefined {
  try {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find((columns) => columns[0] === name)
    return entry ? { name, identity: { uid: Number(entry[2]), gid: Number(entry[3]) } } : undefined
  } catch {
    return undefined
  }
}

/**
 * This user, or as root whoever owns the cluster already, else the accounts that every system has:
 * none is created.
 */
export function chooseOwner(clusterFolder: string): Owner {
  if (process.getuid?.() !== 0) return { name: 'this user', identity: {} }
  if (existsSync(join(clusterFolder, 'PG_VERSION'))) {
    const { uid, gid } = statSync(clusterFolder)
    if (uid !== 0) return { name: userName(uid), identity: { uid, gid } }
  }
  const owner = account('postgres') ?? account('nobody')
  if (!owner) {
    throw new StartError(
      'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody": ' +
        'start as an ordinary user, or set DATABASE_URL to a PostgreSQL 18 of yours.',
    )
  }
  const probe = spawnSync('/bin/sh', ['-c', ':'], { ...owner.identity, cwd: '/' })
  if (probe.error) {
    throw new StartError(
      `PostgreSQL does not run as root, and becoming ${owner.name} is not allowed here (${(probe.error as NodeJS.ErrnoException).code}): ` +
        'start as an ordinary user, or set DATABASE_URL to a PostgreSQL 18 of yours.',
    )
  }
  return owner
}

/**
 * Whether the owner may walk into the folder: some folder above may be closed, as root's home is.
 */
export function mayEnter(folder: string, owner: Owner): boolean {
  if (owner.identity.uid === undefined) return true
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...owner.identity, cwd: '/' }).status === 0
  )
}

/**
 * A folder elsewhere for what must be open to the owner, always the same one for the same folder
 * that is not.
 */
export function openPlace(closedFolder: string): string {
  const name = `arasta-${createHash('sha256').update(closedFolder).digest('hex').slice(0, 8)}`
  for (const parent of ['/var/lib', '/var/tmp', '/tmp']) {
    const place = join(parent, name)
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 })
      // In folders that anybody may write, somebody else may have been first.
      if (statSync(place).uid === process.getuid?.()) return place
    } catch {
      continue
    }
  }
  throw new StartError(
    'There is no folder that PostgreSQL could use (tried /var/lib, /var/tmp and /tmp): set DATABASE_URL to a PostgreSQL 18 of yours.',
  )
}
