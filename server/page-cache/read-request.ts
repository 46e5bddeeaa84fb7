import { type Locale, chooseLocale, readLocale } from '#lib/locale.ts'
import { hasTokens, readPageAddress } from '#lib/page-address.ts'
import { visitorCookies } from '../cookies.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import type { Ctx } from '#kernel/context.ts'
import { MARKETS, type Market, RESERVED_SLUGS } from '#lib/market.ts'
import { MARKET_OPERATIONS } from '../operations.ts'
import { ARTICLE_PATHS } from '#modules/market/public.ts'
import { HOME_PREVIEW } from '#modules/catalog/public.ts'

/** The part of node:http's request that is used. */
export interface Incoming {
  method?: string | undefined
  url?: string | undefined
  headers: Record<string, string | string[] | undefined>
}

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A request for a page that is equal for everybody in this language. */
export interface PageRequest {
  key: string
  path: string
  /** Path and known query: all that the render gets besides the language. */
  address: string
  locale: Locale
  encoding: Encoding
  /** This visitor's cookies (chosen language, campaign), sent with the response but never stored. */
  cookies: readonly string[]
  headersOnly: boolean
  ifNoneMatch: string | undefined
}

/** Headers of identified callers, whose requests bypass the cache. */
const PERSONAL_HEADERS = [
  'authorization',
  'apps-token',
  'store-token',
  'content-length',
  'transfer-encoding',
] as const
const PERSONAL_NAMES = ['apps-token', 'store-token'] as const
const NO_COOKIES: readonly string[] = []

/** Reads a cacheable request for `host`; null when it must bypass the cache. */
export function readPageRequest(
  { method, url = '', headers }: Incoming,
  host: string,
  languages: readonly Locale[],
): PageRequest | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  // Only the configured address is cached: forged hosts neither fill nor read it.
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
    readLocale(/(?:^|;)\s*hl=([^;\s]*)/.exec(cookie ?? '')?.[1], languages) ??
    browserLocale(`${languages.join()}|${textOf(headers['accept-language']) ?? ''}`)
  const encoding = encodingFor(textOf(headers['accept-encoding']) ?? '')
  const headersOnly = method === 'HEAD'
  const ifNoneMatch = textOf(headers['if-none-match'])
  if (isCall) {
    if (mark >= 0 && hasTokens(url.slice(mark))) return null
    const call = readCall(path, mark < 0 ? '' : url.slice(mark + 1), chosen, languages)
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
  // Tokens and their problems belong to one visitor.
  if (hasTokens(url.slice(mark)) || asked.has('launch')) return null
  if (path === '/') for (const name of UNSHARED_KEYS) if (asked.has(name)) return null
  const hl = readLocale(asked.get('hl'), languages)
  const known = knownQuery(asked, keys)
  if (known === undefined) return null
  // A language in the address makes a page of its own: its canonical link contains it.
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

/** Memoizes per text: browsers send the same few header values. */
function memoizeByText<T>(work: (text: string) => T): (text: string) => T {
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

const browserLocale = memoizeByText((text) => {
  const [offered = '', acceptLanguage = ''] = text.split('|', 2)
  return chooseLocale({ acceptLanguage }, offered.split(',') as Locale[])
})

/** The smallest encoding that the browser accepts. */
export const encodingFor = memoizeByText((header): Encoding => {
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
  /** For a path of one market. */
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

/** Normalizes a cacheable API call; null when it must bypass the cache, where it may be refused. */
export function readCall(
  path: string,
  query: string,
  otherwise: Locale,
  languages: readonly Locale[],
): { address: string; locale: Locale } | null {
  const call = SHARED_CALLS.get(path)
  if (!call) return null
  const asked = new URLSearchParams(query)
  // Repeated keys and unnormalized values are refused by the operation.
  if (
    new Set(asked.keys()).size !== asked.size ||
    [...asked.values()].some((value) => value === '' || value !== value.trim())
  )
    return null
  const hl = asked.get('hl')
  const locale = hl === null ? otherwise : readLocale(hl, languages)
  const known = knownQuery(asked, call.keys)
  if (locale === null || known === undefined) return null
  return { address: known ? `${path}?${known}` : path, locale }
}

const LIST_KEYS = [
  'q',
  'category',
  'goal',
  'price',
  'rating',
  'platform',
  'permission',
  'language',
  'released',
  'sort',
  'page',
  'only_typed',
  'why',
] as const

/**
 * Pages that are equal for all visitors, and the query keys they know; other keys (`utm_*`, `gclid`
 * …) share the entry. All others are rendered per request: checkout, account, install, enter, and
 * `/market*`, which depends on the session and whose policy depends on the panel.
 */
export const SHARED_PAGES: Readonly<
  Record<'/' | '/list' | '/search' | '/:slug', readonly string[]>
> = {
  '/': ['sign-in', 'signed'],
  '/list': LIST_KEYS,
  '/search': LIST_KEYS,
  '/:slug': [],
}

/** Keys with unlimited values: such pages are rendered per request and not cached. */
const UNSHARED_KEYS = ['next', HOME_PREVIEW] as const
/** Keys with few values; other values are ignored. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['again', 'required'],
  signed: ['out'],
}

/** Longest cached query, as written in an address: nobody else will request a longer one. */
const MAX_QUERY = 600

const NO_ITEM = new Set(RESERVED_SLUGS)
const NO_QUERY_KEYS: readonly string[] = []
const ARTICLES = new Set(ARTICLE_PATHS)
/** Suffix of React Router's requests for a page's data (S7.37). */
export const PAYLOAD = '.data'

/** The query keys of a page besides `hl`; undefined when it is not cacheable. */
export function keysOfPage(asked: string): readonly string[] | undefined {
  const { path, isData, isCanonical, isMarket } = readPageAddress(asked)
  // Non-canonical addresses redirect to the cached one.
  if (!isCanonical || isMarket) return undefined
  if (ARTICLES.has(path)) return NO_QUERY_KEYS
  if (isData) return undefined
  if (path === '/' || path === '/list' || path === '/search') return SHARED_PAGES[path]
  return /^\/[a-z0-9-]{1,120}$/.test(path) && !NO_ITEM.has(path.slice(1))
    ? SHARED_PAGES['/:slug']
    : undefined
}

/**
 * The known part of a query: sorted keys, first values, nothing empty. Undefined when too long. The
 * caller handles `hl`.
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
