import type { SearchTerms, ViewCounter } from '#modules/analytics/public.ts'
import { RESERVED_SLUGS } from '#lib/market.ts'
import { readPageAddress } from '#lib/page-address.ts'
import type { Outgoing } from './page-cache/page.ts'
import type { Incoming } from './page-cache/read-request.ts'

interface Answer {
  statusCode: number
  once(event: 'finish', heard: () => void): unknown
}

const NO_ITEM = new Set<string>(RESERVED_SLUGS)
/** Clients that identify as programs. Others are counted: nobody is tracked to find out. */
const BOT =
  /bot|crawl|spider|slurp|preview|fetch|scan|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|node|axios|okhttp|libwww|httpclient/i

/** Slug of the item whose page a person seems to request; null for prefetches and programs. */
export function viewedSlug({ method, url = '', headers }: Incoming): string | null {
  if (method !== 'GET') return null
  const { path } = readPageAddress(url.split('?', 1)[0]!)
  const slug = /^\/(?:market\/)?([a-z0-9-]{1,120})$/.exec(path)?.[1]
  if (slug === undefined || NO_ITEM.has(slug)) return null
  if (/prefetch|prerender|preview/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`))
    return null
  const agent = headers['user-agent']
  return agent === undefined || BOT.test(String(agent)) ? null : slug
}

const LONGEST_ADDRESS = 2_000

/**
 * The words of the search that a page was opened from: the browser names the page of ours that had
 * the link. Null for every other page.
 */
export function searchedWords({ headers }: Incoming): string | null {
  const { referer, host } = headers
  if (typeof referer !== 'string' || referer.length > LONGEST_ADDRESS) return null
  if (!URL.canParse(referer)) return null
  const from = new URL(referer)
  if (from.host !== host) return null
  const { path } = readPageAddress(from.pathname)
  if (!/^\/(?:market\/)?(?:list|search)$/.test(path)) return null
  return from.searchParams.get('q')
}

/** What a look at an item's page is told to. */
export interface Lookers<I extends Incoming> {
  counter: ViewCounter
  terms: SearchTerms
  networkOf(incoming: I): string
}

/** Counts successful responses of item pages, cached or not. */
export const countViews =
  <I extends Incoming>(
    { counter, terms, networkOf }: Lookers<I>,
    platformId: number,
    next: (incoming: I, outgoing: Outgoing) => unknown,
  ) =>
  (incoming: I, outgoing: Outgoing & Answer): unknown => {
    const slug = viewedSlug(incoming)
    if (slug !== null)
      outgoing.once('finish', () => {
        if (outgoing.statusCode !== 200 && outgoing.statusCode !== 304) return
        counter.count({ slug, platformId })
        const q = searchedWords(incoming)
        if (q !== null) terms.note({ slug, q, network: networkOf(incoming) })
      })
    return next(incoming, outgoing)
  }
