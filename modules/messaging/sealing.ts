import { sameText } from '#lib/same-text.ts'
import { keyedHashes, type SealingKeys } from '#lib/sealed.ts'

/** D23: what people wrote, and addresses, are sealed and hashed under these purposes. */
export const MESSAGE_PURPOSE = 'contact-message'
export const EMAIL_PURPOSE = 'contact-email'

/** The content of a contact message, before it is sealed. */
export interface Written {
  fullname: string
  email: string
  phone?: string
  subject: string
  message: string
  /** Set in a conversation that began with "Get help". */
  shared?: Shared
}

/** What an owner chose to tell the seller; null where they did not. */
export interface Shared {
  shop: string | null
  version: string | null
  order: string | null
}

/** In every mail of the newsletter: unsubscribes. */
export const unsubscribeTokens = sealedIds('newsletter-unsubscribe', /^nws_[0-9a-z]{20}$/)

/** In every answer to a question: lets the asker write again. */
export const replyTokens = sealedIds('contact-reply', /^msg_[0-9a-z]{20}$/)

/** Tokens of an id and its keyed hash: stored nowhere, made again for each mail. */
function sealedIds(purpose: string, form: RegExp) {
  const sealsOf = (keys: SealingKeys, id: string) =>
    keyedHashes(keys, purpose, id).map((hash) => hash.toString('base64url'))
  return {
    write: (keys: SealingKeys, id: string): string => `${id}.${sealsOf(keys, id)[0]}`,
    /** The id, if its hash was made with today's key or an earlier one. */
    read(keys: SealingKeys, token: string): string | null {
      const [id = '', seal, ...more] = token.split('.')
      const isOurs =
        more.length === 0 &&
        form.test(id) &&
        sealsOf(keys, id).some((expected) => sameText(seal, expected))
      return isOurs ? id : null
    },
  }
}
