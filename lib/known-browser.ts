import { createHmac, timingSafeEqual } from 'node:crypto'
import { newSecret } from './ids.ts'
import { MOST_KNOWN } from './limit.ts'

interface Signing {
  downloadTokenKey: Buffer
}

const sign = (key: Buffer, id: string, subject: string): string =>
  createHmac('sha256', key).update(`known browser:${id}:${subject}`).digest('base64url')

/**
 * What a browser keeps after it signed in at `subject`. It opens nothing: it only gives codes for
 * that subject turns of its own.
 */
export function newKnownBrowser({ downloadTokenKey }: Signing, subject: string): string {
  const id = newSecret().slice(0, 22)
  return `${id}.${sign(downloadTokenKey, id, subject)}`
}

/** The id in whichever of these (joined by `~`) was made for `subject`; null when none was. */
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
