import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { isMarketPath } from '#lib/market.ts'

export const newNonce = (): string => randomBytes(16).toString('base64')

/** Only what is an origin may stand in a policy: nothing that a store says of itself can widen it (FRM-2). */
const isOrigin = (text: string): boolean => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text)

/**
 * D22, FRM-1: the policy of a page. `/market*` may be framed by the signed-in store's panel, and, where nobody is signed in, by the
 * platform's panels; everything else by nobody. `form-action` knows the bank, for a browser follows a form's redirect under it.
 */
export function pagePolicy({ path, nonce, framers, formTargets }: { path: string; nonce: string; framers: readonly string[]; formTargets: readonly string[] }): string {
  const ancestors = isMarketPath(path) ? framers.filter(isOrigin).join(' ') || "'none'" : "'none'"
  return [
    "default-src 'none'", `script-src 'self' 'nonce-${nonce}'`, `style-src 'self' 'nonce-${nonce}'`, "style-src-attr 'unsafe-inline'", "img-src 'self' data:",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", `form-action 'self' ${formTargets.filter(isOrigin).join(' ')}`.trim(),
    `frame-ancestors ${ancestors}`, "base-uri 'none'", "object-src 'none'",
  ].join('; ')
}

/** What every answer carries. Pages add their policy. */
export const commonHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('x-content-type-options', 'nosniff')
  if (!c.res.headers.has('cross-origin-opener-policy')) c.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  if (!c.res.headers.has('referrer-policy')) c.header('referrer-policy', 'strict-origin-when-cross-origin')
  c.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()')
  if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}
