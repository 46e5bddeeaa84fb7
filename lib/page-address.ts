import { isMarketPath, RESERVED_SLUGS } from './market.ts'

/**
 * Which page a URL means. Guards, frame policy, messages, page cache, counters and canonical URL
 * all use this, so that no spelling of a path can be different pages to different code.
 */
export interface PageAddress {
  /** The canonical path of the page, which may not exist. */
  path: string
  /** The router requests the page's data (single fetch), not a document. */
  isData: boolean
  /** The requested path was the canonical one. */
  isCanonical: boolean
  /** S2.14: a market route, shown in a panel's frame. */
  isMarket: boolean
}

/**
 * The fixed words of our paths (a test compares them with the routes): only these are lower-cased;
 * tokens keep their case.
 */
const WORDS: ReadonlySet<string> = new Set([...RESERVED_SLUGS, '_ui'])
/** The form of our own links, which most requests have. */
const PLAIN = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/
const DATA = '.data'

/**
 * Normalizes the path of a URL: duplicate and trailing slashes, the case of our own words, needless
 * percent-encoding and the router's data URLs. Escapes with a meaning (`%2F`) stay, so that they
 * cannot form a slug.
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

/** The URL from which the router requests a page's data. */
export const dataPathOf = (path: string): string => (path === '/' ? `/_${DATA}` : path + DATA)

/**
 * The data of `/list` is at `/list.data`, of `/list/` at `/list/_.data`, of `/` at `/_.data` and,
 * in older routers, at `/_root.data`.
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
 * RFC 3986, 6.2.2.2: an escaped letter, digit, `-`, `.`, `_` or `~` equals the character. Other
 * escapes stay: none occurs in our paths.
 */
function plainEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escape
}

/** Secret query parameters (S2.32): read once, never repeated in a response. */
export const TOKEN_PARAMETERS = ['apps-token', 'store-token'] as const

const isTokenName = (name: string): boolean =>
  (TOKEN_PARAMETERS as readonly string[]).includes(name.trim().toLowerCase())

export const hasTokens = (search: string): boolean =>
  /token|%/i.test(search) && [...new URLSearchParams(search).keys()].some(isTokenName)

/** The query without the tokens, otherwise unchanged; begins with `?` or is empty. */
export function withoutTokens(search: string): string {
  if (!hasTokens(search)) return search === '?' ? '' : search
  const query = new URLSearchParams(search)
  for (const name of new Set(query.keys())) if (isTokenName(name)) query.delete(name)
  return query.size > 0 ? `?${query}` : ''
}
