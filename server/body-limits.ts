import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AllowBody, BodyAllowance } from '#lib/bounded-server.ts'
import { refuse } from '#lib/refusal.ts'
import { CONSOLE_OPERATIONS } from './operations.ts'

/**
 * How much a request may send, by role (`lib/bounded-server.ts` enforces it). What is larger than
 * an anonymous body is allowed here on the claim of a session alone; `requireOwnBody` refuses it
 * once the claim turns out to be false.
 */
const ANONYMOUS = { bytes: 16 * 1024 } as const satisfies BodyAllowance
const CALL_BYTES = 256 * 1024
const FORM_BYTES = 64 * 1024

/** The largest body that a guest may send where a route declares it. */
const DECLARED_BYTES = 48 * 1024
/**
 * A message of 5,000 letters (S3.6) is six bytes a letter in an Arabic form: three times what the
 * call takes.
 */
const LONG_FORM = /^(?:\/market)?\/contact(?:\/[\w-]+)?(?:\.data)?(?:\?|$)/
/** Notices of gateways carry a signature instead of a session. */
const NOTICE_PATH = /^\/checkout\/notice\/[\w-]+(?:\?|$)/
const CALL_CREDENTIALS = ['apps-token', 'authorization', 'arasta-signature'] as const

/** The stores and the installer. */
export const allowMarketBody: AllowBody = ({ url = '', headers }) => {
  if (NOTICE_PATH.test(url)) return { bytes: FORM_BYTES }
  if (LONG_FORM.test(url)) return { bytes: DECLARED_BYTES }
  const claimsSession =
    headers.cookie?.includes('apps-token=') ||
    CALL_CREDENTIALS.some((name) => headers[name] !== undefined)
  if (!claimsSession) return ANONYMOUS
  return { bytes: url.startsWith('/api/') ? CALL_BYTES : FORM_BYTES }
}

/** Live previews show; they take nothing. */
export const allowPreviewBody: AllowBody = () => ANONYMOUS

const UPLOADS = CONSOLE_OPERATIONS.flatMap(({ operation: { method, path, upload } }) =>
  upload && typeof path === 'string'
    ? [
        {
          method: method.toUpperCase(),
          path: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
          bytes: upload.maxBytes,
        },
      ]
    : [],
)
const FILE_FORM_BYTES = FORM_BYTES + Math.max(0, ...UPLOADS.map(({ bytes }) => bytes))

/**
 * Uploads are streamed: their routes admit the caller before they read (`console/api.ts`,
 * `console/console-app.ts`).
 */
export const allowConsoleBody: AllowBody = ({ method, url = '', headers }) => {
  if (headers.authorization === undefined && !headers.cookie?.includes('console.')) return ANONYMOUS
  if (url.startsWith('/api/')) {
    const upload = UPLOADS.find((one) => one.method === method && one.path.test(url))
    return upload ? { bytes: upload.bytes, streamed: true } : { bytes: CALL_BYTES }
  }
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
    ? { bytes: FILE_FORM_BYTES, streamed: true }
    : { bytes: FORM_BYTES }
}

/**
 * Refuses the larger body of a caller who turned out to be anonymous, before anything parses it
 * (SRV-6).
 */
export function requireOwnBody(c: Context, isAnonymous: boolean): void {
  const most = LONG_FORM.test(c.req.path) ? DECLARED_BYTES : ANONYMOUS.bytes
  if (isAnonymous && bodyBytes(c) > most) throw refuse('body.too_large')
}

function bodyBytes(c: Context): number {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming as
    | (IncomingMessage & { rawBody?: Buffer })
    | undefined
  return incoming?.rawBody?.length ?? Number(c.req.header('content-length') ?? '0')
}
