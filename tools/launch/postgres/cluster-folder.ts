import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explainFile, StartError } from '../start-error.ts'

export const MAJOR = '18'
/** PostgreSQL has more than one way to say it. */
export const DISK_FULL = /No space left on device|Disk quota exceeded|Check free disk space/
const WAY_OUT = 'choose another folder with ARASTA_DATA'

function beginAnew(folder: string): string {
  return `put it back from a backup, or delete ${folder} to begin anew (its data are lost)`
}

function versionIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** What lies in the folder: a cluster, or nothing. Anything else is refused with a line. */
export function inspectCluster(folder: string): 'cluster' | 'empty' {
  try {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (!found) return 'empty'
    if (!found.isDirectory()) {
      throw new StartError(
        `${folder} should be the database's folder, but is a file: move it away and start again.`,
      )
    }
    const entries = readdirSync(folder)
    if (entries.length === 0) return 'empty'
    const version = versionIn(folder)
    if (version === MAJOR) return 'cluster'
    throw new StartError(
      version === undefined
        ? `${folder} is not empty, but not a database either (no PG_VERSION): ${beginAnew(folder)}.`
        : /^\d+(\.\d+)?$/.test(version)
          ? `The database in ${folder} was made by PostgreSQL ${version}, Arasta runs ${MAJOR}: move its data with pg_dump, ` +
            'or move the folder away to begin anew.'
          : `The database in ${folder} is damaged (PG_VERSION is unreadable): ${beginAnew(folder)}.`,
    )
  } catch (error) {
    throw explainFile(error, folder, WAY_OUT)
  }
}

/** One line out of what PostgreSQL said last. */
export function explainPostgres(
  lines: readonly string[],
  folder: string,
  logPath: string,
): StartError {
  const words = lines.join('\n')
  if (DISK_FULL.test(words)) {
    return new StartError(
      `The disk that holds ${folder} is full, the database cannot run: free some space and start again.`,
    )
  }
  const fatal = lines
    .find((line) => /(FATAL|PANIC|error):/.test(line))
    ?.replace(/^.*?(FATAL|PANIC|error): +/, '')
  if (/Permission denied|wrong ownership|invalid permissions/.test(words)) {
    return new StartError(
      `The database in ${folder} belongs to another user or is closed to this one (${fatal}): ` +
        `start as its owner, or ${WAY_OUT}.`,
    )
  }
  if (
    /PANIC|could not (read|locate|open|access|find)|invalid|corrupt|incorrect checksum|is not a (database|data) |incompatible|does not (exist|match)/i.test(
      words,
    )
  ) {
    return new StartError(
      `The database in ${folder} is damaged (${fatal ?? lines.at(-1)}): ${beginAnew(folder)}. All words in ${logPath}.`,
    )
  }
  return new StartError(
    `The database in ${folder} does not start (${fatal ?? lines.at(-1) ?? 'it said nothing'}). All words in ${logPath}.`,
  )
}
