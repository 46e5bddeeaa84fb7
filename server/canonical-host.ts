import type { Context } from 'hono'
import { withoutTokens } from '#lib/page-address.ts'

/**
 * D7: a page is asked for at a host that is not ours → the canonical one. `localhost` is for
 * scripts; `elsewhere`: what answers at whatever host.
 */
export function canonicalHost(
  origin: string,
  elsewhere: (path: string, isLocal: boolean) => boolean,
) {
  const { host } = new URL(origin)
  return async (c: Context, next: () => Promise<void>) => {
    const asked = c.req.header('host') ?? ''
    if (
      asked === host ||
      c.req.path === '/health' ||
      elsewhere(c.req.path, /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(asked))
    )
      return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Misdirected request', 421)
    const url = new URL(c.req.url)
    // A token that came to a foreign host goes no further.
    return c.redirect(origin + url.pathname + withoutTokens(url.search), 302)
  }
}
