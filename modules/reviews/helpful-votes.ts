import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import * as contract from './contract.ts'
import { isReviewOf, lockReview } from './data.ts'
import { refuse } from './errors.ts'
import { VOTE_LIMIT } from './rules.ts'

/** A review of this market by another store. */
async function requireVotable(ctx: Ctx, { storeId }: StoreActor, trx: Db, id: string) {
  if (!(await isReviewOf({ ...ctx, db: trx }, id, ctx.market))) throw refuse('reviews.not_found')
  const review = await lockReview(trx, id)
  if (!review) throw refuse('reviews.not_found')
  if (review.store_id === storeId) throw refuse('reviews.own_vote')
}

const count = (trx: Db, id: string, by: 1 | -1) =>
  trx
    .updateTable('reviews')
    .set({ helpful: sql<number>`helpful + ${by}` })
    .where('id', '=', id)
    .execute()

const limitVotes = (ctx: Ctx, storeId: string) =>
  consumeRateLimits(ctx, [{ key: `review votes ${storeId}`, ...VOTE_LIMIT }])

/** One vote a store; a second one changes nothing. */
export const voteHelpful = defineOperation({
  ...contract.voteHelpful,
  run: async (ctx, { params }) => {
    const store = ctx.actor
    await limitVotes(ctx, store.storeId)
    await inTransaction(ctx, async (trx) => {
      await requireVotable(ctx, store, trx, params.id)
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('review_votes')
        .values({ review_id: params.id, store_id: store.storeId, created_at: ctx.clock.now() })
        .onConflict((conflict) => conflict.columns(['review_id', 'store_id']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) await count(trx, params.id, 1)
    })
    return { data: { voted: true } }
  },
})

export const takeVoteBack = defineOperation({
  ...contract.takeVoteBack,
  run: async (ctx, { params }) => {
    const store = ctx.actor
    await limitVotes(ctx, store.storeId)
    await inTransaction(ctx, async (trx) => {
      await requireVotable(ctx, store, trx, params.id)
      const { numDeletedRows } = await trx
        .deleteFrom('review_votes')
        .where('review_id', '=', params.id)
        .where('store_id', '=', store.storeId)
        .executeTakeFirst()
      if (numDeletedRows === 1n) await count(trx, params.id, -1)
    })
    return { data: { voted: false } }
  },
})

/** Which of these reviews the store found helpful. */
export const listVoted = async (
  db: Db,
  storeId: string,
  ids: readonly string[],
): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom('review_votes')
          .select('review_id')
          .where('store_id', '=', storeId)
          .where('review_id', 'in', ids)
          .execute()
      ).map((row) => row.review_id)

/** D23: takes all votes of a store back. */
export async function eraseVotes(trx: Db, storeId: string): Promise<number> {
  const gone = await trx
    .deleteFrom('review_votes')
    .where('store_id', '=', storeId)
    .returning('review_id')
    .execute()
  for (const { review_id: id } of gone) await count(trx, id, -1)
  return gone.length
}
