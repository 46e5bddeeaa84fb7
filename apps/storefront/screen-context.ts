import { createContext } from 'react-router'
import type { Locale } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { Market } from '#lib/market.ts'
import type { StoreRight } from '#lib/store-rights.ts'
import type { Entry } from '#modules/stores/platforms/seeds.ts'
import type { AnswerOf, InputGiven, Operation } from '#kernel/operation.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'
import type { Operator } from '#lib/company-facts.ts'

/**
 * What a screen's loaders and actions can use: the operations, without HTTP. The server provides
 * one per request; screens import contracts only, so that no server code reaches the browser.
 */
export interface ScreenContext {
  /**
   * Runs an operation as the signed-in store; throws a refusal as the error page's response, and an
   * expired session as `sessionLost`.
   */
  call<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<AnswerOf<T>>
  /** Like `call`, but returns any other refusal, for forms that show it at their fields. */
  attempt<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<Attempt<AnswerOf<T>>>
  /** Tells which page was asked for, by its pattern (`/:slug`), for figures. */
  named(pattern: string): void
  /** Creates the error page's response for a refusal of the common table, to be thrown. */
  refusal(code: string): Response | unknown
  /**
   * S6.3, to be thrown: the token-invalid error on market routes, elsewhere a redirect to the home
   * page.
   */
  sessionLost(): Response | unknown
  /**
   * To be thrown in the panel's frame: the launch link was refused, and the current session belongs
   * to another store (D5). Null otherwise.
   */
  linkOfOtherStore: (() => Response | unknown) | null
  /** Message for a page of the site opened by a refused launch link (S4.6); null otherwise. */
  linkNotice: string | null
  /** The browser sent one of our cookies. In a frame without cookies, URLs carry the language. */
  keepsCookies: boolean
  locale: Locale
  market: Market
  /** The path has a segment `market`: the page is in the panel's frame (S2.14). */
  framed: boolean
  platform: { id: number; name: string; entry: Entry }
  /** The platform has a public demonstration store. */
  demonstration: boolean
  /** Null for visitors. */
  session: {
    storeId: string
    domain: string
    storeUrl: string
    storeStatus: 'active' | 'closed'
    isOs2: boolean
    account: { name: string; email: string }
    right: StoreRight
    /** Other shops that the platform names as this person's. */
    shops: number
    expiresAt: string
    enteredBy: 'panel' | 'code' | 'proof'
  } | null
  /** The pending sign-in code of this browser (D6), from an HttpOnly cookie; never in a page. */
  connect: { handle: string | null; keep(handle: string | null): void }
  /**
   * The same for a site that is being verified (D4): kept for days, because a DNS record may take
   * time.
   */
  claim: { handle: string | null; keep(handle: string | null): void }
  /**
   * Shops at which this browser has signed in before; they have their own rate limits for codes.
   */
  knownBrowser: { handle: string | null; keep(handle: string | null): void }
  /** Starts the session of a token: adds its cookies to this response. */
  signIn(token: string): void
  /** Origins of the shop's panel, which may frame the page and receive its messages. */
  panelOrigins: string[]
  /**
   * URLs of the two markets for this platform's stores; null where the platform has no such market.
   */
  sites: Record<Market, string | null>
  /** Address of the console, where companies apply to become partners. */
  consoleOrigin: string
  /** The stores of this market for other shop systems. */
  otherPlatforms: { name: string; href: string }[]
  /**
   * Name and logo of this market; null is the default logo. `words`: the name's forms in sentences.
   */
  branding: { name: string; logo: string | null; words: NameForms }
  /** The market's languages, its default first. */
  languages: readonly Locale[]
  /** The market's time zone, for documents before the browser's zone is known. */
  timeZone: string
  /** The catalog has demo items, which the footer points out. */
  demo: boolean
  /** The company that runs the market; named in legal texts. */
  operator: Operator
  origin: string
  /** URL of the platform's style sheet (D3), null without one. */
  brand: string | null
  nonce: string
  /**
   * An error before a screen could run (a used launch link, a cross-site form); the root shows it
   * as its error page.
   */
  failure: ErrorFacts | null
  /**
   * The page is rendered at another URL than its own (the response to a form), so it must not
   * hydrate.
   */
  still: boolean
  /** The answer is a document, which contains the page as HTML; otherwise data for an open one. */
  isDocument: boolean
  /** Rendered for a shared cache: complete before it is sent, and without `incident`. */
  shared: boolean
  /** Logs an unexpected error with this request's incident number. */
  report(error: unknown): void
  incident: string
}

export const screenContext = createContext<ScreenContext>()

/**
 * D5: two tabs may have different stores, so every form sends the store for which its page was
 * rendered, in a hidden field `store`. Spread into an operation's input, it makes the operation
 * refuse when another store is signed in.
 */
export function forStoreOf(form: FormData): { expectedStoreId?: string } {
  const store = form.get('store')
  return typeof store === 'string' && store !== '' ? { expectedStoreId: store } : {}
}

/**
 * The same for an action that reads before it writes, because even reading would use the wrong
 * store.
 */
export function requireStoreOf(
  screen: Pick<ScreenContext, 'session' | 'refusal'>,
  form: FormData,
): void {
  const { expectedStoreId } = forStoreOf(form)
  if (
    expectedStoreId !== undefined &&
    screen.session !== null &&
    screen.session.storeId !== expectedStoreId
  )
    throw screen.refusal('session.store_changed')
}
