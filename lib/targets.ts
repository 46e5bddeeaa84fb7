/**
 * Where a redirect or a link that comes from data may lead (S4.2, S4.3): a path of this site, or a
 * whole address of another, which needs a permission of its own.
 */
export interface Target {
  outside: boolean
  href: string
}

const MAX_LENGTH = 2_000
/**
 * Stands for our own address: what leaves it while it is being resolved was never a path of ours.
 */
const HERE = 'http://here.invalid'
/** Some reader on the way may decode a path once more, and another one again. */
const DECODINGS = 3

/**
 * Reads a target; null when it is neither. `//evil`, `/\evil`, `https:evil`, `/%2f%2fevil` and
 * `/..//evil` are neither.
 */
export function readTarget(target: string): Target | null {
  // Browsers drop tabs and line ends from addresses, and read a backslash as a slash.
  if (target.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(target)) return null
  if (target.startsWith('/')) return isPathHere(target) ? { outside: false, href: target } : null
  if (!/^https?:\/\/[^/?#]/i.test(target)) return null
  const url = URL.parse(target)
  return url && url.username === '' && url.password === ''
    ? { outside: true, href: url.href }
    : null
}

/** A path of this site as it was given, or null. */
export function readInsidePath(target: string): string | null {
  const read = readTarget(target)
  return read && !read.outside ? read.href : null
}

function isPathHere(target: string): boolean {
  let path = target.split(/[?#]/)[0]!
  for (let round = 0; round <= DECODINGS; round++) {
    const url = URL.parse(path, HERE)
    if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return false
    path = decodedOnce(path)
  }
  return true
}

const decodedOnce = (path: string): string =>
  path.replace(/%(2f|5c|09|0a|0d|25|2e)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
