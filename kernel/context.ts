import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { type Clock, formatDay } from '#lib/clock.ts'
import type { ForeignHttp, TrustedHttp } from '#lib/http.ts'
import { type Locale, type Translate, FALLBACK_LOCALE } from '#lib/locale.ts'
import type { AppEvent, Market, SubscriptionEvent } from '#lib/market.ts'
import type { Cache } from '#lib/cache.ts'
import type { Operator } from '#lib/company-facts.ts'
import type { DnsResolver } from '#lib/dns.ts'
import { type MarketZone, zoneAt } from '#lib/market-days.ts'
import type { SealingKeys } from '#lib/sealed.ts'
import type { Actor, StoreActor } from './actor.ts'
import type { Transaction } from 'kysely'
import type { DB } from '#db/types.gen.ts'

/** Work to be done later; enqueued in the transaction of the change that asks for it. */
export interface Jobs {
  enqueue(trx: Db, job: JobName, data: { id: string }, afterSeconds?: number): Promise<void>
}
export const JOB_NAMES = [
  'run-installation',
  'settle-attempt',
  'finish-refund',
  'forget-card',
  'settle-card-setup',
  'send-mail',
  'send-connect-code',
  'deliver-webhook',
  'resend-webhook',
  'replay-webhooks',
  'tell-owner',
  'check-submission',
  'try-submission',
  'check-platform',
  'store-data',
  'look-at-rollout',
  'check-health',
  'leave-site',
  'settle-move',
  'pass-entitlements',
  'advance-subscription',
  'check-vat-id',
  'move-test-clock',
  'follow-subscription',
  'check-payout-account',
  'transfer-payout',
  'reverse-payout',
  'change-theme',
  'install-paid-item',
  'look-at-shop',
  'tell-of-inbox',
  'make-export',
  'run-bulk',
  'publish-release',
] as const
export type JobName = (typeof JOB_NAMES)[number]

/** Port to a browser that takes pictures of shops. */
export interface Camera {
  /** The page at this address as a PNG; throws when none could be taken. */
  take(url: string): Promise<Buffer>
}

/**
 * What lasts as long as the process. Modules add their ports and what they provide to others by
 * declaration merging, in their `public.ts`.
 */
