/**
 * S1.1: a market is an app store or a theme store. Everything in which the two differ stands in
 * this table (D3).
 */
export const MARKETS = ['app', 'theme'] as const
export type Market = (typeof MARKETS)[number]

/** MARKET as it is set. Throws an error in one line for the person who set it. */
export function readMarket(text: string): Market {
  const market = MARKETS.find((one) => one === text)
  if (!market)
    throw new Error(`MARKET must be one of ${MARKETS.join(', ')}, not "${text.slice(0, 40)}"`)
  return market
}

export const MARKET_FACTS: Record<
  Market,
  {
    /** Base of the catalogue's calls (S7.3, S7.26). */
    storePath: string
    /** Words for an item of this market: message keys `item.<word>…`. */
    itemWord: 'app' | 'theme'
    /** Months of free support from purchase (S1.7, S9.8). */
    supportMonths: number
    /** Only one item can show at a time: a second one covers the first. */
    exclusive: boolean
    manifest: string
  }
> = {
  app: {
    storePath: '/app-store',
    itemWord: 'app',
    supportMonths: 0,
    exclusive: false,
    manifest: 'arasta.app.json',
  },
  theme: {
    storePath: '/theme-store',
    itemWord: 'theme',
    supportMonths: 6,
    exclusive: true,
    manifest: 'arasta.theme.json',
  },
}

/**
 * D3: words that can never be an item's slug: every fixed part of an address of ours, wherever it
 * stands (`/install/reviews` must be a page about an item or nothing), and some that we may want
 * one day. The database refuses the same ones: a new word needs a migration like 0030.
 */
export const RESERVED_SLUGS: readonly string[] = [
  'market',
  'list',
  'search',
  'checkout',
  'newsletter',
  'calculate',
  'payment',
  'status',
  'success',
  'fail',
  'account',
  'api',
  'assets',
  'partners',
  'developers',
  'legal',
  'install',
  'update',
  'uninstall',
  'connect',
  'enter',
  'builds',
  'icons',
  'pictures',
  'docs',
  'app',
  'theme',
  'compare',
  'contact',
  'share',
  'preview',
  'sitemap',
  'robots',
  'health',
  'console',
  'partner',
  'operator',
  'loader',
  'webhooks',
  'favicon',
  'reviews',
  'releases',
  'installed',
  'updates',
  'orders',
  'addresses',
  'cards',
  'site-notice',
  'unsubscribe',
  'apps',
  'themes',
  'categories',
  'collections',
  'about',
  'help',
  'support',
  'terms',
  'privacy',
  'cookies',
  'refunds',
  'invoices',
  'receipts',
  'coupons',
  'settings',
  'sign-in',
  'sign-out',
  'rights',
  'scripts',
  'authorize',
  'connections',
  'site',
  'open',
  'wordpress',
  'answer',
]

/** S2.14, D3: a market route has a segment `market` of its own, however it is written. */
export const isMarketPath = (path: string): boolean =>
  path
    .split('/')
    .some(
      (segment) => (segment.includes('%') ? decoded(segment) : segment).toLowerCase() === 'market',
    )

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const PLACEMENTS = [1, 2, 3, 4, 5, 1003, 1004, 1054, 100100, 100101, 100102] as const
/** S3.8. */
export type PlacementCode = (typeof PLACEMENTS)[number]

/**
 * The pages on which a shop's customers type addresses and cards: what comes there is agreed to by
 * itself.
 */
const ORDER_STEPS: readonly number[] = [100100, 100101, 100102]
export const isOrderStep = (placement: number): boolean => ORDER_STEPS.includes(placement)

export const PERMISSIONS = ['web_service_user', 'design_block', 'tracking_code'] as const
/** S3.9. */
export type PermissionCode = (typeof PERMISSIONS)[number]

/** What an item can put on a store (Store Connector protocol, section 4). */
export const EFFECT_KINDS = ['tracking_code', 'design_block', 'theme', 'web_service_user'] as const
export type EffectKind = (typeof EFFECT_KINDS)[number]

/**
 * What an app may be told of its copy on a store (docs/webhooks.md). The last two are always told
 * to an app that can be told anything.
 */
export const APP_EVENTS = [
  'app.installed',
  'app.updated',
  'app.uninstalled',
  'app.purchase',
  'app.permissions_changed',
  'store.data_request',
  'store.erase',
] as const
export type AppEvent = (typeof APP_EVENTS)[number]

/** What an app outside may be let see of a store by way of the market (D19). */
export const CONNECT_SCOPES = ['store.read', 'languages.read', 'customer_groups.read'] as const
export type ConnectScope = (typeof CONNECT_SCOPES)[number]

/** Why an owner may say that an item goes; the database knows the same. */
export const LEAVING_REASONS = [
  'not_needed',
  'too_expensive',
  'does_not_work',
  'hard_to_use',
  'slows_down',
  'missing_feature',
  'trying_out',
  'other',
] as const
export type LeavingReason = (typeof LEAVING_REASONS)[number]
