import { createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'

/** How long a platform may take to fetch a package that it was offered. */
export const TICKET_SECONDS = 300

const macOf = (key: Buffer, sha256: string, expires: number) =>
  createHmac('sha256', key).update(`package:${sha256}:${expires}`).digest('base64url')

/** A download address that opens one package until then and nothing else (S7.15). */
export function downloadUrl(
  origin: string,
  key: Buffer,
  sha256: string,
  now: Date,
): { url: string; expiresAt: Date } {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS
  return {
    url: `${origin}/packages/${sha256}.zip?expires=${expires}&ticket=${macOf(key, sha256, expires)}`,
    expiresAt: new Date(expires * 1000),
  }
}

export function isTicketValid(
  key: Buffer,
  sha256: string,
  expires: string,
  ticket: string,
  now: Date,
): boolean {
  const until = Number(expires)
  return (
    Number.isSafeInteger(until) &&
    until * 1000 >= now.getTime() &&
    sameText(ticket, macOf(key, sha256, until))
  )
}
