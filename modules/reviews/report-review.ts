import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { reportReview as contract } from './contract.ts'
import { insertReport, isReviewOf } from './data.ts'
import { refuse } from './errors.ts'
import { reportLimits } from './rules.ts'

/** Any reader may; the operator reads them. The review stays as it is until then. */
export const reportReview = defineOperation({
  ...contract,
  run: async (ctx, { params: { id }, body }) => {
    if (!(await isReviewOf(ctx.db, id, ctx.market))) throw refuse('reviews.not_found')
    await consumeRateLimits(ctx, reportLimits(ctx.ip, id))
    await insertReport(
      ctx.db,
      {
        id: newId('rpt'),
        review_id: id,
        store_id: ctx.actor.kind === 'store' ? ctx.actor.storeId : null,
        reason: body.reason,
        text: body.text,
      },
      ctx.clock.now(),
    )
    return { data: { reported: true } }
  },
})
