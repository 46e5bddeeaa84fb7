import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter } from '#lib/clock.ts'
import type { PrivateKey, PublicKey } from '../packages/sign-package.ts'

/**
 * How long a head holds. Whoever is shown only older ones is being kept from what is new (freeze
 * attack).
 */
export const HEAD_SECONDS = 24 * 3600

const time = z.iso.datetime()

/** What the log is at a moment, signed. */
export const logHeadSchema = z.strictObject({
  /** Origin of the installer whose log it is. */
  log: z.url(),
  size: z.int().min(0),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  signed_at: time,
  expires_at: time,
  key_id: z.string().max(100),
  signature: z.string().regex(/^[\w-]{86}$/),
})
export type LogHead = z.infer<typeof logHeadSchema>

/** The bytes that are signed: lines, so that anybody can put them together. */
export const headText = ({
  log,
  size,
  root,
  signed_at: signedAt,
  expires_at: expiresAt,
}: Omit<LogHead, 'key_id' | 'signature'>): string =>
  ['arasta-release-log-head-v1', log, String(size), root, signedAt, expiresAt, ''].join('\n')

export function signHead(
  { log, size, root }: Pick<LogHead, 'log' | 'size' | 'root'>,
  key: PrivateKey,
  now: Date,
): LogHead {
  const said = {
    log,
    size,
    root,
    signed_at: now.toISOString(),
    expires_at: secondsAfter(now, HEAD_SECONDS).toISOString(),
  }
  const privateKey = createPrivateKey({
    key: { kty: key.kty, crv: key.crv, x: key.x, d: key.d },
    format: 'jwk',
  })
  return {
    ...said,
    key_id: key.kid,
    signature: sign(null, Buffer.from(headText(said)), privateKey).toString('base64url'),
  }
}

/** Signed by one of these keys? Says nothing of its time. Never throws. */
export function verifyHead(head: LogHead, keys: readonly PublicKey[]): boolean {
  const key = keys.find((one) => one.kid === head.key_id)
  if (!key) return false
  try {
    const publicKey = createPublicKey({
      key: { kty: key.kty, crv: key.crv, x: key.x },
      format: 'jwk',
    })
    return verify(
      null,
      Buffer.from(headText(head)),
      publicKey,
      Buffer.from(head.signature, 'base64url'),
    )
  } catch {
    return false
  }
}
