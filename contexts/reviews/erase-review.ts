import { inTransaction, type Services } from '../ctx.ts'
import { lockReview, updateReview } from './data.ts'
import { appendToLog, newSalt } from './review-log.ts'

/** The operator takes the text of a review away (somebody's data, an insult): the stars stay, the page says so, the log stays whole. False when it is not there. */
export async function eraseReviewText(services: Pick<Services, 'db' | 'clock'>, reviewId: string): Promise<boolean> {
  const [salt, now] = [newSalt(), services.clock.now()]
  return inTransaction(services, async trx => {
    const review = await lockReview(trx, reviewId)
    if (!review) return false
    await updateReview(trx, reviewId, { text: '', salt, erased_at: now }, now)
    await appendToLog(trx, { subject: reviewId, action: 'erased', at: now, said: {
      salt, content: { kind: 'review', itemId: review.item_id, storeId: review.store_id, stars: review.stars, version: review.version, text: '' },
    } })
    return true
  })
}
