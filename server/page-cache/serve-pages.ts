import { isPlatformId } from '#lib/platform-id.ts'
import type { IncomingMessage } from 'node:http'
import type { GuestGate } from '../guest-gate.ts'
import type { PageCache } from './page-cache.ts'
import { type Outgoing, type Page, type Rendering, writePage } from './page.ts'
import { type PageRequest, SHARED_CALLS, readPageRequest } from './read-request.ts'
import type { Locale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { isRefusal } from '#lib/refusal.ts'
import { nameWork } from '#lib/telemetry.ts'
import { type Site, makeSharedCtx, noteChanges } from '../context.ts'

/** Renders a cacheable request and sees nothing else of it. */
export type RenderShared = (
  request: Pick<PageRequest, 'path' | 'address' | 'locale'>,
) => Promise<Rendering>

interface ServePagesOptions {
  origin: string
  cache: PageCache
  render: RenderShared
  /** Of the market, its default first; they may change. */
  languages: readonly Locale[]
  gate?: GuestGate | undefined
}

/** Serves cacheable requests before the site's own listener; passes others to `next`. */
export function servePages<I extends IncomingMessage, O extends Outgoing>(
  { origin, cache, render, languages, gate }: ServePagesOptions,
  next: (incoming: I, outgoing: O) => unknown,
) {
  const { host } = new URL(origin)

  function write(page: Page, request: PageRequest, outgoing: O): void {
    nameWork(page.name)
    writePage(page, request, outgoing)
  }

  async function renderFor(request: PageRequest, incoming: I, outgoing: O): Promise<void> {
    const page = await cache.render(request.key, () => render(request))
    // The client is gone.
    if (outgoing.destroyed) return
    if (page) write(page, request, outgoing)
    else await next(incoming, outgoing)
  }

  /** Resolves when the response is written. */
  return async (incoming: I, outgoing: O): Promise<void> => {
    const request = readPageRequest(incoming, host, languages)
    if (request === null) return void (await next(incoming, outgoing))
    const page = cache.get(request.key) ?? (gate?.isBusy() ? cache.getStale(request.key) : null)
    if (page) write(page, request, outgoing)
    // The normal path refuses what the gate rejects.
    else if (gate !== undefined && (gate.isBusy() || gate.waitFor(incoming) > 0))
      await next(incoming, outgoing)
    else await renderFor(request, incoming, outgoing)
  }
}

/** Caches API calls that are `shared`, by the same rules as pages. */

/** Neither stored nor served: the caller's request takes the normal path. */
const NOT_SHARED: Rendering = {
  name: 'none',
  status: 500,
  headers: new Headers(),
  html: '',
  tags: [],
  complete: false,
}

/** Renders a shared API call. */
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
      !isPlatformId(platform)
    )
      return NOT_SHARED
    const platformId = Number(platform)
    const tags = new Set([`market:${market}`, `platform:${platformId}`])
    const noted = noteChanges(tags)
    const ctx = makeSharedCtx(services, { ...site, market, platformId }, locale, noted)
    try {
      const answer = await call.implementation.run(ctx, {
        params: {},
        query,
        headers: {},
        body: {},
      })
      return {
        name: call.implementation.operation.id,
        status: 200,
        headers: new Headers({ 'content-type': 'application/json', 'content-language': locale }),
        html: JSON.stringify(answer),
        tags,
        complete: true,
        until: noted.until(),
      }
    } catch (error) {
      if (isRefusal(error)) return NOT_SHARED
      throw error
    }
  }
}
