import { useLocation } from 'react-router'
import { isMarketPath } from '#lib/market.ts'
import type { PaymentHint } from './bank-window.ts'

/**
 * Paths of the screens, on the site or in the panel's frame: framed pages link only to framed
 * pages.
 */
export function pathsFor(framed: boolean) {
  const base = framed ? '/market' : ''
  return {
    home: base || '/',
    list: `${base}/list`,
    search: `${base}/search`,
    /** With comma-separated slugs, readable in the URL. */
    compare: (slugs: readonly string[] = []) =>
      `${base}/compare${slugs.length > 0 ? `?items=${slugs.join(',')}` : ''}`,
    item: (slug: string) => `${base}/${slug}`,
    bundle: (slug: string) => `${base}/bundles/${slug}`,
    reviews: (slug: string) => `${base}/${slug}/reviews`,
    releases: (slug: string) => `${base}/${slug}/releases`,
    developer: (slug: string) => `${base}/developers/${slug}`,
    checkout: (slug: string) => `${base}/checkout/${slug}`,
    bundleCheckout: (slug: string) => `${base}/checkout/bundles/${slug}`,
    /** What a plan costs, before the owner agrees to it. */
    subscribe: (slug: string) => `${base}/subscribe/${slug}`,
    preview: (slug: string) => `${base}/preview/${slug}`,
    install: (slug: string) => `${base}/install/${slug}`,
    update: (slug: string) => `${base}/update/${slug}`,
    uninstall: (slug: string) => `${base}/uninstall/${slug}`,
    /** What is saved for later; `add` is an item that somebody wanted to save before entering. */
    saved: (add?: string) => withQuery(framed ? '/market/saved' : '/account/saved', { add }),
    installed: framed ? '/market/installed' : '/account/installed',
    installation: (slug: string) => `${framed ? '/market' : '/account'}/installed/${slug}`,
    settings: (slug: string) => `${framed ? '/market' : '/account'}/installed/${slug}/settings`,
    live: (slug: string) => `${framed ? '/market' : '/account'}/installed/${slug}/theme`,
    /** Asking an owner to approve an item. */
    ask: (slug: string) => `${framed ? '/market' : '/account'}/ask/${slug}`,
    shops: framed ? '/market/shops' : '/account/shops',
    updates: framed ? '/market/updates' : '/account/updates',
    orders: framed ? '/market/orders' : '/account/orders',
    order: (number: string) => `${framed ? '/market' : '/account'}/orders/${number}`,
    subscriptions: framed ? '/market/subscriptions' : '/account/subscriptions',
    /** Where an owner agrees to go on after a trial. */
    agree: (id: string) => `${base}/checkout/subscriptions/${id}`,
    agreeTrial: (slug: string) => `${base}/checkout/subscribe/${slug}`,
    subscription: (id: string) => `${framed ? '/market' : '/account'}/subscriptions/${id}`,
    account: '/account',
    /** Sign-in with the shop's address, then a redirect to `next`. */
    connect: (next?: string) => withQuery('/connect', { next: next === '/' ? undefined : next }),
    /** Connecting a site without a platform. */
    connectSite: (next?: string) =>
      withQuery('/connect/site', { next: next === '/' ? undefined : next }),
    site: '/account/site',
    /** Connecting a WordPress site. */
    connectWordPress: (next?: string) =>
      withQuery('/connect/wordpress', { next: next === '/' ? undefined : next }),
    wordpress: '/account/wordpress',
    addresses: framed ? '/market/addresses' : '/account/addresses',
    notices: framed ? '/market/status' : '/account/status',
    messages: framed ? '/market/support' : '/account/support',
    thread: (id: string) => `${framed ? '/market' : '/account'}/support/${id}`,
    /** Asking the seller of an item that the store has; about one order of it. */
    help: (slug: string, order?: string) =>
      withQuery(`${framed ? '/market' : '/account'}/support/help/${slug}`, { order }),
    cards: framed ? '/market/cards' : '/account/cards',
    decisions: framed ? '/market/reviews' : '/account/reviews',
    missing: framed ? '/market/missing' : '/account/missing',
    siteNotice: framed ? '/market/site-notice' : '/account/site-notice',
    scripts: framed ? '/market/scripts' : '/account/scripts',
    rights: (slug: string) => `${framed ? '/market' : '/account'}/rights/${slug}`,
    contact: `${base}/contact`,
    /** A path of the site, prefixed in the frame. */
    inside: (path: string) =>
      base && !isMarketPath(path.split(/[?#]/)[0]!) ? base + (path === '/' ? '' : path) : path,
  } as const
}

export type Paths = ReturnType<typeof pathsFor>

/** S2.14: the path tells whether the page is framed. */
export const usePaths = (): Paths => (isMarketPath(useLocation().pathname) ? FRAMED : WHOLE)

const [FRAMED, WHOLE] = [pathsFor(true), pathsFor(false)]

/** A path with a query; empty values are left out. */
export function withQuery(
  path: string,
  query: Record<string, string | number | undefined>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** The current page with other query values; `undefined` removes one. */
export function withChangedQuery(
  location: { pathname: string; search: string },
  changes: Record<string, string | undefined>,
): string {
  return withQuery(location.pathname, {
    ...Object.fromEntries(new URLSearchParams(location.search)),
    ...changes,
  })
}

/** The result page of a payment (S2.6, S2.7, S2.11, S2.12). */
export const resultPath = (framed: boolean, outcome: PaymentHint, orderNumber: string): string =>
  `${framed ? '/market' : ''}/checkout/${outcome}?order=${encodeURIComponent(orderNumber)}`
