import { defineOperation } from '#kernel/define-operation.ts'
import { requireRated } from '#modules/catalog/public.ts'
import { listReviews as contract } from './contract.ts'
import { listReviewRows, PER_PAGE } from './data.ts'
import { presentReview, readRight } from './present.ts'
import { findLogEnd } from './review-log.ts'

export const listReviews = defineOperation({
  ...contract,
  run: async (ctx, { query: { item_id: itemId, page, stars } }) => {
    const [item, rows, mine, log] = await Promise.all([
      requireRated(ctx, ctx.market, itemId),
      listReviewRows(ctx.db, itemId, { stars, limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
      readRight(ctx, itemId),
      findLogEnd(ctx.db),
    ])
    const total =
      stars === undefined
        ? item.ownRatings.reduce((sum, n) => sum + n, 0)
        : (item.ownRatings[stars - 1] ?? 0)
    return {
      data: rows.map(presentReview),
      meta: { total, page, per_page: PER_PAGE, stars: item.ownRatings, mine, log },
    }
  },
})