export interface Services {
  db: Db
  clock: Clock
  log: Logger
  /**
   * For addresses that visitors, shops or partners gave, and their redirects: public Internet only
   * (D7).
   */
  http: ForeignHttp
  /**
   * For addresses in settings, which may be in a private network. Allowed users:
   * test/whole/http-clients.test.ts.
   */
  trustedHttp: TrustedHttp
  /** Origins of connectors that `trustedHttp` may call. */
  connectorOrigins: readonly string[]
  /** DNS, for proofs of who runs a site. */
  names: DnsResolver
  jobs: Jobs
  /** Takes pictures of shops; null without a browser. */
  camera: Camera | null
  sealing: SealingKeys
  /** The storefronts of this market, one per platform. `siteOrigin` finds the one for a link. */
  sites: StorefrontSite[]
  /** Addresses of the market and its parts. */
  origins: Origins
  /** Failed payment attempts per hour before the caller must wait (D10). */
  payTries: { perAddress: number; perCard: number }
  /** How long webhooks stay in the log, and for how long one fails before its partner is told. */
  webhookLog: { days: number; mailAfterMinutes: number }
  /** The operator as legal texts and receipts name it. Nothing is sold while its name is ''. */
  operator: Operator
  /** Name, logo and contact address of the whole market and of each of its two stores. */
  branding: Record<Market | 'both', Branding>
  /** Languages that the market is offered in, its default first. */
  languages: Locale[]
  /** Time zones of the market's days in their order; the last one may begin tomorrow. */
  zones: MarketZone[]
  /** Days in which a store may return a one-time purchase; 0: never. */
  returnDays: { value: number }
  /** Whether the demo's items are loaded. */
  demo: { isLoaded: boolean }
  /** Key that signs short-lived tokens (download addresses). */
  downloadTokenKey: Buffer
  checkAnswers: boolean
  /** Cache of values that change seldom. */
  cache: Cache
  /** Provided by `installs`: the state of an item on the signed-in store. */
  itemState(ctx: Ctx, itemId: string): Promise<ItemState>
  /**
   * Provided by `orders`: what the items of each bundle cost when they are bought together, in
   * minor units, with the tax of the home country where that platform shows prices with tax.
   */
  pricesInBundles(
    services: Pick<Services, 'db' | 'cache' | 'clock'>,
    platformId: number,
    bundles: readonly {
      percentOff: number
      lines: readonly { itemId: string; listPriceMinor: number }[]
    }[],
  ): Promise<number[][]>
  /**
   * Provided by `installs`: version hash of the content that a site's loader shows; null when the
   * site is no longer connected.
   */
  siteVersionHash(
    services: Pick<Services, 'db' | 'blobs' | 'origins' | 'sealing' | 'clock'>,
    storeId: string,
  ): Promise<string | null>
  /** Provided by `catalog`: name of a published item of this market; null when there is none. */
  itemName(ctx: Ctx, itemId: string): Promise<string | null>
  /** Provided by `apps`: queues a webhook about an installation in the transaction of the change. */
  notifyApp(services: NotifyNeeds, trx: Db, news: AppNews): Promise<void>
  /**
   * Provided by `apps`: handles a paid or refunded order of a product, in the transaction of the
   * change.
   */
  productOrderChanged(services: NotifyNeeds, trx: Db, orderId: string): Promise<void>
  /**
   * Provided by `installs`: an order of an item was paid, in the transaction of the payment, after
   * the item was granted.
   */
  itemOrderPaid(services: Pick<Services, 'clock' | 'jobs'>, trx: Db, orderId: string): Promise<void>
  /**
   * Provided by `billing`: handles a paid order of a subscription, in the transaction of the
   * payment. `savedCardId`: the card that paid, if it is kept.
   */
  subscriptionOrderPaid(
    services: Services,
    trx: Db,
    paid: { orderId: string; savedCardId: string | null },
  ): Promise<void>
  /**
   * Provided by `billing`: an order of a subscription was refunded, in the transaction of the
   * change.
   */
  subscriptionOrderRefunded(
    services: Services,
    trx: Db,
    refunded: { orderId: string; amountMinor: number; isReturn: boolean },
  ): Promise<void>
  /**
   * Provided by `apps`: in the transaction of a change of a subscription tells the app, and queues
   * the job that pauses, resumes or removes the item as the subscription says.
   */
  subscriptionChanged(
    services: NotifyNeeds,
    trx: Db,
    subscriptionId: string,
    event: SubscriptionEvent,
    /** False when the item stays on the shop as it is. */
    isFollowed?: boolean,
  ): Promise<void>
  /**
   * Provided by `publishing`: mails the developer that a question arrived, in the transaction that
   * stores it. `key` identifies the message.
   */
  notifyDeveloper(
    services: Pick<Services, 'db' | 'clock' | 'jobs' | 'sealing' | 'origins'>,
    trx: Db,
    asked: { messageId: string; key: string; partnerId: string; itemName: string },
  ): Promise<void>
  /** Provided by `identity`: writes an entry of the audit log in the transaction of the change. */
  writeAudit(ctx: ConsoleCtx, entry: AuditEntry): Promise<void>
  /** Provided by `identity`: the mail to the owner of an account, in the same transaction. */
  mailCredentialChange(ctx: ConsoleCtx, noted: NotedChange): Promise<void>
  /** What partners install the command line from, or null. */
  commandLinePackage: string | null
  /** Address that receives contact messages beside the inbox, or null. */
  contactMailTo: string | null
  /** Address that receives alerts about money; null: only the log. */
  alertMailTo: string | null
}

/**
 * `logo`: address of a square picture, null for the product's own. `mail`: contact address, null
 * for the environment's.
 */
export interface Branding {
  name: string
  logo: string | null
  mail: string | null
}

export type NotifyNeeds = Pick<Services, 'clock' | 'sealing' | 'jobs'>

