import { sql } from 'kysely'
import { listRows, MAX_STORE_DATA_ROWS, type StoreData } from '#modules/stores/public.ts'
import { eraseReviewTextIn } from './operator-reviews.ts'

export { eraseReviewText, restoreHiddenReview } from './operator-reviews.ts'
export { replyToReview } from './partner-reviews.ts'
export { checkReviewLog, verifyReviewLog } from './review-log.ts'
export { itemReviews } from './reviews.ts'

export const storeDataOfReviews: StoreData = {
  async collect({ db }, storeId) {
    return {
      reviews: await listRows(
        db,
        sql`select (select name from items where items.id = item_id) as item, stars, text, version, created_at, updated_at from reviews where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
    }
  },
  async erase(trx, storeId, now) {
    const reviews = await trx
      .selectFrom('reviews')
      .select('id')
      .where('store_id', '=', storeId)
      .where('erased_at', 'is', null)
      .execute()
    for (const { id } of reviews) await eraseReviewTextIn(trx, now, id)
    return { reviews: reviews.length }
  },
}
