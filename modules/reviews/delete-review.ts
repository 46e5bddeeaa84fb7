import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { countStars } from '#modules/catalog/public.ts'
import { inTransaction } from '#kernel/context.ts'
import { deleteReview as contract } from './contract.ts'
import { deleteReviewRow, findReply, lockStoreReview } from './data.ts'
import { refuse } from './errors.ts'
import { appendToLog } from './review-log.ts'

/**
 * The text and the salts go; the log keeps that there was a review, and that its store took it
 * back.
 */
export const deleteReview = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    const { storeId } = storeOf(ctx)
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const review = await lockStoreReview(trx, storeId, body.item_id)
      if (!review) throw refuse('reviews.not_written')
      const reply = await findReply(trx, review.id)
      await deleteReviewRow(trx, review.id)
      await countStars(trx, review.item_id, { given: null, taken: review.stars })
      if (reply) await appendToLog(trx, { subject: reply.id, action: 'deleted', at: now })
      await appendToLog(trx, { subject: review.id, action: 'deleted', at: now })
    })
    return { data: { deleted: true } }
  },
})
