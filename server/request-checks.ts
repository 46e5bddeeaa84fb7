import type { Context, MiddlewareHandler } from 'hono'
import { withoutTokens } from '#lib/page-address.ts'
import { refuse } from '#lib/refusal.ts'
import { type Site, tokensOf } from './context.ts'
import type { Services } from '#kernel/context.ts'
import { localeOf, translatorOf } from './errors.ts'

/**
 * D7: redirects requests for other hosts to the canonical one. `elsewhere`: paths that answer at
 * any host, such as scripts at `localhost`.
 */
export function canonicalHost(
  origin: string,
  elsewhere: (path: string, isLocal: boolean) => boolean,
) {
  const { host } = new URL(origin)
  return async (c: Context, next: () => Promise<void>) => {
    const asked = c.req.header('host') ?? ''
    if (asked === host || elsewhere(c.req.path, /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(asked)))
      return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Misdirected request', 421)
    const url = new URL(c.req.url)
    // Drop tokens that were sent to another host.
    return c.redirect(origin + url.pathname + withoutTokens(url.search), 302)
  }
}

/**
 * Writes authenticated by cookie must come from our own pages (FRM-5): `Origin` is compared with
 * the configured address, because proxies end TLS. A token in a header needs no such check: other
 * sites cannot set it.
 */
export function requireOwnOrigin(c: Context, site: Site): void {
  const { session, byCookie } = tokensOf(c)
  if (session === null || !byCookie) return
  const origin = c.req.header('origin')
  if (
    origin === undefined ? c.req.header('sec-fetch-site') === 'same-origin' : origin === site.origin
  )
    return
  throw refuse('request.foreign_origin')
}

const PAGE_METHODS: readonly string[] = ['GET', 'HEAD', 'POST']

/**
 * Refuses other methods before a session is looked up or a `Request` is created, which cannot
 * represent TRACE.
 */
export const pageMethods =
  (services: Services): MiddlewareHandler =>
  async (c, next) => {
    if (PAGE_METHODS.includes(c.req.method)) return next()
    const words = translatorOf(
      localeOf(c, services),
      services.branding.both.name,
    )('errors.method.not_allowed')
    return c.text(words, 405, { allow: PAGE_METHODS.join(', '), 'cache-control': 'no-store' })
  }
