import { createHmac, timingSafeEqual } from 'node:crypto'
import { secondsAfter } from '#lib/clock.ts'
import { CODE_DIGITS } from './one-time-code.ts'
import { CODE_PAUSE_SECONDS } from './rules.ts'

/** `count` digits that only the holder of `key` can compute from `text`. */
export const digitsOf = (key: Buffer, text: string, count: number): string =>
  String(
    createHmac('sha256', key).update(text).digest().readBigUInt64BE() % 10n ** BigInt(count),
  ).padStart(count, '0')

/**
 * The code of one attempt: computed, not stored, so that a resend mails the same code while it is
 * valid.
 */
export const codeOf = (key: Buffer, attemptId: string): string =>
  digitsOf(key, `code of an attempt:${attemptId}`, CODE_DIGITS)

/**
 * A million codes are soon tried by whoever reads the table: the hash takes a key that is not in
 * it.
 */
export const hashCode = (key: Buffer, attemptId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`connect-code:${attemptId}:${code}`).digest()

/** Takes as long where no code was made. */
export function isCode(
  key: Buffer,
  attemptId: string,
  typed: string,
  known: Buffer | null,
): boolean {
  const hash = hashCode(key, attemptId, typed)
  return timingSafeEqual(hash, known ?? Buffer.alloc(hash.length))
}

/**
 * Seconds until another code may be asked for; none where that may be done now, or none was asked
 * for yet.
 */
export const resendIn = (askedAt: Date | null, now: Date): number =>
  askedAt === null
    ? 0
    : Math.max(
        0,
        Math.ceil((secondsAfter(askedAt, CODE_PAUSE_SECONDS).getTime() - now.getTime()) / 1000),
      )
