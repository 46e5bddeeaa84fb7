import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '#lib/ids.ts'

/**
 * The market's signature of a package (D11): Ed25519 over the 32 bytes of the zip's SHA-256. Keys
 * are JWKs (RFC 8037) with their RFC 7638 thumbprint as `kid`. Several public keys may be valid at
 * once.
 */
export const publicKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/),
  kid: z.string().min(1).max(100),
  use: z.literal('sig').optional(),
  alg: z.literal('EdDSA').optional(),
})
export type PublicKey = z.infer<typeof publicKeySchema>

export const privateKeySchema = publicKeySchema.extend({ d: z.string().regex(/^[\w-]{43}$/) })
export type PrivateKey = z.infer<typeof privateKeySchema>

interface PackageSignature {
  keyId: string
  /** base64url without padding, 64 bytes. */
  signature: string
}

export function generateSigningKey(): PrivateKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x, d } = privateKey.export({ format: 'jwk' })
  const key = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: z.string().parse(x),
    use: 'sig',
    alg: 'EdDSA',
  } as const
  return { ...key, kid: thumbprint(key), d: z.string().parse(d) }
}

/** The public key of a key pair. */
export function publicHalf({ kty, crv, x, kid }: PublicKey): PublicKey {
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }
}

export const thumbprint = ({ kty, crv, x }: Pick<PublicKey, 'kty' | 'crv' | 'x'>): string =>
  createHash('sha256').update(canonicalJson({ crv, kty, x })).digest('base64url')

/** @param sha256 hex, of the zip. */
export function signPackage(sha256: string, key: PrivateKey): PackageSignature {
  const privateKey = createPrivateKey({
    key: { kty: key.kty, crv: key.crv, x: key.x, d: key.d },
    format: 'jwk',
  })
  return {
    keyId: key.kid,
    signature: sign(null, rawHash(sha256), privateKey).toString('base64url'),
  }
}

/** Whether one of these keys signed the package. Never throws. */
export function verifyPackage(
  sha256: string,
  { keyId, signature }: PackageSignature,
  keys: readonly PublicKey[],
): boolean {
  const key = keys.find((one) => one.kid === keyId)
  if (!key || !/^[0-9a-f]{64}$/.test(sha256) || !/^[\w-]{86}$/.test(signature)) return false
  const publicKey = readPublicKey(key)
  return (
    publicKey !== null &&
    verify(null, rawHash(sha256), publicKey, Buffer.from(signature, 'base64url'))
  )
}

function readPublicKey({ kty, crv, x }: PublicKey): KeyObject | null {
  try {
    return createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  } catch {
    return null
  }
}

function rawHash(sha256: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`Not a SHA-256 in hex: ${sha256}`)
  return Buffer.from(sha256, 'hex')
}

/**
 * Earlier keys of the market (docs/operating.md, "The market's key"). Their signatures stay valid
 * unless the key was withdrawn.
 */
export const formerKeySchema = publicKeySchema.omit({ use: true, alg: true }).extend({
  /** Its last day of use. */
  until: z.iso.datetime(),
  /** None of its signatures is valid any more. */
  withdrawn_at: z.iso.datetime().optional(),
})
export type FormerKey = z.infer<typeof formerKeySchema>

interface MarketKeys {
  signingKey: PrivateKey
  formerKeys: readonly FormerKey[]
}

/** Public keys whose signatures are valid. */
export const validKeys = ({ signingKey, formerKeys }: MarketKeys): PublicKey[] => [
  publicHalf(signingKey),
  ...formerKeys.filter((key) => key.withdrawn_at === undefined).map(publicHalf),
]

/**
 * The content of `/keys.json`. `keys` are valid, a former one only for log entries before its
 * `until`; `withdrawn` are invalid.
 */
export const keySet = ({ signingKey, formerKeys }: MarketKeys) => ({
  keys: [
    { ...publicHalf(signingKey), state: 'current' as const },
    ...formerKeys
      .filter((key) => key.withdrawn_at === undefined)
      .map((key) => ({ ...publicHalf(key), state: 'former' as const, until: key.until })),
  ],
  withdrawn: formerKeys.flatMap(({ kid, withdrawn_at: at }) =>
    at === undefined ? [] : [{ kid, at }],
  ),
})
