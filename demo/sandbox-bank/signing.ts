import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The four strings that are signed (docs/protocols/sandbox-bank.md, section 2). Each begins with a
 * line of its own, so that none can pass for another.
 */
export interface Signer {
  /** Over a merchant's request; `target` is the path with query exactly as sent. */
  request(parts: {
    method: string
    target: string
    timestamp: string
    nonce: string
    body: Buffer
  }): string
  /** Over our answer, bound to the request by its nonce. */
  answer(parts: { nonce: string; status: number; body: string }): string
  /** Over the form with which the browser returns to the merchant. */
  browserReturn(parts: {
    attemptId: string
    mdStatus: string
    paymentId: string
    status: string
  }): string
  /** Over a server-to-server notice. */
  notice(parts: { eventId: string; timestamp: string; body: string }): string
}

const sha256Hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

export function createSigner(secret: string): Signer {
  const sign = (lines: string[]) =>
    `v1=${createHmac('sha256', secret).update(lines.join('\n')).digest('base64url')}`
  return {
    request: ({ method, target, timestamp, nonce, body }) =>
      sign(['v1', method, target, timestamp, nonce, sha256Hex(body)]),
    answer: ({ nonce, status, body }) =>
      sign(['v1-answer', nonce, String(status), sha256Hex(body)]),
    browserReturn: ({ attemptId, mdStatus, paymentId, status }) =>
      sign(['v1-return', attemptId, mdStatus, paymentId, status]),
    notice: ({ eventId, timestamp, body }) =>
      sign(['v1-notice', eventId, timestamp, sha256Hex(body)]),
  }
}

/** Compares in constant time, whatever the lengths. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [
    createHash('sha256').update(a).digest(),
    createHash('sha256').update(b).digest(),
  ]
  return timingSafeEqual(left, right)
}

/**
 * Keys for what must be recognised again but not kept: cards, request bodies, challenge addresses.
 */
export interface Keys {
  /** Keyed hash of a card number (PCI DSS 3.5.1.1: a bare hash of a card number can be guessed). */
  cardHash(number: string): string
  /**
   * What a merchant may know of a number: two cards are one when it is the same. Made of the hash,
   * and the number cannot be guessed from it without the bank's key.
   */
  cardFingerprint(cardHash: string): string
  /** Keyed hash of a request's body, to tell a repeat from another request under the same id. */
  fingerprint(canonicalBody: string): string
  /**
   * 256 bits of the one-time address; made again from the payment's id, so that only its hash is
   * stored.
   */
  challengeToken(paymentId: string): string
}

export function createKeys(secret: string): Keys {
  const keyed = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'sandbox-bank', purpose, 32))
    return (data: string, encoding: 'hex' | 'base64url') =>
      createHmac('sha256', key).update(data).digest(encoding)
  }
  const [card, seen, body, challenge] = [
    keyed('card'),
    keyed('card seen by the merchant'),
    keyed('body'),
    keyed('challenge'),
  ]
  return {
    cardHash: (number) => card(number, 'hex'),
    cardFingerprint: (cardHash) => `fp_${seen(cardHash, 'base64url').slice(0, 22)}`,
    fingerprint: (canonicalBody) => body(canonicalBody, 'hex'),
    challengeToken: (paymentId) => challenge(paymentId, 'base64url'),
  }
}

const TOLERANCE_SECONDS = 300

/**
 * Remembers the nonces of the last minutes. In memory: after a restart a replayed request is
 * harmless, because every call is idempotent and its answer goes to whoever could read the first
 * one.
 */
export function createNonceMemory() {
  const seen = new Map<string, number>()
  return {
    /** False when the nonce was used inside the window. */
    take(nonce: string, nowSeconds: number): boolean {
      for (const [old, at] of seen) {
        if (at >= nowSeconds - 2 * TOLERANCE_SECONDS) break
        seen.delete(old)
      }
      if (seen.has(nonce)) return false
      seen.set(nonce, nowSeconds)
      return true
    },
  }
}

export type NonceMemory = ReturnType<typeof createNonceMemory>

export type Authentication =
  | { ok: true; nonce: string }
  | { ok: false; error: string; nonce?: string }

/**
 * Who calls? Checks merchant, time, signature and nonce, in that order; a nonce is taken only by a
 * genuine request.
 */
export function authenticate(
  request: {
    method: string
    target: string
    headers: (name: string) => string | undefined
    body: Buffer
  },
  known: { merchantId: string; signer: Signer; nonces: NonceMemory; now: Date },
): Authentication {
  const [merchant = '', timestamp = '', nonce = '', signature = ''] = [
    'bank-merchant',
    'bank-timestamp',
    'bank-nonce',
    'bank-signature',
  ].map(request.headers)
  if (!sameText(merchant, known.merchantId)) return { ok: false, error: 'unknown_merchant' }
  if (!/^[A-Za-z0-9_-]{16,128}$/.test(nonce)) return { ok: false, error: 'bad_nonce' }
  const nowSeconds = Math.floor(known.now.getTime() / 1000)
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowSeconds) <= TOLERANCE_SECONDS
  if (!isRecent) return { ok: false, error: 'stale_timestamp', nonce }
  const expected = known.signer.request({
    method: request.method,
    target: request.target,
    timestamp,
    nonce,
    body: request.body,
  })
  if (!sameText(signature, expected)) return { ok: false, error: 'bad_signature', nonce }
  return known.nonces.take(nonce, nowSeconds)
    ? { ok: true, nonce }
    : { ok: false, error: 'nonce_reused', nonce }
}
