import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { nowSeconds } from '../platform.ts'
import { sha256 } from './canonical-json.ts'
import { Refusal } from './refusal.ts'

/** Who signed a request: the market itself, or the market with one store's key. */
export type Caller = { kind: 'platform' } | { kind: 'store'; storeId: StoreId }

export interface SignedRequest {
  method: string
  /** Path with query, exactly as it stood in the request line. */
  target: string
  header(name: string): string | undefined
  body: Uint8Array
}

/** Seconds that a timestamp may be off, either way. */
const window = 300

/** Checks key, time, signature and nonce (protocol, section 2); refuses with 401. */
export function requireCaller(platform: Platform, request: SignedRequest): Caller {
  const keyId = request.header('arasta-key-id') ?? ''
  const timestamp = request.header('arasta-timestamp') ?? ''
  const nonce = request.header('arasta-nonce') ?? ''
  const [scheme, signature] = (request.header('arasta-signature') ?? '').split('=', 2)
  if (scheme !== 'v1' || !signature) throw unsigned('the signature is missing or not of version 1')
  if (!/^[A-Za-z0-9_-]{16,200}$/.test(nonce))
    throw unsigned('the nonce must be at least 96 bits, URL safe')

  const key = findKey(platform, keyId)
  // An unknown key takes the same way as a wrong signature, so that key ids cannot be told apart by
  // time.
  const lines = ['v1', request.method, request.target, timestamp, nonce, sha256(request.body)]
  const expected = createHmac('sha256', key?.secret ?? 'no such key')
    .update(lines.join('\n'))
    .digest()
  const given = Buffer.from(signature, 'base64url')
  const fits = given.length === expected.length && timingSafeEqual(given, expected)
  if (!key || !fits || given.toString('base64url') !== signature)
    throw unsigned('unknown key or wrong signature')

  const now = nowSeconds(platform)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > window) {
    throw unsigned(`the timestamp is more than ${window} seconds off`)
  }
  platform.db.run('DELETE FROM nonce WHERE forget_at < ?', now)
  // Kept until its own timestamp is outside the window, so that it cannot come back within it.
  const fresh = platform.db.run(
    'INSERT OR IGNORE INTO nonce VALUES (?, ?, ?)',
    keyId,
    nonce,
    Number(timestamp) + window + 1,
  )
  if (fresh === 0) throw unsigned('this nonce was used already')
  return key.caller
}

const unsigned = (message: string) => new Refusal(401, 'bad_signature', message)

function findKey(
  { config, db }: Platform,
  keyId: string,
): { secret: string; caller: Caller } | undefined {
  if (keyId === config.client.id)
    return { secret: config.client.secret, caller: { kind: 'platform' } }
  const row = db.get<{ secret: string; store_id: StoreId }>(
    'SELECT secret, store_id FROM credential WHERE key_id = ?',
    keyId,
  )
  return row && { secret: row.secret, caller: { kind: 'store', storeId: row.store_id } }
}
