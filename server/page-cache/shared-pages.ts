import { ARTICLE_PATHS } from '#apps/storefront/articles/find-article.ts'
import { RESERVED_SLUGS } from '#lib/market.ts'
import { readPageAddress } from '#lib/page-address.ts'

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
export const UNSHARED_KEYS = ['next'] as const
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
const NO_KEYS: readonly string[] = []
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
  if (ARTICLES.has(path)) return NO_KEYS
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
export function knownQuery(asked: URLSearchParams, keys: readonly string[]): string | undefined {
  const known = new URLSearchParams()
  for (const key of [...keys].sort()) {
    const value = asked.get(key)?.trim()
    if (value && VALUES[key]?.includes(value) !== false) known.set(key, value)
  }
  const text = known.toString()
  return text.length > MAX_QUERY ? undefined : text
}
