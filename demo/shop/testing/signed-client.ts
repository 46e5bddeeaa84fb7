import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { HttpAnswer, HttpClient } from '../../../lib/http.ts'

export interface Key {
  id: string
  secret: string
}

export interface Call {
  method?: string
  path: string
  key: Key
  body?: unknown
  /** Sent in place of the right values. */
  headers?: Record<string, string>
  timestamp?: number
  nonce?: string
}

/**
 * Calls the connector as section 2 of the protocol says; written from the document, not from the
 * server's code.
 */
export function signedClient(http: HttpClient, origin: string, now: () => number) {
  return async ({
    method = 'GET',
    path,
    key,
    body,
    headers = {},
    timestamp = now(),
    nonce = randomBytes(16).toString('base64url'),
  }: Call) => {
    const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const text = ['v1', method, path, String(timestamp), nonce, hash].join('\n')
    const answer = await http.request(`${origin}${path}`, {
      method,
      body: bytes === '' ? undefined : bytes,
      headers: {
        'arasta-key-id': key.id,
        'arasta-timestamp': String(timestamp),
        'arasta-nonce': nonce,
        'arasta-signature': `v1=${createHmac('sha256', key.secret).update(text).digest('base64url')}`,
        ...(bytes === '' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    return { ...answer, json: parse(answer) }
  }
}

// The shape is what a test is about to check.
const parse = (answer: HttpAnswer): Record<string, unknown> =>
  JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>
