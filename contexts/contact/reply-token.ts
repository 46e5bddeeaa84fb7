import { timingSafeEqual } from 'node:crypto'
import { keyedHashes, type SealingKeys } from '#lib/sealed.ts'

const PURPOSE = 'contact-reply'

/** Stands in every answer to a question, so that whoever asked may write again: the question's id and our seal on it. */
export const replyTokenOf = (keys: SealingKeys, messageId: string): string => `${messageId}.${keyedHashes(keys, PURPOSE, messageId)[0].toString('base64url')}`

/** The question's id, when the seal is ours, of today's key or an earlier one. */
export function readReplyToken(keys: SealingKeys, token: string): string | null {
  const [, id = '', seal = ''] = /^(msg_[0-9a-z]{20})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  if (id === '') return null
  const given = Buffer.from(seal, 'base64url')
  return keyedHashes(keys, PURPOSE, id).some(ours => timingSafeEqual(ours, given)) ? id : null
}
