import type { Ctx, Services } from '#contexts/ctx.ts'
import { readLocale, type Locale } from '#lib/locale.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import type { Implementation } from '#lib/operation.ts'
import { isRefusal } from '#lib/refusal.ts'
import { makeSharedCtx, type Site } from '../context.ts'
import { OPERATIONS } from '../operations.ts'
import type { Rendering } from './page.ts'
import type { RenderShared } from './serve-pages.ts'
import { knownQuery } from './shared-pages.ts'

/** Calls whose answer every visitor may have (`shared` in their contracts), kept beside the pages and under the same rules. */

interface SharedCall {
  implementation: Implementation<Ctx>
  /** Of a path that belongs to one market. */
  market: Market | null
  keys: readonly string[]
}

const CALLS = new Map(OPERATIONS.flatMap((implementation): [string, SharedCall][] => {
  const { operation } = implementation
  if (!operation.shared) return []
  const keys = ['market', 'platform_id', ...Object.keys(operation.query?.shape ?? {})]
  return typeof operation.path === 'string'
    ? [[`/api${operation.path}`, { implementation, market: null, keys }]]
    : MARKETS.map(market => [`/api${(operation.path as Record<Market, string>)[market]}`, { implementation, market, keys }])
}))

/** What a call asks for, in one form for all who ask the same; null when it has to go the ordinary way, which also refuses. */
export function readCall(path: string, query: string, otherwise: Locale): { address: string; locale: Locale } | null {
  const call = CALLS.get(path)
  if (!call) return null
  const asked = new URLSearchParams(query)
  // A key given twice is refused, not chosen from, and a value is not put right.
  if (new Set(asked.keys()).size !== asked.size || [...asked.values()].some(value => value === '' || value !== value.trim())) return null
  const hl = asked.get('hl')
  const locale = hl === null ? otherwise : readLocale(hl)
  const known = knownQuery(asked, call.keys)
  if (locale === null || known === undefined) return null
  return { address: known ? `${path}?${known}` : path, locale }
}

/** Not kept and not shown: the caller's own request is answered the ordinary way. */
const NOT_SHARED: Rendering = { status: 500, headers: new Headers(), html: '', tags: [], sound: false }

/** Answers a call for everybody. */
export function answerShared(services: Services, site: Site): RenderShared {
  return async ({ path, address, locale }) => {
    const call = CALLS.get(path)
    if (!call) return NOT_SHARED
    const { market = call.market ?? site.market, platform_id: platform = String(site.platformId), ...query } =
      Object.fromEntries(new URLSearchParams(address.slice(path.length + 1))) as { market?: Market; platform_id?: string }
    if (!MARKETS.includes(market) || (call.market !== null && call.market !== market) || !/^[1-7]$/.test(platform)) return NOT_SHARED
    const platformId = Number(platform)
    const tags = new Set([`market:${market}`, `platform:${platformId}`])
    const ctx = makeSharedCtx(services, { ...site, market, platformId }, locale, tag => tags.add(tag))
    try {
      const answer = await call.implementation.run(ctx, { params: {}, query, headers: {}, body: {} })
      return { status: 200, headers: new Headers({ 'content-type': 'application/json', 'content-language': locale }), html: JSON.stringify(answer), tags, sound: true }
    } catch (error) {
      if (isRefusal(error)) return NOT_SHARED
      throw error
    }
  }
}
