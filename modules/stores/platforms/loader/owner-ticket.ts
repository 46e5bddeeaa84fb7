import { createHmac } from 'node:crypto'
import type { Locale } from '#lib/locale.ts'
import { sameText } from '#lib/same-text.ts'

/** How long the owner may look and click on the site before a new link is due. */
export const OWNER_TICKET_SECONDS = 900

const macOf = (key: Buffer, siteKey: string, head: string) =>
  createHmac('sha256', key).update(`site-owner:${siteKey}:${head}`).digest('base64url')

/**
 * Opens the owner's part of the loader on one site, and lets rules be told there;
 * `expires.locale.mac`.
 */
export function signOwnerTicket(key: Buffer, siteKey: string, locale: Locale, now: Date): string {
  const head = `${Math.floor(now.getTime() / 1000) + OWNER_TICKET_SECONDS}.${locale}`
  return `${head}.${macOf(key, siteKey, head)}`
}

export function isOwnerTicket(key: Buffer, siteKey: string, ticket: string, now: Date): boolean {
  const [, head = '', expires = '', mac = ''] =
    /^((\d{10,12})\.(?:tr|en|ar))\.([\w-]{43})$/.exec(ticket) ?? []
  if (Number(expires) * 1000 < now.getTime() || mac === '') return false
  return sameText(mac, macOf(key, siteKey, head))
}
