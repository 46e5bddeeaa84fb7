import { isMarketPath, RESERVED_SLUGS } from './market.ts'

/**
 * Which page a URL means. The one place that decides it: guards, the frame policy, words, the page
 * cache, counters and the canonical address all read this, so that no spelling of a path can be one
 * page to one of them and another page to the next.
 */
export interface PageAddress {
  /** The path of the page in its one form. It may still name nothing. */
  path: string
  /** The router asks for the data of the page (single fetch), not for a document. */
  isData: boolean
  /** The path was given in its one form. */
  isCanonical: boolean
  /** S2.14: a market route, which stands in a panel's frame. */
  isMarket: boolean
}

/**
 * The fixed words of our paths (a test compares them with the routes): only these are known in
 * lower case; tokens keep their case.
 */
const WORDS: ReadonlySet<string> = new Set([...RESERVED_SLUGS, '_ui'])
/** What links of ours look like; most requests end here. */
const PLAIN = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/
const DATA = '.data'

/**
 * Reads the path of a URL: double and trailing slashes, the case of our own words, needless
 * percent-encoding and the forms in which the router asks for data. Escapes that mean something
 * (`%2F`) are kept, so a slug is never made of what was none.
 */
export function readPageAddress(pathname: string): PageAddress {
  if (PLAIN.test(pathname))
    return { path: pathname, isData: false, isCanonical: true, isMarket: isMarketPath(pathname) }
  const segments = segmentsOf(pathname.replace(/%[0-9a-f]{2}/gi, plainEscape))
  const isData = segments.at(-1)?.endsWith(DATA) ?? false
  const path = `/${(isData ? withoutData(segments) : segments).map(inOwnCase).join('/')}`
  return {
    path,
    isData,
    isCanonical: pathname === (isData ? dataPathOf(path) : path),
    isMarket: isMarketPath(path),
  }
}

/** Where the router asks for the data of a page. */
export const dataPathOf = (path: string): string => (path === '/' ? `/_${DATA}` : path + DATA)

/**
 * `/list` is asked for as `/list.data`, `/list/` as `/list/_.data`, `/` as `/_.data` and, by older
 * routers, as `/_root.data`.
 */
function withoutData(segments: string[]): string[] {
  const last = segments.at(-1)!.slice(0, -DATA.length)
  const before = segments.slice(0, -1)
  return last === '' || last === '_' || (last === '_root' && before.length === 0)
    ? before
    : [...before, last]
}

function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

const inOwnCase = (segment: string): string =>
  WORDS.has(segment.toLowerCase()) ? segment.toLowerCase() : segment

/**
 * RFC 3986, 6.2.2.2: an escaped letter, digit, `-`, `.`, `_` or `~` is that character. Other
 * escapes stay as they were typed: none of them is in a path of ours.
 */
function plainEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escape
}

/**
 * Query parameters that are secrets (S2.32): they are read once and stand in nothing that we
 * answer.
 */
export const TOKEN_PARAMETERS = ['apps-token', 'store-token'] as const

const isTokenName = (name: string): boolean =>
  (TOKEN_PARAMETERS as readonly string[]).includes(name.trim().toLowerCase())

export const hasTokens = (search: string): boolean =>
  /token|%/i.test(search) && [...new URLSearchParams(search).keys()].some(isTokenName)

/** A query without the tokens, as it was otherwise; begins with `?` or is empty. */
export function withoutTokens(search: string): string {
  if (!hasTokens(search)) return search === '?' ? '' : search
  const query = new URLSearchParams(search)
  for (const name of new Set(query.keys())) if (isTokenName(name)) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}
