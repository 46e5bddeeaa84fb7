import { createHmac, timingSafeEqual } from 'node:crypto'
import { newSecret } from './ids.ts'
import { MOST_KNOWN } from './limit.ts'

interface Signing {
  downloadTokenKey: Buffer
}

const sign = (key: Buffer, id: string, subject: string): string =>
  createHmac('sha256', key).update(`known browser:${id}:${subject}`).digest('base64url')

/**
 * Creates the cookie value of a browser that signed in at `subject`. It grants no access, only a
 * rate limit of its own for sign-in codes.
 */
export function newKnownBrowser({ downloadTokenKey }: Signing, subject: string): string {
  const id = newSecret().slice(0, 22)
  return `${id}.${sign(downloadTokenKey, id, subject)}`
}

/**
 * The id in the first of these cookies (joined by `~`) that was signed for `subject`; null when
 * there is none.
 */
export function readKnownBrowser(
  { downloadTokenKey }: Signing,
  kept: string | undefined,
  subject: string,
): string | null {
  for (const one of (kept ?? '').split('~').slice(0, MOST_KNOWN)) {
    const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(one) ?? []
    if (
      id &&
      signature &&
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(downloadTokenKey, id, subject)))
    )
      return id
  }
  return null
}
