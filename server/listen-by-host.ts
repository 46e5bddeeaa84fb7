import type { IncomingMessage, ServerResponse } from 'node:http'
import { languagesAt, type Services, type StorefrontSite } from '#kernel/context.ts'
import type { Market } from '#lib/market.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/**
 * The listener of a market's port: the storefront of the host that was asked for, or the first one,
 * which redirects to its own address. Storefronts of platforms that are added later are made at
 * their first request.
 */
export async function listenByHost(
  { sites, languages }: Pick<Services, 'sites' | 'languages'>,
  market: Market,
  make: (site: StorefrontSite) => Promise<Listener>,
): Promise<Listener> {
  const made = new Map<string, Promise<Listener>>()
  const ofMarket = () => sites.filter((one) => one.market === market)
  // All languages of the market are those of the moment; a platform's own ones are read once.
  const keyOf = ({ platformId, origin, brand, languages: own }: StorefrontSite) =>
    `${platformId} ${origin} ${brand?.href ?? ''} ${own ? languagesAt({ languages }, own).join() : ''}`

  function listenerOf(site: StorefrontSite): Promise<Listener> {
    const key = keyOf(site)
    const known = made.get(key)
    if (known) return known
    const keys = new Set(ofMarket().map(keyOf))
    for (const former of made.keys()) if (!keys.has(former)) made.delete(former)
    const listener = make(site)
    made.set(key, listener)
    // The next request tries again.
    listener.catch(() => made.delete(key))
    return listener
  }

  await Promise.all(ofMarket().map(listenerOf))
  return async (incoming, outgoing) => {
    const host = incoming.headers.host?.toLowerCase()
    const here = ofMarket()
    const site = here.find(({ origin }) => new URL(origin).host === host) ?? here[0]
    if (site) return (await listenerOf(site))(incoming, outgoing)
    outgoing.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
    outgoing.end('This market has no platform yet. Its operator adds one in the console.\n')
  }
}
