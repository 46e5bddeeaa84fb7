import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Something a person can mend: its message is the one line (or few) shown instead of a stack trace.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** The name of a user id, for messages; the number where no name is known. */
export function userName(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.split(':')[2] === String(uid))
    return line?.split(':')[0] ?? `user ${uid}`
  } catch {
    return `user ${uid}`
  }
}

function ownerOf(path: string): string | undefined {
  for (let place = path; ; place = dirname(place)) {
    try {
      const { uid } = statSync(place)
      return process.getuid && uid !== process.getuid() ? userName(uid) : undefined
    } catch {
      if (place === dirname(place)) return undefined
    }
  }
}

/**
 * Turns an error of the file system into a line that says what to do; anything else comes back as
 * it was.
 */
export function explainFile(error: unknown, path: string, wayOut: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  const owner = ownerOf(path)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`The disk that holds ${path} is full: free some space and start again.`)
  if (code === 'EROFS')
    return new StartError(`${path} is on a disk that cannot be written: ${wayOut}.`)
  if (code === 'ENOENT') return new StartError(`${path} cannot be made: ${wayOut}.`)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartError(
      `A file is in the way where ${path} should be a folder: move it away, or ${wayOut}.`,
    )
  if (code === 'EACCES' || code === 'EPERM') {
    return new StartError(
      owner
        ? `${path} cannot be written, it belongs to ${owner}: start as ${owner}, or ${wayOut}.`
        : `${path} cannot be written: give yourself the right to (chmod u+rwx), or ${wayOut}.`,
    )
  }
  return error
}

/** One line out of any error, for people. */
export function plainly(error: unknown): string {
  if (error instanceof StartError) return error.message
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException
  // 53100: what PostgreSQL answers a statement that found no space.
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full: free some space and start again.'
  return `Something unforeseen stopped the start: ${(message ?? String(error)).split('\n')[0]}`
}
