import type { Services } from '#kernel/context.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { isRefusal } from '#lib/refusal.ts'
import { makeSharedCtx, type Site } from '../context.ts'
import type { Rendering } from './page.ts'
import { SHARED_CALLS } from './read-call.ts'
import type { RenderShared } from './serve-pages.ts'

/**
 * Calls whose answer every visitor may have (`shared` in their contracts), kept beside the pages
 * and under the same rules.
 */

/** Not kept and not shown: the caller's own request is answered the ordinary way. */
const NOT_SHARED: Rendering = {
  status: 500,
  headers: new Headers(),
  html: '',
  tags: [],
  sound: false,
}

/** Answers a call for everybody. */
export function answerShared(services: Services, site: Site): RenderShared {
  return async ({ path, address, locale }) => {
    const call = SHARED_CALLS.get(path)
    if (!call) return NOT_SHARED
    const {
      market = call.market ?? site.market,
      platform_id: platform = String(site.platformId),
      ...query
    } = Object.fromEntries(new URLSearchParams(address.slice(path.length + 1))) as {
      market?: Market
      platform_id?: string
    }
    if (
      !MARKETS.includes(market) ||
      (call.market !== null && call.market !== market) ||
      !/^[1-7]$/.test(platform)
    )
      return NOT_SHARED
    const platformId = Number(platform)
    const tags = new Set([`market:${market}`, `platform:${platformId}`])
    const ctx = makeSharedCtx(services, { ...site, market, platformId }, locale, (tag) =>
      tags.add(tag),
    )
    try {
      const answer = await call.implementation.run(ctx, {
        params: {},
        query,
        headers: {},
        body: {},
      })
      return {
        status: 200,
        headers: new Headers({ 'content-type': 'application/json', 'content-language': locale }),
        html: JSON.stringify(answer),
        tags,
        sound: true,
      }
    } catch (error) {
      if (isRefusal(error)) return NOT_SHARED
      throw error
    }
  }
}
