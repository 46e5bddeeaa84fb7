import { sql } from 'kysely'
import { listRows, MAX_STORE_DATA_ROWS, type StoreData } from '#modules/stores/public.ts'
import { eraseVotes } from './helpful-votes.ts'
import { eraseReviewTextIn } from './operator-reviews.ts'

export {
  eraseReviewText,
  getAnyReview,
  listAllReviews,
  listReportedReviews,
  listPicturedReviews,
  restoreHiddenReview,
  restoreReview,
  settleReviewReports,
  takeReviewDown,
} from './operator-reviews.ts'
export { replyToReview } from './partner-reviews.ts'
export { checkReviewLog, verifyReviewLog } from './review-log.ts'
export { itemReviews } from './reviews.ts'

export const storeDataOfReviews: StoreData = {
  async collect({ db }, storeId) {
    return {
      helpful_votes: await listRows(
        db,
        sql`select review_id, created_at from review_votes where store_id = ${storeId} order by created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
      review_pictures: await listRows(
        db,
        sql`select (select name from items where items.id = reviews.item_id) as item, encode(bytes, 'base64') as webp, review_pictures.shown_at, review_pictures.created_at from review_pictures join reviews on reviews.id = review_id where store_id = ${storeId} order by review_pictures.created_at limit ${MAX_STORE_DATA_ROWS}`,
      ),
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
    return { reviews: reviews.length, helpful_votes: await eraseVotes(trx, storeId) }
  },
}
