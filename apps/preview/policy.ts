/**
 * What runs inline on a page by the shop's own policy: its nonces and hashes; without a policy,
 * everything does.
 */
const INLINE =
  /^'(?:nonce-[A-Za-z0-9+/=_-]{8,200}|sha(?:256|384|512)-[A-Za-z0-9+/=_-]{40,100}|unsafe-inline|unsafe-eval|unsafe-hashes|wasm-unsafe-eval)'$/

export function inlineSources(
  shopPolicy: string | undefined,
  directive: 'script-src' | 'style-src',
): string[] {
  const directives = new Map(
    (shopPolicy ?? '')
      .split(/[;,]/)
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  )
  const sources = directives.get(directive) ?? directives.get('default-src')
  if (!sources) return ["'unsafe-inline'", ...(directive === 'script-src' ? ["'unsafe-eval'"] : [])]
  return sources.filter((source) => INLINE.test(source)).slice(0, 50)
}

/**
 * Only what is an origin may stand in a policy: nothing that a platform says of itself can widen
 * it.
 */
const isOrigin = (text: string): boolean => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text)

/**
 * XSS-5: the policy of a page of a preview. The sandbox is ours whatever frames the page or opens
 * it: scripts run, but in an origin that is nobody's, without cookies, storage, a parent to reach
 * or a window to lead away. Everything is loaded from this preview's own host.
 */
export function pagePolicy({
  origin,
  assets,
  framers,
  shopPolicy,
}: {
  origin: string
  assets: readonly string[]
  framers: readonly string[]
  shopPolicy: string | undefined
}): string {
  // Named and not 'self': browsers differ in what that is for a page without an origin.
  const files = [origin, ...assets.filter(isOrigin)].join(' ')
  // A nonce or a hash lets a file in from anywhere. A second policy says where from, and what is
  // loaded must please both.
  const whence = [
    `script-src ${files} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${files} 'unsafe-inline'`,
    'worker-src blob:',
  ].join('; ')
  const page = [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    ['script-src', files, ...inlineSources(shopPolicy, 'script-src')].join(' '),
    ['style-src', files, ...inlineSources(shopPolicy, 'style-src')].join(' '),
    `img-src ${files} data: blob:`,
    `font-src ${files} data:`,
    `media-src ${files} data: blob:`,
    `connect-src ${origin}`,
    'worker-src blob:',
    `frame-src ${origin}`,
    `form-action ${origin}`,
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framers.filter(isOrigin).join(' ') || "'none'"}`,
  ].join('; ')
  return `${page}, ${whence}`
}

/** Of a file: opened as a page of its own it is nothing (XSS-4). */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), clipboard-read=(), clipboard-write=(), display-capture=(), fullscreen=(), storage-access=(), browsing-topics=()',
  // A page without an origin is a stranger even to its own fonts and modules. No credentials travel
  // by this.
  'access-control-allow-origin': '*',
}
