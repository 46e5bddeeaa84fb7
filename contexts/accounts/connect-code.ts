import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** A million codes are soon tried by whoever reads the table: the hash takes a key that is not in it. */
export const hashCode = (key: Buffer, attemptId: string, code: string): Buffer => createHmac('sha256', key).update(`connect-code:${attemptId}:${code}`).digest()

/** Takes as long where no code was made. */
export function isCode(key: Buffer, attemptId: string, typed: string, known: Buffer | null): boolean {
  const hash = hashCode(key, attemptId, typed)
  return timingSafeEqual(hash, known ?? Buffer.alloc(hash.length))
}
