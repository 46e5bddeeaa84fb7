import { type Locale, chooseLocale, readLocale } from '#lib/locale.ts'
import { hasTokens, readPageAddress } from '#lib/page-address.ts'
import { visitorCookies } from '../cookies.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import type { Ctx } from '#kernel/context.ts'
import { MARKETS, type Market, RESERVED_SLUGS } from '#lib/market.ts'
import { MARKET_OPERATIONS } from '../operations.ts'
import { ARTICLE_PATHS } from '#apps/storefront/articles/find-article.ts'

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
  const keys = isCall ? NO_QUERY_KEYS : keysOfPage(path)
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

interface SharedCall {
  implementation: DefinedOperation<Ctx>
  /** Of a path that belongs to one market. */
  market: Market | null
  keys: readonly string[]
}

export const SHARED_CALLS = new Map(
  MARKET_OPERATIONS.flatMap((implementation): [string, SharedCall][] => {
    const { operation } = implementation
    if (!operation.shared) return []
    const keys = ['market', 'platform_id', ...Object.keys(operation.query?.shape ?? {})]
    return typeof operation.path === 'string'
      ? [[`/api${operation.path}`, { implementation, market: null, keys }]]
      : MARKETS.map((market) => [
          `/api${(operation.path as Record<Market, string>)[market]}`,
          { implementation, market, keys },
        ])
  }),
)

/**
 * What a call asks for, in one form for all who ask the same; null when it has to go the ordinary
 * way, which also refuses.
 */
export function readCall(
  path: string,
  query: string,
  otherwise: Locale,
): { address: string; locale: Locale } | null {
  const call = SHARED_CALLS.get(path)
  if (!call) return null
  const asked = new URLSearchParams(query)
  // A key given twice is refused, not chosen from, and a value is not put right.
  if (
    new Set(asked.keys()).size !== asked.size ||
    [...asked.values()].some((value) => value === '' || value !== value.trim())
  )
    return null
  const hl = asked.get('hl')
  const locale = hl === null ? otherwise : readLocale(hl)
  const known = knownQuery(asked, call.keys)
  if (locale === null || known === undefined) return null
  return { address: known ? `${path}?${known}` : path, locale }
}

const LIST_KEYS = [
  'q',
  'category',
  'price',
  'rating',
  'platform',
  'permission',
  'language',
  'released',
  'sort',
  'page',
  'why',
] as const

/**
 * Which pages are the same for everybody who is not signed in, and which keys of the query they
 * know; any other key (`utm_*`, `gclid` …) shares their entry. What is not here is rendered for
 * each request: checkout, account, install, enter, and `/market*`, where who is not signed in gets
 * a locked door and whose policy depends on the panel.
 */
export const SHARED_PAGES: Readonly<
  Record<'/' | '/list' | '/search' | '/:slug', readonly string[]>
> = {
  '/': ['sign-in', 'signed'],
  '/list': LIST_KEYS,
  '/search': LIST_KEYS,
  '/:slug': [],
}

/**
 * Keys that make a page one of its own for each value: such an address is rendered for each
 * request, and fills nothing.
 */
const UNSHARED_KEYS = ['next'] as const
/** Keys with few values; any other value is as good as none. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['again', 'required'],
  signed: ['out'],
}

/**
 * Longest query that is kept, as it is written in an address. A longer one asks for a page that
 * nobody else will ask for.
 */
const MAX_QUERY = 600

const NO_ITEM = new Set(RESERVED_SLUGS)
const NO_QUERY_KEYS: readonly string[] = []
const ARTICLES = new Set(ARTICLE_PATHS)
/**
 * What React Router calls the data of a page, fetched when a page is entered without a load
 * (S7.37).
 */
export const PAYLOAD = '.data'

/** The keys that the page at `asked` knows besides `hl`; undefined when it is not shared. */
export function keysOfPage(asked: string): readonly string[] | undefined {
  const { path, isData, isCanonical, isMarket } = readPageAddress(asked)
  // Another form of an address is sent on to the one that has the entry.
  if (!isCanonical || isMarket) return undefined
  if (ARTICLES.has(path)) return NO_QUERY_KEYS
  if (isData) return undefined
  if (path === '/' || path === '/list' || path === '/search') return SHARED_PAGES[path]
  return /^\/[a-z0-9-]{1,120}$/.test(path) && !NO_ITEM.has(path.slice(1))
    ? SHARED_PAGES['/:slug']
    : undefined
}

/**
 * The part of a query that makes the page what it is: keys known and sorted, the first of two
 * values, nothing empty. Undefined when it is too long to be kept. `hl` is dealt with by the
 * caller, who knows the languages.
 */
function knownQuery(asked: URLSearchParams, keys: readonly string[]): string | undefined {
  const known = new URLSearchParams()
  for (const key of [...keys].sort()) {
    const value = asked.get(key)?.trim()
    if (value && VALUES[key]?.includes(value) !== false) known.set(key, value)
  }
  const text = known.toString()
  return text.length > MAX_QUERY ? undefined : text
}
