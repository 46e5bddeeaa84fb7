import { fetchWithRetry } from '#lib/api-client.ts'
import { createWriter } from '#lib/fetch-state.ts'
import { isMarketPath } from '#lib/market.ts'

/**
 * The session in a panel's frame where cookies are blocked (D5): this module keeps the token in
 * memory and sends it as a header. No other code can read it.
 */
let memory: { session: string; store: string } | null = null

export const hasMemorySession = () => memory !== null

/**
 * Adds to same-origin requests: the page's language for data requests, so that another tab's choice
 * cannot mix languages; on market pages the session from memory, for data, actions and API calls.
 * Data requests follow the same retry rules as API calls (S4.9, S7.39).
 */
export function equipRequests(): void {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const request = new Request(inPageLanguage(input), init)
    if (
      memory &&
      isMarketPath(window.location.pathname) &&
      new URL(request.url).origin === window.location.origin
    ) {
      request.headers.set('apps-token', memory.session)
      request.headers.set('store-token', memory.store)
    }
    return isPageData(request.url) ? fetchWithRetry(plainFetch, request) : plainFetch(request)
  }
}

/** Data requests of the router; API calls have a client that retries them itself. */
function isPageData(address: string): boolean {
  const url = new URL(address, window.location.href)
  return url.origin === window.location.origin && url.pathname.endsWith('.data')
}

function inPageLanguage(input: RequestInfo | URL): RequestInfo | URL {
  if (input instanceof Request) return input
  const url = new URL(input, window.location.href)
  if (isPageData(url.href)) url.searchParams.set('hl', document.documentElement.lang)
  return url
}

const exchange = createWriter<{ token: string | null }>()
const RENEWAL_TIMEOUT_MS = 5_000

/**
 * Requests a new launch token from the panel (at its exact origin) and exchanges it for a session.
 * Resolves to false when this page is not framed, the panel does not answer in 5 s, or the token is
 * refused.
 */
export async function renewSession(panelOrigins: string[]): Promise<boolean> {
  // S4.6: a new session is only requested after the old one was refused.
  memory = null
  if (window.parent === window) return false
  const requestId = crypto.randomUUID()
  const launch = await new Promise<{ apps_token: string; store_token: string } | null>(
    (resolve) => {
      const timer = setTimeout(() => finish(null), RENEWAL_TIMEOUT_MS)
      function finish(result: { apps_token: string; store_token: string } | null) {
        clearTimeout(timer)
        window.removeEventListener('message', listen)
        resolve(result)
      }
      function listen(event: MessageEvent) {
        const message = event.data as {
          type?: string
          request_id?: string
          apps_token?: unknown
          store_token?: unknown
        } | null
        if (event.source !== window.parent || !panelOrigins.includes(event.origin)) return
        if (message?.type !== 'arasta:launch' || message.request_id !== requestId) return
        if (typeof message.apps_token !== 'string' || typeof message.store_token !== 'string')
          return
        finish({ apps_token: message.apps_token, store_token: message.store_token })
      }
      window.addEventListener('message', listen)
      tellPanel(panelOrigins, { type: 'arasta:renew', request_id: requestId })
    },
  )
  if (!launch) return false
  const { answer } = await exchange.write('/api/auth/domain', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${launch.apps_token}`,
      'apps-token': launch.apps_token,
      'store-token': launch.store_token,
    },
  })
  if (!answer?.token) return false
  memory = { session: answer.token, store: launch.store_token }
  return true
}

/** Messages of the framed page to the panel (docs/protocols/store-connector.md, 1). */
type PanelMessage =
  | { type: 'arasta:path'; path: string }
  | { type: 'arasta:renew'; request_id: string }

/**
 * Posts only to the panel's exact origins. Where the browser reveals the ancestor's origin, others
 * are skipped; elsewhere (Firefox) it drops messages to other origins.
 */
export function tellPanel(panelOrigins: readonly string[], message: PanelMessage): void {
  if (window.parent === window) return
  const framer = window.location.ancestorOrigins?.[0]
  for (const origin of panelOrigins)
    if (framer === undefined || origin === framer) window.parent.postMessage(message, origin)
}
