import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { encodePhoto } from '#modules/catalog/public.ts'
import * as operatorContract from './console-contract.ts'
import * as contract from './contract.ts'
import { lockStoreReview } from './data.ts'
import { refuse } from './errors.ts'
import { MAX_PICTURES, PICTURE_LIMIT } from './rules.ts'

const done = { success: true as const }

/**
 * Adds a picture to the store's review. It is decoded and encoded again, so that nothing but its
 * pixels remains, and waits until an operator has looked at it.
 */
export const addReviewPicture = defineOperation({
  ...contract.addReviewPicture,
  run: async (ctx, { query, upload }) => {
    const { storeId, storeStatus } = ctx.actor
    if (storeStatus === 'closed') throw refuse('session.store_closed')
    await consumeRateLimits(ctx, [{ key: `review pictures ${storeId}`, ...PICTURE_LIMIT }])
    await requireRoom(ctx.db, storeId, query.item_id)
    const photo = await encodePhoto(upload)
    const id = newId('rpc')
    await inTransaction(ctx, async (trx) => {
      const review = await lockStoreReview(trx, storeId, query.item_id)
      if (!review) throw refuse('reviews.not_written')
      if ((await countOf(trx, review.id)) >= MAX_PICTURES) throw refuse('reviews.pictures_many')
      await trx
        .insertInto('review_pictures')
        .values({ id, review_id: review.id, ...photo, created_at: ctx.clock.now() })
        .execute()
    })
    return { data: { id } }
  },
})

/** Asked before the picture is decoded, too. */
async function requireRoom(db: Db, storeId: string, itemId: string): Promise<void> {
  const review = await db
    .selectFrom('reviews')
    .select(['id', 'erased_at'])
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  if (!review || review.erased_at !== null) throw refuse('reviews.not_written')
  if ((await countOf(db, review.id)) >= MAX_PICTURES) throw refuse('reviews.pictures_many')
}

const countOf = async (db: Db, reviewId: string): Promise<number> =>
  (
    await db
      .selectFrom('review_pictures')
      .select((on) => on.fn.countAll<number>().as('n'))
      .where('review_id', '=', reviewId)
      .executeTakeFirstOrThrow()
  ).n

export const removeReviewPicture = defineOperation({
  ...contract.removeReviewPicture,
  run: async (ctx, { params }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('review_pictures')
      .where('id', '=', params.picture)
      .where(
        'review_id',
        'in',
        ctx.db.selectFrom('reviews').select('id').where('store_id', '=', ctx.actor.storeId),
      )
      .executeTakeFirst()
    return { data: { removed: numDeletedRows === 1n } }
  },
})

const file = (id: string, bytes: Buffer) => ({
  filename: `${id}.webp`,
  contentType: 'image/webp',
  content: new Uint8Array(bytes),
})

/** An approved picture of a review whose text stands. */
export const showReviewPicture = defineOperation({
  ...contract.showReviewPicture,
  run: async (ctx, { params }) => {
    const row = await ctx.db
      .selectFrom('review_pictures')
      .innerJoin('reviews', 'reviews.id', 'review_pictures.review_id')
      .select(['review_pictures.id', 'bytes'])
      .where('review_pictures.id', '=', params.picture)
      .where('shown_at', 'is not', null)
      .where('hidden_at', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw refuse('reviews.not_found')
    return file(row.id, row.bytes)
  },
})

const audit = {
  kind: 'review_picture',
  id: ({ params }: { params: { picture: string } }) => params.picture,
  read: async (db: Db, id: string) => {
    const row = await db
      .selectFrom('review_pictures')
      .select(['review_id', 'shown_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row && { review: row.review_id, shown: row.shown_at !== null }
  },
}

export const lookAtReviewPicture = defineOperation({
  ...operatorContract.lookAtReviewPicture,
  run: async (ctx, { params }) => {
    const row = await ctx.db
      .selectFrom('review_pictures')
      .select(['id', 'bytes'])
      .where('id', '=', params.picture)
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    return file(row.id, row.bytes)
  },
})

export const approveReviewPicture = defineOperation({
  ...operatorContract.approveReviewPicture,
  audit,
  run: async (ctx, { params }) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('review_pictures')
      .set({ shown_at: ctx.clock.now() })
      .where('id', '=', params.picture)
      .where('shown_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('not_found')
    return done
  },
})

/** Also of one that was approved before. */
export const deleteReviewPicture = defineOperation({
  ...operatorContract.deleteReviewPicture,
  audit,
  run: async (ctx, { params }) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('review_pictures')
      .where('id', '=', params.picture)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw refuse('not_found')
    return done
  },
})

/** D23: with the text of the review. */
export const erasePictures = (trx: Db, reviewId: string) =>
  trx.deleteFrom('review_pictures').where('review_id', '=', reviewId).execute()
