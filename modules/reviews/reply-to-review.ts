import { newId } from '#lib/ids.ts'
import { plainText } from '#lib/plain-text.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { changeReplyRow, findReply, insertReply, lockReview } from './data.ts'
import { appendToLog, newSalt } from './review-log.ts'
import { MAX_TEXT } from './rules.ts'

export type ReplyOutcome =
  | 'replied'
  | 'changed'
  | 'empty'
  | 'too_long'
  | 'review_gone'
  | 'not_their_item'
  | 'replied_before'

interface Reply {
  partnerId: string
  reviewId: string
  text: string
}

/**
 * The developer's one answer to a review of an item of theirs (D14), in a transaction of its own;
 * one that is there is not changed. `text` is plain, 1 to 4,000 characters.
 */
export const replyToReview = (
  services: Pick<Services, 'db' | 'clock'>,
  reply: Reply,
): Promise<ReplyOutcome> =>
  inTransaction(services, (trx) =>
    writeReply({ db: trx, clock: services.clock }, reply, { mend: false }),
  )

/**
 * The same in the caller's transaction, and an answer that is there is mended: both stand in the
 * log, the row says when it was changed.
 */
export async function writeReply(
  { db: trx, clock }: Pick<Services, 'db' | 'clock'>,
  { partnerId, reviewId, text }: Reply,
  { mend = true } = {},
): Promise<ReplyOutcome> {
  const said = plainText(text)
  if (said === '') return 'empty'
  if (said.length > MAX_TEXT) return 'too_long'
  const [salt, now] = [newSalt(), clock.now()]
  const review = await lockReview(trx, reviewId)
  if (!review) return 'review_gone'
  if (review.partner_id !== partnerId) return 'not_their_item'
  // The review is held: nobody else answers meanwhile.
  const known = await findReply(trx, reviewId)
  if (known && !mend) return 'replied_before'
  const id = known?.id ?? newId('rep')
  if (known) await changeReplyRow(trx, id, { text: said, salt }, now)
  else
    await insertReply(
      trx,
      { id, review_id: reviewId, partner_id: partnerId, text: said, salt },
      now,
    )
  await appendToLog(trx, {
    subject: id,
    action: known ? 'changed' : 'replied',
    at: now,
    said: { salt, content: { kind: 'reply', reviewId, partnerId, text: said } },
  })
  return known ? 'changed' : 'replied'
}
