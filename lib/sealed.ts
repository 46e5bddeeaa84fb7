import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/**
 * Encrypts values that are never stored in plain (D23): AES-256-GCM with a key per purpose, derived
 * from the configured one. The key's id is stored as a prefix, so that keys can rotate.
 */
export interface SealingKeys {
  /** Id of the key for new values. */
  current: string
  /** Key id → 32 bytes. */
  keys: Record<string, Buffer>
}

/** Derived keys by key and purpose: deriving takes longer than encrypting a short text. */
const derived = new WeakMap<Buffer, Map<string, KeyObject>>()

function derive(key: Buffer, purpose: string): KeyObject {
  let ofKey = derived.get(key)
  if (!ofKey) derived.set(key, (ofKey = new Map()))
  let made = ofKey.get(purpose)
  if (!made) {
    made = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `arasta:${purpose}`, 32)))
    ofKey.set(purpose, made)
  }
  return made
}

export function seal(keys: SealingKeys, purpose: string, plain: string): string {
  const key = keys.keys[keys.current]
  if (!key) throw new Error('the current sealing key is missing')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive(key, purpose), iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return [
    keys.current,
    iv.toString('base64url'),
    Buffer.concat([body, cipher.getAuthTag()]).toString('base64url'),
  ].join('.')
}

/** The id of the key that encrypted a value. */
export const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

/**
 * Throws when the value was modified, encrypted for another purpose, or its key is not configured.
 */
export function unseal(keys: SealingKeys, purpose: string, sealed: string): string {
  const [keyId = '', iv = '', data = ''] = sealed.split('.')
  const key = keys.keys[keyId]
  if (!key) throw new Error(`sealing key ${keyId} is not configured`)
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derive(key, purpose),
    Buffer.from(iv, 'base64url'),
  )
  decipher.setAuthTag(bytes.subarray(bytes.length - 16))
  return Buffer.concat([
    decipher.update(bytes.subarray(0, bytes.length - 16)),
    decipher.final(),
  ]).toString('utf8')
}

/**
 * Keyed hashes for looking up encrypted values (D23): under the current key first, then under
 * former ones. Unlike a plain hash, they cannot be guessed from known addresses.
 */
export const keyedHashes = (
  keys: SealingKeys,
  purpose: string,
  plain: string,
): [Buffer, ...Buffer[]] => {
  const current = keys.keys[keys.current]
  if (!current) throw new Error('the current sealing key is missing')
  const under = (key: Buffer) =>
    createHmac('sha256', derive(key, `hash:${purpose}`))
      .update(plain)
      .digest()
  return [
    under(current),
    ...Object.entries(keys.keys)
      .filter(([id]) => id !== keys.current)
      .map(([, key]) => under(key)),
  ]
}
