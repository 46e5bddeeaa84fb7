import { fetchWithRetry } from '#lib/api-client.ts'
import { createWriter } from '#lib/fetch-state.ts'
import { isMarketPath } from '#lib/market.ts'

/**
 * The session inside the panel's frame where cookies do not stick (D5): the token lives in this
 * module's memory and goes with every request of ours as a header. Nothing else of the page ever
 * sees it.
 */
let memory: { session: string; store: string } | null = null

export const hasMemorySession = () => memory !== null

/**
 * What every same-origin request of this page carries: the page's language with a screen's data, so
 * that another tab's choice cannot mix two languages in one page; on market pages the session of
 * the memory, for screens' data, actions and API calls alike. A screen's data is asked for under
 * the same rule as anything else (S4.9, S7.39).
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

/**
 * What the router asks for when the page changes; API calls have a client that repeats them itself.
 */
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
 * Asks the panel (at its exact origin) for a new launch token and exchanges it. Resolves to false
 * when this page is not framed, the panel does not answer in 5 s, or the token is refused.
 */
export async function renewSession(panelOrigins: string[]): Promise<boolean> {
  // S4.6: whoever asks for a new session was refused with the old one.
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

/** What the framed page tells the panel (docs/protocols/store-connector.md, 1). */
type PanelMessage =
  | { type: 'arasta:path'; path: string }
  | { type: 'arasta:renew'; request_id: string }

/**
 * Only at the panel's exact origins: nobody else gets the message. Where the browser says who
 * frames us, the others are not even tried; where it does not (Firefox), it drops what is addressed
 * to them.
 */
export function tellPanel(panelOrigins: readonly string[], message: PanelMessage): void {
  if (window.parent === window) return
  const framer = window.location.ancestorOrigins?.[0]
  for (const origin of panelOrigins)
    if (framer === undefined || origin === framer) window.parent.postMessage(message, origin)
}
