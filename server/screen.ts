import { goTo } from '#apps/storefront/go-to.ts'
import type { ScreenContext } from '#apps/storefront/screen-context.ts'
import { marketZone, type Ctx, findSiteOrigin, marketNameAt } from '#kernel/context.ts'
import { type Entry, type PlatformRow, platformName } from '#modules/stores/platforms/public.ts'
import { nameForms } from '#lib/market-name.ts'
import { IDEMPOTENCY_KEY, isIdempotent, type Operation } from '#kernel/operation.ts'
import type { RefusalStatus } from '#lib/refusal.ts'
import type { WireError } from '#lib/wire-error.ts'
import type { BrowserCookies } from './cookies.ts'
import { screenCalls, type ScreenCalls } from './screen-transport.ts'
import type { LinkProblem } from './launch-links.ts'
import { requireMarketOperation } from './operations.ts'

interface ScreenOptions {
  origin: string
  nonce: string
  platform: Pick<
    PlatformRow,
    'id' | 'key' | 'name' | 'entry' | 'panel_origins' | 'demonstration_store'
  >
  framed: boolean
  failure: WireError | null
  brand: string | null
  still: boolean
  browser: BrowserCookies
  /** Requested path and query, to return to after signing in. */
  here: string
  /** Idempotency key of the submitted form. */
  formKey?: string | null
  /** Whether a session has ended. */
  hadSession: boolean
  /** Why the launch link was refused. */
  linkProblem: LinkProblem | null
  keepsCookies: boolean
  isDocument: boolean
  /** Present for cached renders; reports errors that may not recur. */
  shared?: { onTrouble(): void }
}

/** The store's own panel comes first (S9.6): links lead there. */
const panelsOf = ({ actor }: Ctx, origins: string[]): string[] =>
  actor.kind === 'store' && actor.panelOrigin
    ? [...new Set([actor.panelOrigin, ...origins])]
    : origins

function brandingOf(ctx: Ctx): ScreenContext['branding'] {
  const { branding, market, locale } = ctx
  const name = marketNameAt(ctx, market, ctx.platformId)
  return {
    name,
    // The market's logo may be its name.
    logo: name === branding[market].name ? branding[market].logo : null,
    words: nameForms(name, locale),
  }
}

/** Refusals made by pages, besides the common ones. */
const PAGE_REFUSALS: Record<string, RefusalStatus> = {
  'session.store_closed': 410,
  'session.link_other_store': 401,
  'session.may_not_ask': 403,
  'session.may_not_buy': 403,
  'session.may_not_install': 403,
}

/**
 * Context of the storefronts' loaders and actions. A form's `store` field names the store its page
 * was rendered for.
 */
export function screenOf(
  ctx: Ctx,
  {
    origin,
    nonce,
    platform,
    framed,
    failure,
    brand,
    still,
    browser,
    here,
    formKey,
    hadSession,
    linkProblem,
    keepsCookies,
    isDocument,
    shared,
  }: ScreenOptions,
): ScreenContext {
  const incident = ctx.requestId
  const run = (operation: Operation, input: unknown): Promise<unknown> => {
    const {
      expectedStoreId,
      headers: given,
      ...rest
    } = (input ?? {}) as { expectedStoreId?: string; headers?: Record<string, string> }
    // Payments have a key of their own.
    const headers =
      formKey && isIdempotent(operation) ? { [IDEMPOTENCY_KEY]: formKey, ...given } : given
    return requireMarketOperation(operation.id).run(
      expectedStoreId === undefined ? ctx : { ...ctx, expectedStoreId },
      { ...rest, headers },
    )
  }
  // Sign-in is on the home page. Load a new document, because the open one still shows the
  // session.
  const sessionLost = () =>
    framed
      ? calls.refusal('session.token_invalid')
      : goTo(
          `/?${new URLSearchParams({ 'sign-in': hadSession ? 'again' : 'required', next: here })}`,
          { document: true },
        )
  const otherStore =
    linkProblem === 'other-store' && ctx.actor.kind === 'store'
      ? { params: { store: ctx.actor.domain } }
      : null
  /** S6.3: a 401 or 403 of a signed-in call ends the session; a right that is missing does not. */
  const isLost = (operation: Operation, { statusCode, code }: WireError) =>
    operation.policy.who.startsWith('store') &&
    (statusCode === 401 || statusCode === 403) &&
    !code.startsWith('session.may_not_')
  const calls: ScreenCalls = screenCalls(ctx, {
    run,
    pageRefusals: PAGE_REFUSALS,
    isLost,
    sessionLost,
    onTrouble: shared && (() => shared.onTrouble()),
  })
  return {
    ...calls,
    sessionLost,
    linkOfOtherStore: otherStore && (() => calls.refusal('session.link_other_store', otherStore)),
    linkNotice: otherStore
      ? ctx.t('errors.session.link_other_store', otherStore.params)
      : linkProblem !== null && ctx.actor.kind === 'visitor'
        ? ctx.t('errors.session.link_refused')
        : null,
    keepsCookies,
    locale: ctx.locale,
    market: ctx.market,
    framed,
    platform: {
      id: platform.id,
      name: platformName(ctx, platform),
      entry: platform.entry as Entry,
    },
    demonstration: platform.demonstration_store !== null,
    session:
      ctx.actor.kind !== 'store'
        ? null
        : {
            storeId: ctx.actor.storeId,
            domain: ctx.actor.domain,
            storeUrl: ctx.actor.storeUrl,
            storeStatus: ctx.actor.storeStatus,
            isOs2: ctx.actor.isOs2,
            account: { name: ctx.actor.account.name, email: ctx.actor.account.email },
            right: ctx.actor.right,
            shops: ctx.actor.alsoRuns.length,
            expiresAt: ctx.actor.expiresAt.toISOString(),
            enteredBy: ctx.actor.enteredBy,
          },
    connect: browser.connect,
    claim: browser.claim,
    knownBrowser: browser.knownBrowser,
    signIn: browser.signIn,
    panelOrigins: panelsOf(ctx, platform.panel_origins),
    sites: {
      app: findSiteOrigin(ctx, 'app', platform.id),
      theme: findSiteOrigin(ctx, 'theme', platform.id),
    },
    otherPlatforms: ctx.sites.flatMap(({ market, platformId, origin: href, listedAs }) =>
      market === ctx.market && platformId !== platform.id && listedAs
        ? [{ name: platformName(ctx, listedAs), href }]
        : [],
    ),
    consoleOrigin: ctx.origins.console,
    operator: ctx.operator,
    branding: brandingOf(ctx),
    languages: ctx.languages,
    timeZone: marketZone(ctx),
    demo: ctx.demo.isLoaded,
    origin,
    nonce,
    failure,
    brand,
    still,
    isDocument,
    shared: shared !== undefined,
    // An incident number means nothing on a cached page.
    incident: shared ? '' : incident,
  }
}
