import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: without I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `length` characters of 5 random bits each. */
export function randomCode(length: number): string {
  const bytes = randomBytes(length)
  let code = ''
  for (const byte of bytes) code += ALPHABET[byte & 31]
  return code
}

/** A row id with its kind as prefix and 100 random bits: `ord_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomCode(20).toLowerCase()}`

/** 256 random bits, URL safe: session tokens and handles. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Secrets are looked up by their SHA-256 hash and never stored in plain. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const sha256Hex = (data: Buffer | string): string =>
  createHash('sha256').update(data).digest('hex')

/**
 * JSON with sorted keys and no white space: equal values give equal bytes, which can be hashed and
 * signed.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(
      Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    )
  })
}
