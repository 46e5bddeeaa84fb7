import type { Context } from 'hono'
import { refuse } from '#lib/refusal.ts'
import { tokensOf, type Site } from './context.ts'

/**
 * A write that a cookie vouches for must come from our own pages (FRM-5): `Origin` is compared with
 * the configured address, not with the request's own URL, because proxies end TLS. A write with the
 * token in a header needs no such proof: no other site can set it.
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
