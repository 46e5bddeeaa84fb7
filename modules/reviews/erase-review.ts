import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { lockReview, updateReview } from './data.ts'
import { appendToLog, newSalt } from './review-log.ts'

/**
 * The operator takes the text of a review away (somebody's data, an insult): the stars stay, the
 * page says so, the log stays whole. False when it is not there.
 */
export async function eraseReviewText(
  services: Pick<Services, 'db' | 'clock'>,
  reviewId: string,
): Promise<boolean> {
  return inTransaction(services, (trx) => eraseReviewTextIn(trx, services.clock.now(), reviewId))
}

/** The same in the caller's transaction. */
export async function eraseReviewTextIn(trx: Db, now: Date, reviewId: string): Promise<boolean> {
  const salt = newSalt()
  const review = await lockReview(trx, reviewId)
  if (!review) return false
  await updateReview(trx, reviewId, { text: '', salt, erased_at: now }, now)
  await appendToLog(trx, {
    subject: reviewId,
    action: 'erased',
    at: now,
    said: {
      salt,
      content: {
        kind: 'review',
        itemId: review.item_id,
        storeId: review.store_id,
        stars: review.stars,
        version: review.version,
        text: '',
      },
    },
  })
  return true
}

/**
 * The operator takes the words down; the row and its line in the log stay as they are, so they can
 * come back. False when they are down already, or gone.
 */
export const hideReview = async (trx: Db, now: Date, reviewId: string): Promise<boolean> =>
  (
    await trx
      .updateTable('reviews')
      .set({ hidden_at: now })
      .where('id', '=', reviewId)
      .where('hidden_at', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** False when they are not down. */
export const restoreReview = async (trx: Db, reviewId: string): Promise<boolean> =>
  (
    await trx
      .updateTable('reviews')
      .set({ hidden_at: null })
      .where('id', '=', reviewId)
      .where('hidden_at', 'is not', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Readers' reports of a review have been looked at; how many there were. */
export const settleReports = async (trx: Db, now: Date, reviewId: string): Promise<number> =>
  Number(
    (
      await trx
        .updateTable('review_reports')
        .set({ handled_at: now })
        .where('review_id', '=', reviewId)
        .where('handled_at', 'is', null)
        .executeTakeFirst()
    ).numUpdatedRows,
  )
