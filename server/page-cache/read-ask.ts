import { chooseLocale, readLocale, type Locale } from '#lib/locale.ts'
import { hasTokens } from '#lib/page-address.ts'
import { visitorCookies } from '../cookies.ts'
import { readCall } from './read-call.ts'
import { keysOfPage, knownQuery, UNSHARED_KEYS } from './shared-pages.ts'

/** What of a request is needed here; node:http's has it. */
export interface Incoming {
  method?: string | undefined
  url?: string | undefined
  headers: Record<string, string | string[] | undefined>
}

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A request for a page that is the same for everybody who asks for it in this language. */
export interface Ask {
  key: string
  path: string
  /** Path and known query: all that the rendering is told, besides the language. */
  address: string
  locale: Locale
  encoding: Encoding
  /**
   * Of this visitor alone (a chosen language, a campaign): they go with the answer, never into the
   * entry.
   */
  cookies: readonly string[]
  headersOnly: boolean
  ifNoneMatch: string | undefined
}

/** A sign of somebody: such a request neither reads nor fills the cache. */
const PERSONAL_HEADERS = [
  'authorization',
  'apps-token',
  'store-token',
  'content-length',
  'transfer-encoding',
] as const
const PERSONAL_NAMES = ['apps-token', 'store-token'] as const
const NO_COOKIES: readonly string[] = []
const NO_KEYS: readonly string[] = []

/** Reads a request that came in for `host`; null when it has to go the ordinary way. */
export function readAsk({ method, url = '', headers }: Incoming, host: string): Ask | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  // Only the configured address has entries: who writes another host into a request fills nothing
  // and reads nothing.
  if (headers.host !== host) return null
  for (const name of PERSONAL_HEADERS) if (headers[name] !== undefined) return null
  const cookie = textOf(headers.cookie)
  if (cookie !== undefined)
    for (const name of PERSONAL_NAMES) if (cookie.includes(name)) return null

  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const isCall = path.startsWith('/api/')
  const keys = isCall ? NO_KEYS : keysOfPage(path)
  if (keys === undefined) return null
  const chosen =
    readLocale(/(?:^|;)\s*hl=([^;\s]*)/.exec(cookie ?? '')?.[1]) ??
    browserLocale(textOf(headers['accept-language']) ?? '')
  const encoding = encodingFor(textOf(headers['accept-encoding']) ?? '')
  const headersOnly = method === 'HEAD'
  const ifNoneMatch = textOf(headers['if-none-match'])
  if (isCall) {
    if (mark >= 0 && hasTokens(url.slice(mark))) return null
    const call = readCall(path, mark < 0 ? '' : url.slice(mark + 1), chosen)
    return (
      call && {
        key: `${host}${call.address} ${call.locale}`,
        path,
        ...call,
        encoding,
        cookies: NO_COOKIES,
        headersOnly,
        ifNoneMatch,
      }
    )
  }
  if (mark < 0)
    return {
      key: `${host}${path} ${chosen}`,
      path,
      address: path,
      locale: chosen,
      encoding,
      cookies: NO_COOKIES,
      headersOnly,
      ifNoneMatch,
    }
  if (url.includes('#')) return null
  const asked = new URLSearchParams(url.slice(mark + 1))
  // Of this visitor alone: a token, or what became of one.
  if (hasTokens(url.slice(mark)) || asked.has('launch')) return null
  if (path === '/') for (const name of UNSHARED_KEYS) if (asked.has(name)) return null
  const hl = readLocale(asked.get('hl'))
  const known = knownQuery(asked, keys)
  if (known === undefined) return null
  // The language in the address is a page of its own: it names itself in its canonical link.
  const query = [known, hl && `hl=${hl}`].filter(Boolean).join('&')
  const address = query ? `${path}?${query}` : path
  const locale = hl ?? chosen
  return {
    key: `${host}${address} ${locale}`,
    path,
    address,
    locale,
    encoding,
    headersOnly,
    ifNoneMatch,
    cookies: visitorCookies({
      hl,
      utm_source: asked.get('utm_source'),
      utm_medium: asked.get('utm_medium'),
    }),
  }
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

/** Browsers send the same few lines again and again: `work` is done once for each of those. */
function oncePerText<T>(work: (text: string) => T): (text: string) => T {
  const done = new Map<string, T>()
  return (text) => {
    const known = done.get(text)
    if (known !== undefined) return known
    const answer = work(text)
    if (text.length <= 200) {
      if (done.size >= 500) done.clear()
      done.set(text, answer)
    }
    return answer
  }
}

const browserLocale = oncePerText((acceptLanguage) => chooseLocale({ acceptLanguage }))

/** The smallest form that the browser takes. */
const encodingFor = oncePerText((header): Encoding => {
  const taken = new Map<string, boolean>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    const quality = parameters
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.startsWith('q='))
    taken.set(name.trim(), quality === undefined || Number(quality.slice(2)) > 0)
  }
  return (
    ENCODINGS.find(
      (encoding) => taken.get(encoding) ?? (encoding !== 'identity' && taken.get('*')),
    ) ?? 'identity'
  )
})
