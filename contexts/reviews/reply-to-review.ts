import { newId } from '#lib/ids.ts'
import { plainText } from '#lib/plain-text.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { insertReply, lockReview } from './data.ts'
import { appendToLog, newSalt } from './review-log.ts'
import { MAX_TEXT } from './rules.ts'

export type ReplyOutcome = 'replied' | 'empty' | 'too_long' | 'review_gone' | 'not_their_item' | 'replied_before'

/**
 * The developer's one answer to a review of an item of theirs (D14). It cannot be changed afterwards: an answer that changes under what it
 * answers to says nothing. `text` is plain, 1 to 4,000 characters. The partner portal's operation will make refusals of the outcomes.
 */
export async function replyToReview(
  services: Pick<Services, 'db' | 'clock'>, { partnerId, reviewId, text }: { partnerId: string; reviewId: string; text: string },
): Promise<ReplyOutcome> {
  const said = plainText(text)
  if (said === '') return 'empty'
  if (said.length > MAX_TEXT) return 'too_long'
  const [id, salt, now] = [newId('rep'), newSalt(), services.clock.now()]
  return inTransaction(services, async trx => {
    const review = await lockReview(trx, reviewId)
    if (!review) return 'review_gone'
    if (review.partner_id !== partnerId) return 'not_their_item'
    if (!await insertReply(trx, { id, review_id: reviewId, partner_id: partnerId, text: said, salt }, now)) return 'replied_before'
    await appendToLog(trx, { subject: id, action: 'replied', at: now, said: { salt, content: { kind: 'reply', reviewId, partnerId, text: said } } })
    return 'replied'
  })
}
