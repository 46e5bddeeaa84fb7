import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Compares two signatures or secrets of any length in constant time. As text, not decoded: the last
 * character of base64 has unused bits, so several texts decode to the same bytes.
 */
export function sameText(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(expected))
}
