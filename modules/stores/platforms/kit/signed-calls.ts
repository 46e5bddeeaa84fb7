import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Requests as somebody sends them who has nothing but the protocol document: signed as section 2
 * says, or wrongly on purpose.
 */

export interface Key {
  id: string
  secret: string
}

export interface SignedRequest {
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown
  /** Unix seconds; now, if nothing is said. */
  timestamp?: number
  nonce?: string
  /** Sent in place of the right ones; undefined leaves one out. */
  headers?: Record<string, string | undefined>
  timeoutMs?: number
  /** What is signed in place of what is sent. */
  signed?: { method?: string; target?: string; body?: string }
}

export interface Answer {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  text: string
  /** Empty when the answer is not a JSON object. */
  json: Record<string, unknown>
  /** How long it took, milliseconds. */
  ms: number
}

/** No answer came: `why` is for people. */
export class NoResponse extends Error {
  readonly why: 'unreachable' | 'timeout' | 'cut' | 'blocked'
  constructor(why: NoResponse['why'], where: string) {
    super(
      {
        unreachable: `nobody answers at ${where}`,
        timeout: `${where} did not answer in time`,
        cut: `the wire to ${where} was cut before an answer came`,
        blocked: `${where} is not a public address`,
      }[why],
    )
    this.why = why
  }
}

export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Keys sorted, no white space (section 5). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`)
    .join(',')}}`
}

export const newNonce = (): string => randomBytes(16).toString('base64url')

export interface Plain {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
  timeoutMs?: number
}

/**
 * One request; the path goes out exactly as it is written, dots and all. Redirects are not
 * followed. Throws `NoResponse`.
 */
export type Send = (origin: string, target: string, plain?: Plain) => Promise<Answer>

/** An answer as checks read it. */
export function readAnswer(
  status: number,
  headers: Record<string, string>,
  bytes: Buffer,
  ms: number,
): Answer {
  const text = bytes.toString('utf8')
  return { status, headers, bytes, text, json: readObject(text), ms }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return read !== null && typeof read === 'object' && !Array.isArray(read) ? { ...read } : {}
  } catch {
    return {}
  }
}

/**
 * Signs and sends one call of the connector. `path` is below the base address, e.g.
 * `/stores/7/state`.
 */
export function callSigned(
  send: Send,
  base: string,
  key: Key,
  now: number,
  method: string,
  path: string,
  asked: SignedRequest = {},
): Promise<Answer> {
  const url = new URL(base)
  // By hand: a URL would tidy up what is wrong on purpose.
  const target = `${(url.pathname + url.search).replace(/\/$/, '')}${path}`
  const body =
    asked.body === undefined
      ? undefined
      : typeof asked.body === 'string'
        ? asked.body
        : JSON.stringify(asked.body)
  const timestamp = String(asked.timestamp ?? now)
  const nonce = asked.nonce ?? newNonce()
  const { signed = {} } = asked
  const lines = [
    'v1',
    signed.method ?? method,
    signed.target ?? target,
    timestamp,
    nonce,
    sha256(signed.body ?? body ?? ''),
  ]
  const headers: Record<string, string | undefined> = {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'arasta-key-id': key.id,
    'arasta-timestamp': timestamp,
    'arasta-nonce': nonce,
    'arasta-signature': `v1=${createHmac('sha256', key.secret).update(lines.join('\n')).digest('base64url')}`,
    ...asked.headers,
  }
  const given = Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return send(url.origin, target, {
    method,
    headers: given,
    body,
    timeoutMs: asked.timeoutMs ?? 10_000,
  })
}

/**
 * A query at the end of a path, also where the base address has one already
 * (`…?rest_route=/arasta/v1`).
 */
export const withQuery = (base: string, path: string, query: string): string =>
  `${path}${base.includes('?') ? '&' : '?'}${query}`