/** An event for an app. `data` is sent beside the installation and its store. */
export interface AppNews {
  type: AppEvent
  installationId: string
  data?: Record<string, unknown>
}

export interface ItemState {
  state: 'none' | 'latest' | 'old'
  version: string | null
  owned: boolean
  /** ISO 8601 (S1.7), for a purchased theme. */
  support_ends_at: string | null
}

/** What every operation gets, made for one request. */
export interface RequestContext extends Services {
  actor: Actor
  locale: Locale
  t: Translate
  /** Key of rate limits: the caller's IPv4 address, or the /64 of its IPv6 address. */
  ip: string
  /** The caller's exact address, for fraud checks at the gateway and for consents. */
  address: string
  requestId: string
}

/** Context of the market's and the installer's operations. */
export interface Ctx extends RequestContext {
  market: Market
  platformId: number
  /** The store that the page was rendered for, sent with every write (D5). */
  expectedStoreId?: string | undefined
  /**
   * Present when the answer will be cached: records a tag of what it shows (`item:<id>`), see
   * `server/page-cache/changes.ts`.
   */
  touch?: (tag: string) => void
  /** Present in the same case: records a moment from which the answer will be another one. */
  changesAt?: (moment: Date) => void
  /**
   * Present while an operator's preview of the home page is rendered: its draft is shown, with what
   * is scheduled for `at`; null: for now.
   */
  homePreview?: { at: Date | null }
}

/** Context of operations for a signed-in store. */
export interface StoreCtx extends Ctx {
  actor: StoreActor
}

/** Context of the console's operations. */
export interface ConsoleCtx extends RequestContext {
  /** Origin of the console, as browsers see it. */
  consoleOrigin: string
  engine: SignInEngine
  openId: OpenIdProvider | null
  /** Parts of the request that the sign-in library reads, and the cookies that it sets. */
  browser: { cookie: string; userAgent: string; setCookies: string[] }
  /**
   * Called at the end of the transaction of a write, after its entry in the audit log, with the
   * context inside it; what it throws takes the write back. For work in the background.
   */
  beforeCommit?: (inside: ConsoleCtx) => Promise<void>
  /** Set by operations: who acted when nobody was signed in, and what they changed. */
  trail: { actorId?: string; objectId?: string; changes?: NotedChange[] }
}

/** The sign-in library (docs/decisions/0024). Its refusals are thrown as ours. */
export interface SignInEngine {
  /**
   * Checks a password outside of the transaction, for a sign-in that follows within this request.
   * Refuses with 503 when too many wait.
   */
  checkPassword(ctx: ConsoleCtx, email: string, password: string): Promise<void>
  /** Runs one of its calls for this request; cookies that it sets go out with the answer. */
  call(
    ctx: ConsoleCtx,
    name: string,
    given: { body?: unknown; query?: unknown },
  ): Promise<Record<string, unknown>>
}

/** Secrets of one authorization request to the provider. */
export interface OpenIdCheck {
  state: string
  nonce: string
  verifier: string
}
/**
 * `id` is issuer and subject; `email` only where the provider has verified it; `claims`: all that
 * it says.
 */
export interface OpenIdAccount {
  id: string
  email: string | null
  claims: Record<string, unknown>
}

/** Sign-in at an OpenID Connect provider, where the market has one. Both calls go outside. */
export interface OpenIdProvider {
  name: string
  /** `scope`: what is asked for besides openid and email. */
  begin(scope: string): Promise<{ url: string; check: OpenIdCheck }>
  /**
   * `query`: what the provider returned in the address; `groupClaim`: a claim that the account must
   * be asked for, if any.
   */
  finish(query: string, check: OpenIdCheck, groupClaim: string | null): Promise<OpenIdAccount>
}

/** SQLSTATE of serialization failures and deadlocks. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction, in up to three attempts after serialization failures or
 * deadlocks.
 */
