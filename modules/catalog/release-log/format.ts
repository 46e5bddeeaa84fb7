import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '#lib/ids.ts'
import { secondsAfter } from '#lib/clock.ts'
import { MARKETS } from '#lib/market.ts'
import type { PrivateKey, PublicKey } from '../packages/sign-package.ts'

const RELEASE_STATES = ['published', 'halted', 'yanked'] as const
/** Halted releases can be published again, yanked ones cannot. */
export type ReleaseState = (typeof RELEASE_STATES)[number]

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * An entry of the release log (docs/protocols/release-log.md). The last entry of a release is
 * valid. Its leaf is the hash of its canonical JSON.
 */
const logEntrySchema = z.strictObject({
  format: z.literal(1),
  index: z.int().min(0),
  state: z.enum(RELEASE_STATES),
  reason: z.string().max(500).optional(),
  item: z.string().max(60),
  kind: z.enum(MARKETS),
  prefix: z.string().max(120),
  release: z.string().max(60),
  version: z.string().max(100),
  sha256: hash,
  size: z.int().min(1),
  /** Of the package. */
  signature: z.string().regex(/^[\w-]{86}$/),
  key_id: z.string().max(100),
  published_at: z.iso.datetime(),
  logged_at: z.iso.datetime(),
})
export type LogEntry = z.infer<typeof logEntrySchema>

export const entryText = (entry: LogEntry): string => canonicalJson(logEntrySchema.parse(entry))

/** Null for invalid or non-canonical entries. */
export function readEntry(text: string): LogEntry | null {
  try {
    const read = logEntrySchema.safeParse(JSON.parse(text))
    return read.success && canonicalJson(read.data) === text ? read.data : null
  } catch {
    return null
  }
}

/** A client that gets only older heads is attacked (freeze attack). */
const HEAD_SECONDS = 24 * 3600

const time = z.iso.datetime()

/** The signed state of the log. */
export const logHeadSchema = z.strictObject({
  /** The origin of the installer. */
  log: z.url(),
  size: z.int().min(0),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  signed_at: time,
  expires_at: time,
  key_id: z.string().max(100),
  signature: z.string().regex(/^[\w-]{86}$/),
})
export type LogHead = z.infer<typeof logHeadSchema>

/** The signed bytes, as lines, so that anybody can build them. */
const headText = ({
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

/** Whether one of these keys signed it. Ignores the time. Never throws. */
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
