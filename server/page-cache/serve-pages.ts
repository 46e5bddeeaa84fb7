import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { GuestGate } from '../guest-gate.ts'
import type { PageCache } from './page-cache.ts'
import { type Outgoing, type Page, type Rendering, makePage, writePage } from './page.ts'
import { type Ask, PAYLOAD, SHARED_CALLS, readAsk } from './read-request.ts'
import { LOCALES } from '#lib/locale.ts'
import type { Changes } from './changes.ts'
import type { Services } from '#kernel/context.ts'
import { MARKETS, type Market } from '#lib/market.ts'
import { isRefusal } from '#lib/refusal.ts'
import { type Site, makeSharedCtx } from '../context.ts'

/** Renders what an ask says, and knows nothing else of the request. */
export type RenderShared = (ask: Pick<Ask, 'path' | 'address' | 'locale'>) => Promise<Rendering>

interface ServePagesOptions {
  origin: string
  cache: PageCache
  render: RenderShared
  log: Logger
  /** Pages of text, made when the server started; nothing makes them old. */
  prerendered?: ReadonlyMap<string, Page>
  gate?: GuestGate | undefined
}

/**
 * Stands before the site's own listener and answers what everybody may have; the rest goes on to
 * `next`, untouched.
 */
export function servePages<I extends IncomingMessage, O extends Outgoing>(
  { origin, cache, render, log, prerendered, gate }: ServePagesOptions,
  next: (incoming: I, outgoing: O) => unknown,
) {
  const { host } = new URL(origin)
  const logs = log.isLevelEnabled('debug')

  function write(page: Page, ask: Ask, incoming: I, outgoing: O, kept: boolean): void {
    const status = writePage(page, ask, outgoing)
    if (logs) log.debug({ method: incoming.method, path: ask.path, status, kept }, 'request')
  }

  async function renderFor(ask: Ask, incoming: I, outgoing: O): Promise<void> {
    const page = await cache.render(ask.key, () => render(ask))
    // Gone while it waited.
    if (outgoing.destroyed) return
    if (page) write(page, ask, incoming, outgoing, false)
    else await next(incoming, outgoing)
  }

  /** Resolves when the answer is made, for whoever must not end before it. */
  return async (incoming: I, outgoing: O): Promise<void> => {
    const ask = readAsk(incoming, host)
    if (ask === null) return void (await next(incoming, outgoing))
    const page =
      prerendered?.get(ask.key) ??
      cache.take(ask.key) ??
      (gate?.isBusy() ? cache.takeStale(ask.key) : null)
    if (page) write(page, ask, incoming, outgoing, true)
    // The ordinary way refuses whom the gate does not let in.
    else if (gate !== undefined && (gate.isBusy() || gate.waitFor(incoming) > 0))
      await next(incoming, outgoing)
    else await renderFor(ask, incoming, outgoing)
  }
}

/**
 * S7.37: renders pages of text once in every language, as documents (with and without the language
 * in the address) and as the payloads that a browser fetches when it enters them without a load.
 * They name the operator, so they cannot be made by the build (docs/decisions/0014). What an
 * operator writes in the console makes them old: they go at once, are rendered when they are asked
 * for, and come back one by one. Pages come into the map one by one.
 */
export function prerender({
  origin,
  paths,
  render,
  log,
  changes,
}: {
  origin: string
  paths: readonly string[]
  render: RenderShared
  log: Logger
  changes?: Changes
}): { pages: ReadonlyMap<string, Page>; done: Promise<void> } {
  const pages = new Map<string, Page>()
  const { host } = new URL(origin)
  let round = 0
  async function work(): Promise<void> {
    const mine = round
    for (const path of paths) {
      for (const locale of LOCALES) {
        for (const address of [path, `${path}?hl=${locale}`, `${path}${PAYLOAD}`]) {
          if (mine !== round) return
          const page = await makePage(
            await render({ path: address.split('?')[0] ?? path, address, locale }),
          )
          // What is not whole now is rendered when it is asked for.
          if (page?.lasting && mine === round) pages.set(`${host}${address} ${locale}`, page)
        }
      }
    }
  }
  const start = () =>
    work().catch((error: unknown) =>
      log.error({ error }, 'pages of text could not be rendered in advance'),
    )
  changes?.onChange((tags) => {
    if (!tags.includes('texts') && !tags.includes('all')) return
    round += 1
    pages.clear()
    void start()
  })
  return { pages, done: start() }
}

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
