import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { BrowserOrigins } from '#modules/orders/gateways/gateway.ts'
import { framesShops, isMarketPath } from '#lib/market.ts'

export const newNonce = (): string => randomBytes(16).toString('base64')

/** Only origins may be in a policy: nothing that a store sets can widen it (FRM-2). */
const isOrigin = (text: string): boolean => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text)
/** Gateways, chosen by the operator, may use wildcard hosts. */
const isSource = (text: string): boolean => isOrigin(text.replace('://*.', '://'))

/**
 * What of a page's own inline scripts and styles may run: a nonce where it is rendered for one
 * request, hashes where it is kept (D22).
 */
export interface InlineSources {
  scripts: readonly string[]
  styles: readonly string[]
}
export const byNonce = (nonce: string): InlineSources => ({
  scripts: [`'nonce-${nonce}'`],
  styles: [`'nonce-${nonce}'`],
})

/**
 * D22, FRM-1: the policy of a page. `/market*` may be framed by the signed-in store's panel or,
 * without a session, by the platform's panels; other pages by nobody. `form-action` includes the
 * bank, because it applies to redirects of a form.
 */
export function pagePolicy({
  path,
  inline,
  framers,
  formTargets,
  previews,
  stores = [],
  isPreview = false,
  cardFields,
}: {
  path: string
  inline: InlineSources
  framers: readonly string[]
  formTargets: readonly string[]
  /** Origin of live previews; only pages that show a shop may frame the hosts below it. */
  previews?: string
  /** Origins of storefronts, for the console, which shows a home page while it is arranged. */
  stores?: readonly string[]
  /** A page that only `framers` show, like those below `/market`. */
  isPreview?: boolean
  /** Sources of the gateway's card fields, for the checkout page only. */
  cardFields?: BrowserOrigins['element']
}): string {
  // In the panel, checkout is reached without a new document, so the first page needs the
  // sources.
  const fields =
    cardFields !== undefined && (isCheckoutPath(path) || isMarketPath(path))
      ? cardFields
      : { scripts: [], frames: [], calls: [] }
  const frames = [
    ...(previews !== undefined && framesShops(path) ? [hostsBelow(previews)] : []),
    ...fields.frames.filter(isSource),
    ...stores.filter(isOrigin),
  ]
  const mayFrame = isMarketPath(path) || isPreview
  const ancestors = (mayFrame && framers.filter(isOrigin).join(' ')) || "'none'"
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...fields.scripts.filter(isSource)].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...fields.calls.filter(isSource)].join(' '),
    "manifest-src 'self'",
    `form-action 'self' ${formTargets.filter(isSource).join(' ')}`.trim(),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** `/checkout/{slug}` and where a card is saved, not the result pages. */
const isCheckoutPath = (path: string): boolean =>
  /^\/checkout\/(?!success$|fail$)((subscriptions|subscribe)\/)?[^/]+$/.test(path)
const hostsBelow = (origin: string): string => origin.replace('://', '://*.')

/** What every answer carries, unless it has its own. */
const EVERY = { 'x-content-type-options': 'nosniff' } as const
/** Headers without meaning on fonts and images; without them a font fits into the first packets. */
const UNLESS_PART = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const
const PART = /^font\/|^image\/(?!svg)|^text\/(css|javascript)/

export function addCommonHeaders({
  get,
  set,
}: {
  get(name: string): string | null | undefined
  set(name: string, value: string): void
}): void {
  const headers = PART.test(get('content-type') ?? '') ? EVERY : { ...EVERY, ...UNLESS_PART }
  for (const [name, value] of Object.entries(headers)) if (!get(name)) set(name, value)
}

/** Adds the common headers; pages set their policy. */
export const commonHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  addCommonHeaders({
    get: (name) => c.res.headers.get(name),
    // Not `c.header`: on a finished answer it makes a new one, with a stream for a body.
    set: (name, value) => c.res.headers.set(name, value),
  })
}
