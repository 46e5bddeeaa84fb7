/**
 * A safe target of a redirect or a link from data (S4.2, S4.3): a path of this site, or the URL of
 * another, which needs a separate permission.
 */
export interface Target {
  outside: boolean
  href: string
}

const MAX_LENGTH = 2_000
/** Placeholder origin: a path that resolves to another one is not a path of ours. */
const HERE = 'http://here.invalid'
/** Number of times that proxies on the way may decode a path again. */
const DECODINGS = 3

/**
 * Parses a target; null when it is neither. Refuses `//evil`, `/\evil`, `https:evil`, `/%2f%2fevil`
 * and `/..//evil`.
 */
export function readTarget(target: string): Target | null {
  // Browsers drop tabs and line breaks from URLs, and treat a backslash as a slash.
  if (target.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(target)) return null
  if (target.startsWith('/')) return isPathHere(target) ? { outside: false, href: target } : null
  if (!/^https?:\/\/[^/?#]/i.test(target)) return null
  const url = URL.parse(target)
  return url && url.username === '' && url.password === ''
    ? { outside: true, href: url.href }
    : null
}

/** A path of this site, unchanged, or null. */
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