export async function inTransaction<R>(
  { db }: Pick<Services, 'db'>,
  work: (trx: Transaction<DB>) => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries >= 3 || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** One entry of the audit log, written in the transaction of the change. */
export interface AuditEntry {
  actorId: string
  actorRole: string
  operation: string
  kind: string
  objectId: string | null
  partnerId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Changes of who can open an account. Its owner gets a mail for each. */
export const CREDENTIAL_CHANGES = [
  'password_changed',
  'recovered',
  'passkey_added',
  'passkey_removed',
  'provider_linked',
  'provider_unlinked',
  'app_added',
  'app_removed',
  'backup_codes',
  'token_created',
  'token_revoked',
] as const
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number]

/** `name` of what was added or removed; `revoked`: what was revoked with it. */
export interface NotedChange {
  change: CredentialChange
  personId: string
  name?: string
  revoked?: readonly string[]
}

/** The fields that differ, before and after. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Pick<AuditEntry, 'before' | 'after'> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  )
  const only = (row: Record<string, unknown> | null) =>
    row && Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  return { before: only(before), after: only(after) }
}

/** A storefront of this market for the stores of one platform. */
export interface StorefrontSite {
  market: Market
  platformId: number
  origin: string
  /** What visitors see of the platform at the stores of others; null unless it is open. */
  listedAs: { key: string; name: string } | null
  /** What the market is called at the platform's stores, and its colors there, if its own. */
  marketName: string | null
  brand: { css: string; href: string } | null
  /** Those of the market's languages that its stores are offered, its default first; null: all. */
  languages: readonly Locale[] | null
}

/** The languages of the market at a platform that chose its own, or null (D26). */
export function languagesAt(
  { languages }: Pick<Services, 'languages'>,
  own: readonly Locale[] | null,
): Locale[] {
  const offered = own?.filter((one) => languages.includes(one)) ?? []
  // What the market gave up since leaves nobody without a language.
  return offered.length > 0 ? offered : languages
}

/** The language of texts that nobody asked for in another, and the one that listings must have. */
export const defaultLanguage = ({ languages }: Pick<Services, 'languages'>): Locale =>
  languages[0] ?? FALLBACK_LOCALE

/** The market's time zone, for mails and documents, whose reader's zone is unknown. */
export const marketZone = ({ zones, clock }: Pick<Services, 'zones' | 'clock'>): string =>
  zoneAt(zones, clock.now())

/** A day in that zone, in words: "12 Kasım 2026". */
export const dayInWords = (
  services: Pick<Services, 'zones' | 'clock'>,
  at: string | Date,
  locale: Locale,
): string => formatDay(at, locale, marketZone(services))

/** What a market is called at the stores of a platform (D26). */
export const marketNameAt = (
  { branding, sites }: Pick<Services, 'branding' | 'sites'>,
  market: Market | 'both',
  platformId: number,
): string => sites.find((one) => one.platformId === platformId)?.marketName ?? branding[market].name

/** Addresses of the market's own parts. */
type Origins = Record<Market, string> & {
  installer: string
  bank: string
  preview: string
  console: string
}

export interface SiteOrigins {
  sites: readonly StorefrontSite[]
  origins: Origins
}

/** The storefront for stores of a platform; null when this market runs none for them. */
export const findSiteOrigin = (
  { sites }: Pick<SiteOrigins, 'sites'>,
  market: Market,
  platformId: number,
): string | null =>
  sites.find((one) => one.market === market && one.platformId === platformId)?.origin ?? null

/**
 * Origin for links: the storefront of the platform of a store, order or request, or else the
 * market's own address. The market itself (issuer, host of mail ids) is identified by
 * `services.origins`.
 */
export const siteOrigin = (services: SiteOrigins, market: Market, platformId: number): string =>
  findSiteOrigin(services, market, platformId) ?? services.origins[market]

/** Every origin at which this market answers. */
export const ownOrigins = ({ sites, origins }: SiteOrigins): string[] => [
  ...new Set([...Object.values(origins), ...sites.map((one) => one.origin)]),
]

/** The origins for operators, by the names of their settings. */
export const listOriginSettings = ({
  origins,
}: Pick<SiteOrigins, 'origins'>): { name: string; value: string | null }[] => [
  { name: 'APP_ORIGIN', value: origins.app },
  { name: 'THEME_ORIGIN', value: origins.theme },
]
