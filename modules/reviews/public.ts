import { sql } from 'kysely'
import type { Ctx, Services } from '#kernel/context.ts'
import { listRows, MAX_STORE_DATA_ROWS, type StoreData } from '#modules/stores/public.ts'
import { listReviewRows } from './data.ts'
import { eraseReviewTextIn } from './erase-review.ts'
import { presentReview, readRight } from './present.ts'

export { checkReviewLog } from './check-review-log.ts'
export { eraseReviewText, restoreReview } from './erase-review.ts'
export { replyToReview } from './reply-to-review.ts'
export { verifyReviewLog } from './review-log.ts'

const NEWEST = 3

/**
 * For the item's own page: the newest, how many there are, and what the signed-in store may say.
 */
export const itemReviews: Services['itemReviews'] = async (
  ctx: Ctx,
  itemId: string,
  stars: number[],
) => {
  const [rows, mine] = await Promise.all([
    listReviewRows(ctx.db, itemId, { limit: NEWEST }),
    readRight(ctx, itemId),
  ])
  return { data: rows.map(presentReview), total: stars.reduce((sum, n) => sum + n, 0), stars, mine }
}

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
