import { sameText } from '#lib/same-text.ts'
import { keyedHashes, type SealingKeys } from '#lib/sealed.ts'

const sealsOf = (keys: SealingKeys, purpose: string, id: string) =>
  keyedHashes(keys, purpose, id).map((hash) => hash.toString('base64url'))

/**
 * What opens a row for whoever has the mail with it: made anew for each mail and stored nowhere, an
 * id and our seal on it.
 */
export interface SealedIds {
  write: (keys: SealingKeys, id: string) => string
  /** The id, when the seal is ours, of today's key or an earlier one. */
  read: (keys: SealingKeys, token: string) => string | null
}

const sealedIds = (purpose: string, form: RegExp): SealedIds => ({
  write: (keys, id) => `${id}.${sealsOf(keys, purpose, id)[0]}`,
  read(keys, token) {
    const [id = '', seal, ...more] = token.split('.')
    return more.length === 0 &&
      form.test(id) &&
      sealsOf(keys, purpose, id).some((ours) => sameText(seal, ours))
      ? id
      : null
  },
})

/** Stands in every mail of the newsletter: the subscriber's way out. */
export const unsubscribeTokens = sealedIds('newsletter-unsubscribe', /^nws_[0-9a-z]{20}$/)

/** Stands in every answer to a question, so that whoever asked may write again. */
export const replyTokens = sealedIds('contact-reply', /^msg_[0-9a-z]{20}$/)
