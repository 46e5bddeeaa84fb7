import { timingSafeEqual } from 'node:crypto'
import { keyedHashes, type SealingKeys } from '#lib/sealed.ts'

const PURPOSE = 'newsletter-unsubscribe'

/** Stands in every mail of the newsletter, so it is made anew each time and stored nowhere: the subscriber's id and our seal on it. */
export const unsubscribeTokenOf = (keys: SealingKeys, subscriberId: string): string =>
  `${subscriberId}.${keyedHashes(keys, PURPOSE, subscriberId)[0].toString('base64url')}`

/** The subscriber's id, when the seal is ours, of today's key or an earlier one. */
export function readUnsubscribeToken(keys: SealingKeys, token: string): string | null {
  const [, id = '', seal = ''] = /^(nws_[0-9a-z]{20})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (id === '') return null
  const given = Buffer.from(seal, 'base64url')
  return keyedHashes(keys, PURPOSE, id).some(ours => timingSafeEqual(ours, given)) ? id : null
}
