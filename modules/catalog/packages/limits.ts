/** D11: limits of a package, in real bytes and not in those that the zip declares. */
export interface PackageLimits {
  /** Bytes of the zip, and of all its files together. */
  packageBytes: number
  /** Bytes of one file. */
  fileBytes: number
  files: number
  /** The highest compression ratio of a file … */
  ratio: number
  /** … that is larger than this many bytes. */
  ratioFromBytes: number
  /** The manifest is read into memory. */
  manifestBytes: number
}

const MEGABYTE = 1024 * 1024

export const PACKAGE_LIMITS: PackageLimits = {
  packageBytes: 512 * MEGABYTE,
  fileBytes: 256 * MEGABYTE,
  files: 50_000,
  ratio: 100,
  ratioFromBytes: MEGABYTE,
  manifestBytes: MEGABYTE,
}

/**
 * Names of files in a package (docs/protocols/package-format.md, section 1), which mean the same
 * file on Windows, macOS and Linux.
 */
const MAX_PATH_BYTES = 200

/** Windows opens these as devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i

/** `null` for a good name. */
export function pathProblem(
  path: string,
): 'empty' | 'too_long' | 'characters' | 'segments' | 'reserved' | 'hidden' | null {
  if (path.length === 0) return 'empty'
  if (!/^[A-Za-z0-9._/-]+$/.test(path)) return 'characters'
  if (path.length > MAX_PATH_BYTES) return 'too_long'
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return 'segments'
  if (segments.some((segment) => segment.endsWith('.') || RESERVED.test(segment))) return 'reserved'
  // Some servers read settings from such files: `.htaccess`, `.user.ini`.
  if (segments.some((segment) => segment.startsWith('.'))) return 'hidden'
  return null
}

/** Names with the same key are the same file on some file system. */
export const pathKey = (path: string): string => path.normalize('NFC').toLowerCase()

/** The parent folders of a path: `a/b/c` → `a`, `a/b`. */
export function foldersOf(path: string): string[] {
  const segments = path.split('/').slice(0, -1)
  return segments.map((_segment, index) => segments.slice(0, index + 1).join('/'))
}
