/**
 * S1.1: a market is an app store or a theme store. This table holds everything in which the two
 * differ (D3).
 */
export const MARKETS = ['app', 'theme'] as const
export type Market = (typeof MARKETS)[number]

/** Parses MARKET. Throws a one-line error for the person who configures it. */
export function readMarket(text: string): Market {
  const market = MARKETS.find((one) => one === text)
  if (!market)
    throw new Error(`MARKET must be one of ${MARKETS.join(', ')}, not "${text.slice(0, 40)}"`)
  return market
}

export const MARKET_FACTS: Record<
  Market,
  {
    /** Base path of the catalog's API (S7.3, S7.26). */
    storePath: string
    /** Selects the message keys `item.<word>…`. */
    itemWord: 'app' | 'theme'
    /** Months of free support from purchase (S1.7, S9.8). */
    supportMonths: number
    /** Only one item can be active at a time. */
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
 * D3: words that cannot be an item's slug: every fixed segment of our paths, at any position
 * (`/install/reviews` must be a page about an item or nothing), and some reserved for later. The
 * database refuses the same; a new word needs a migration like 0030.
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
  'subscribe',
  'subscriptions',
  'pay',
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
  'saved',
  'missing',
  'ask',
  'shops',
  'bundles',
]

/** S2.14, D3: whether a segment of the path is `market`, in any spelling. */
export const isMarketPath = (path: string): boolean =>
  path
    .split('/')
    .some(
      (segment) => (segment.includes('%') ? decoded(segment) : segment).toLowerCase() === 'market',
    )

/** Pages that show the shop in a frame: live previews, and the settings of an installed item. */
export const framesShops = (path: string): boolean =>
  isSharedPreview(path) ||
  /^(\/market)?\/preview\/|^\/(market|account)\/installed\/[^/]+\/settings$/.test(path)

/** Its address is a secret: who has it sees a store's shop with an item on it. */
export const isSharedPreview = (path: string): boolean => path.startsWith('/share/')

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

/** Pages on which customers type addresses and cards: placements there need a separate consent. */
const ORDER_STEPS: readonly number[] = [100100, 100101, 100102]
export const isOrderStep = (placement: number): boolean => ORDER_STEPS.includes(placement)

export const PERMISSIONS = ['web_service_user', 'design_block', 'tracking_code'] as const
/** S3.9. */
export type PermissionCode = (typeof PERMISSIONS)[number]

/** What an item can add to a store (Store Connector protocol, section 4). */
export const EFFECT_KINDS = ['tracking_code', 'design_block', 'theme', 'web_service_user'] as const
export type EffectKind = (typeof EFFECT_KINDS)[number]

/**
 * Webhook events about an app's installation (docs/webhooks.md). The last two go to every app that
 * receives webhooks.
 */
/** What happens to a subscription of the app; `usage.near_cap`: 90 % of the owner's cap is used. */
export const SUBSCRIPTION_EVENTS = [
  'subscription.started',
  'subscription.renewed',
  'subscription.changed',
  'subscription.past_due',
  'subscription.paused',
  'subscription.ended',
  'usage.near_cap',
] as const
export type SubscriptionEvent = (typeof SUBSCRIPTION_EVENTS)[number]

export const APP_EVENTS = [
  'app.installed',
  'app.updated',
  'app.uninstalled',
  'app.purchase',
  'app.permissions_changed',
  'app.settings_changed',
  ...SUBSCRIPTION_EVENTS,
  'store.data_request',
  'store.erase',
] as const
export type AppEvent = (typeof APP_EVENTS)[number]
/** Sent by a partner to try an address; about no installation. */
export const TEST_EVENT = 'webhook.test'

/** What an external app may read of a store through the market (D19). */
export const CONNECT_SCOPES = ['store.read', 'languages.read', 'customer_groups.read'] as const
export type ConnectScope = (typeof CONNECT_SCOPES)[number]

/** Reasons for uninstalling an item; the database has the same list. */
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

/** Kinds of discount; `modules/orders/coupons.ts` says what each takes off and how it is stored. */
export const COUPON_KINDS = ['percent', 'amount'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]
/** Longer texts are refused before they are normalized. */
export const MAX_COUPON_CODE_LENGTH = 64
/** More periods of a subscription are a typing error. */
export const MOST_COUPON_PERIODS = 120

/** Which of a country's tax rates an item's price has. */
export const TAX_KINDS = ['standard', 'reduced'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

/** Who may find an item: everybody, whoever has its address, or named stores. */
export const VISIBILITIES = ['listed', 'unlisted', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]
