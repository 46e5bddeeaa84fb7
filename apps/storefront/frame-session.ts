import { isMarketPath } from '#lib/market.ts'

/**
 * The session inside the panel's frame where cookies do not stick (D5): the token lives in this module's memory and goes
 * with every request of ours as a header. Nothing else of the page ever sees it.
 */
let memory: { session: string; store: string } | null = null

export const hasMemorySession = () => memory !== null

/** Puts the headers on same-origin requests of market pages: screens' data, actions and API calls alike. */
export function sendSessionWithRequests(): void {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const request = new Request(input, init)
    if (memory && isMarketPath(window.location.pathname) && new URL(request.url).origin === window.location.origin) {
      request.headers.set('apps-token', memory.session)
      request.headers.set('store-token', memory.store)
    }
    return plainFetch(request)
  }
}

const RENEWAL_TIMEOUT_MS = 5_000

/**
 * Asks the panel (at its exact origin) for a new launch token and exchanges it. Resolves to false when this page is not
 * framed, the panel does not answer in 5 s, or the token is refused.
 */
export async function renewSession(panelOrigins: string[]): Promise<boolean> {
  if (window.parent === window) return false
  const requestId = crypto.randomUUID()
  const launch = await new Promise<{ apps_token: string; store_token: string } | null>(resolve => {
    const timer = setTimeout(() => finish(null), RENEWAL_TIMEOUT_MS)
    function finish(result: { apps_token: string; store_token: string } | null) {
      clearTimeout(timer)
      window.removeEventListener('message', listen)
      resolve(result)
    }
    function listen(event: MessageEvent) {
      const message = event.data as { type?: string; request_id?: string; apps_token?: unknown; store_token?: unknown } | null
      if (event.source !== window.parent || !panelOrigins.includes(event.origin)) return
      if (message?.type !== 'arasta:launch' || message.request_id !== requestId) return
      if (typeof message.apps_token !== 'string' || typeof message.store_token !== 'string') return
      finish({ apps_token: message.apps_token, store_token: message.store_token })
    }
    window.addEventListener('message', listen)
    // The exact origins are known, the one that frames us is not: the others never get the message.
    for (const origin of panelOrigins) window.parent.postMessage({ type: 'arasta:renew', request_id: requestId }, origin)
  })
  if (!launch) return false
  const answer = await fetch('/api/auth/domain', {
    method: 'POST',
    headers: { authorization: `Bearer ${launch.apps_token}`, 'apps-token': launch.apps_token, 'store-token': launch.store_token },
  })
  if (!answer.ok) return false
  const { token } = await answer.json() as { token?: string }
  if (!token) return false
  memory = { session: token, store: launch.store_token }
  return true
}
