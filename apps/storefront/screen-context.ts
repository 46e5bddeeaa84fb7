import { createContext } from 'react-router'
import type { Locale } from '#lib/locale.ts'
import type { NameForms } from '#lib/market-name.ts'
import type { Market } from '#lib/market.ts'
import type { AnswerOf, InputGiven, Operation } from '#kernel/operation.ts'
import type { Attempt, ErrorFacts } from '#lib/wire-error.ts'
import type { Operator } from './articles/article.ts'

/**
 * What a screen's loader or action may do: the second door of the operations (the first is the HTTP
 * API). The server puts one in for every request; screens import contracts only, so that no server
 * code can reach the browser.
 */
export interface ScreenContext {
  /**
   * Runs an operation as whoever is signed in; a refusal is thrown as the error page's answer, a
   * lost session as `sessionLost`.
   */
  call<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<AnswerOf<T>>
  /** The same, but any other refusal comes back as a value: forms show it beside their fields. */
  attempt<T extends Operation>(operation: T, input?: InputGiven<T>): Promise<Attempt<AnswerOf<T>>>
  /** The error page's answer for a refusal of the common table, to be thrown. */
  refusal(code: string): Response | unknown
  /**
   * S6.3, to be thrown: the token-invalid error on a market route, elsewhere the way to the root.
   */
  sessionLost(): Response | unknown
  /**
   * To be thrown in the panel's frame: the link that led here was refused, and the session that is
   * open belongs to another store (D5). Null otherwise.
   */
  linkOfOtherStore: (() => Response | unknown) | null
  /**
   * Words for a page of the site that was reached by a launch link which was refused (S4.6); null
   * otherwise.
   */
  linkNotice: string | null
  /**
   * The browser sent a cookie of ours. In a frame where it never does, the language has to travel
   * in addresses.
   */
  keepsCookies: boolean
  locale: Locale
  market: Market
  /** The path has a segment `market`: the page stands in the panel's frame (S2.14). */
  framed: boolean
  platform: { id: number; name: string }
  /** The platform has a shop on which anybody may see an item. */
  demonstration: boolean
  /** Null for visitors. */
  session: {
    storeId: string
    domain: string
    storeUrl: string
    storeStatus: 'active' | 'closed'
    isOs2: boolean
    account: { name: string; email: string }
    expiresAt: string
    enteredBy: 'panel' | 'code' | 'proof'
  } | null
  /**
   * The secret of the code that this browser waits for (D6); it stands in an HttpOnly cookie and in
   * no page.
   */
  connect: { handle: string | null; keep(handle: string | null): void }
  /**
   * The same of a site that is being proved (D4): kept for days, for a DNS record may take its
   * time.
   */
  claim: { handle: string | null; keep(handle: string | null): void }
  /** Shops that this browser signed in at before: it gets codes though strangers ask for many. */
  knownBrowser: { handle: string | null; keep(handle: string | null): void }
  /** Signs in whom a session token names: its cookies go out with this answer. */
  signIn(token: string): void
  /** Origin of the shop's panel: who may frame us and whom we may post to. */
  panelOrigins: string[]
  /**
   * Addresses of the two markets for this platform's stores, for the links between them; null where
   * the platform has no such store.
   */
  sites: Record<Market, string | null>
  /**
   * What this market is called and its sign: null is the house's own. `words`: the name as
   * sentences need it.
   */
  branding: { name: string; logo: string | null; words: NameForms }
  /** The demo's items are on the shelves: the footer says what they are. */
  demo: boolean
  /** Who runs the market and sells to the stores; named in legal texts. */
  operator: Operator
  origin: string
  /** Address of the platform's own style sheet (D3), null where it has none. */
  brand: string | null
  nonce: string
  /**
   * What failed before a screen could run (a spent launch link, a foreign form): the root shows it
   * as its error page.
   */
  failure: ErrorFacts | null
  /**
   * The page is shown under another address than its own (the answer to a form): it must not wake
   * up in the browser.
   */
  still: boolean
  /** One rendering for everybody who asks: whole before it is answered, and `incident` is empty. */
  shared: boolean
  /** Writes an unexpected error to the log under this request's incident number. */
  report(error: unknown): void
  incident: string
}

export const screenContext = createContext<ScreenContext>()

/**
 * D5: two stores may be open in two tabs, so every form carries the store that its page was
 * rendered for in a hidden field `store`. Spread into an operation's input, it makes the operation
 * refuse when somebody else is signed in by now.
 */
export function forStoreOf(form: FormData): { expectedStoreId?: string } {
  const store = form.get('store')
  return typeof store === 'string' && store !== '' ? { expectedStoreId: store } : {}
}

/**
 * The same for what an action reads before it writes: with another store signed in, even that would
 * be answered for the wrong one.
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
