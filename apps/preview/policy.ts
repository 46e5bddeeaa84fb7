/**
 * Nonces and hashes that the shop's own policy allows for inline scripts; without a policy all are
 * allowed.
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

/** Only origins may enter a policy, so that a platform cannot widen it. */
const isOrigin = (text: string): boolean => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text)

/**
 * XSS-5: the policy of a preview page. Our sandbox applies however the page is framed or opened:
 * scripts run in an opaque origin, without cookies, storage, parent or navigation. Everything is
 * loaded from the host of this preview.
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
  // Not 'self': browsers differ in what that means for an opaque origin.
  const files = [origin, ...assets.filter(isOrigin)].join(' ')
  // A nonce or hash allows a file from anywhere, so a second policy restricts the sources; both
  // must allow a file.
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

/** For files, which do nothing when opened as a page (XSS-4). */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), clipboard-read=(), clipboard-write=(), display-capture=(), fullscreen=(), storage-access=(), browsing-topics=()',
  // An opaque origin needs CORS even for its own fonts and modules. No credentials are sent with
  // it.
  'access-control-allow-origin': '*',
}
