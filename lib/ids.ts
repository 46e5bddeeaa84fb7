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
