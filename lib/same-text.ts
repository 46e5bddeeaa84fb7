import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Compares two signatures or secrets in constant time, whatever their lengths. As text, never as
 * what it decodes to: the last character of base64 has bits that mean nothing, so several texts
 * would pass for one.
 */
export function sameText(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(expected))
}
