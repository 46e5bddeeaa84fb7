import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AllowBody, BodyAllowance } from '#lib/bounded-server.ts'
import { refuse } from '#lib/refusal.ts'
import type { Operation } from '#kernel/operation.ts'
import { CONSOLE_OPERATIONS, MARKET_OPERATIONS } from './operations.ts'

/**
 * Body limits by role, enforced by `lib/bounded-server.ts`. A mere claim of a session raises the
 * limit here; `requireOwnBody` refuses the body when the claim is false.
 */
const ANONYMOUS = { bytes: 16 * 1024 } as const satisfies BodyAllowance
const CALL_BYTES = 256 * 1024
const FORM_BYTES = 64 * 1024

/** The largest body that a guest may send to a route that declares it. */
const DECLARED_BYTES = 48 * 1024
/**
 * An Arabic message of 5,000 letters (S3.6) takes six bytes a letter in a form: three times its
 * size as JSON.
 */
const LONG_FORM = /^(?:\/market)?\/contact(?:\/[\w-]+)?(?:\.data)?(?:\?|$)/
/** Gateway notices have a signature instead of a session. */
const NOTICE_PATH = /^\/checkout\/notice\/[\w-]+(?:\?|$)/
const CALL_CREDENTIALS = ['apps-token', 'authorization', 'arasta-signature'] as const

interface Upload {
  method: string
  path: RegExp
  bytes: number
}

/** Uploads are streamed: their routes authorize the caller before they read. */
const uploadsOf = (operations: readonly { operation: Operation }[]): Upload[] =>
  operations.flatMap(({ operation: { method, path, upload } }) =>
    upload
      ? (typeof path === 'string' ? [path] : Object.values(path)).map((one) => ({
          method: method.toUpperCase(),
          path: new RegExp(`^/api${one.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
          bytes: upload.maxBytes,
        }))
      : [],
  )
const MARKET_UPLOADS = uploadsOf(MARKET_OPERATIONS)

const MULTIPART = /^multipart\/form-data\b/i
/** The page whose form sends a picture where there is no script. */
const FILE_FORM = /^(?:\/market)?\/[a-z0-9-]+\/reviews(?:\?|$)/
const MARKET_FILE_FORM_BYTES = FORM_BYTES + Math.max(0, ...MARKET_UPLOADS.map(({ bytes }) => bytes))

/** Whether a storefront's form may have a file: it is read only after the caller is known. */
export const hasFileForm = (url: string, type: string | undefined): boolean =>
  FILE_FORM.test(url) && MULTIPART.test(type ?? '')

/** Limits of the storefronts and the installer. */
export const allowMarketBody: AllowBody = ({ method, url = '', headers }) => {
  if (NOTICE_PATH.test(url)) return { bytes: FORM_BYTES }
  if (LONG_FORM.test(url)) return { bytes: DECLARED_BYTES }
  const claimsSession =
    headers.cookie?.includes('apps-token=') ||
    CALL_CREDENTIALS.some((name) => headers[name] !== undefined)
  if (!claimsSession) return ANONYMOUS
  const upload = MARKET_UPLOADS.find((one) => one.method === method && one.path.test(url))
  if (upload) return { bytes: upload.bytes, streamed: true }
  if (method === 'POST' && hasFileForm(url, headers['content-type']))
    return { bytes: MARKET_FILE_FORM_BYTES, streamed: true }
  return { bytes: url.startsWith('/api/') ? CALL_BYTES : FORM_BYTES }
}

/** Live previews accept no input. */
export const allowPreviewBody: AllowBody = () => ANONYMOUS

const UPLOADS = uploadsOf(CONSOLE_OPERATIONS)
const FILE_FORM_BYTES = FORM_BYTES + Math.max(0, ...UPLOADS.map(({ bytes }) => bytes))

/** Limits of the console. Uploads are streamed: their routes authorize the caller before they read. */
export const allowConsoleBody: AllowBody = ({ method, url = '', headers }) => {
  if (headers.authorization === undefined && !headers.cookie?.includes('console.')) return ANONYMOUS
  if (url.startsWith('/api/')) {
    const upload = UPLOADS.find((one) => one.method === method && one.path.test(url))
    return upload ? { bytes: upload.bytes, streamed: true } : { bytes: CALL_BYTES }
  }
  return MULTIPART.test(headers['content-type'] ?? '')
    ? { bytes: FILE_FORM_BYTES, streamed: true }
    : { bytes: FORM_BYTES }
}

/** Refuses an anonymous caller's body above the anonymous limit, before it is parsed (SRV-6). */
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

/** More than any form of ours has. Parsing millions of empty parts takes seconds. */
const MAX_PARTS = 300

/**
 * Refuses bodies that screens cannot read as a form (400). `files`: whether multipart forms are
 * accepted. Reads the body, so call it after authorization.
 */
export async function requireReadableForm(
  c: Context,
  { files }: { files: boolean },
): Promise<void> {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return
  if (!files || !MULTIPART.test(type)) throw refuse('input.malformed')
  const bytes = Buffer.from(await c.req.raw.clone().arrayBuffer())
  if (hasTooManyParts(bytes, type)) throw refuse('input.malformed')
  try {
    await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw refuse('input.malformed')
  }
}

function hasTooManyParts(bytes: Buffer, type: string): boolean {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  const delimiter = `--${quoted ?? plain ?? ''}`
  if (delimiter === '--') return true
  let parts = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    parts += 1
    if (parts > MAX_PARTS) return true
  }
  return false
}

/** Hidden fields come first in forms of either encoding. */
const LOOKED_AT = 2048
const FIELD = /(?:^|&)form_key=([\w-]{16,200})(?:&|$)|name="form_key"\r\n\r\n([\w-]{16,200})\r\n/

/** Reads the idempotency key of a form; returns the request with its body unread. */
export async function readFormKey(
  request: Request,
): Promise<{ request: Request; key: string | null }> {
  if (request.method !== 'POST' || !request.body) return { request, key: null }
  const reader = request.body.getReader()
  const seen: Uint8Array[] = []
  let [size, ended] = [0, false]
  while (size < LOOKED_AT && !ended) {
    const { done, value } = await reader.read()
    if (value) {
      seen.push(value)
      size += value.length
    }
    ended = done
  }
  const [, plain, multipart] =
    FIELD.exec(Buffer.concat(seen).subarray(0, LOOKED_AT).toString('latin1')) ?? []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of seen) controller.enqueue(chunk)
      if (ended) controller.close()
    },
    async pull(controller) {
      if (ended) return
      const { done, value } = await reader.read()
      if (value) controller.enqueue(value)
      if (done) controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return {
    request: new Request(request, { body, duplex: 'half' } as RequestInit),
    key: plain ?? multipart ?? null,
  }
}

/** Reads a JSON body or none; its size was limited earlier (`limitBody`). */
export async function readJsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? ''))
    throw refuse('input.malformed')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw refuse('input.malformed')
  }
}
