import { storeOf, type StoreActor } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import type { z } from 'zod'
import { countStars, requireRated, type RatedItem } from '#modules/catalog/public.ts'
import type { review } from '#modules/catalog/contract.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { findUse } from '#modules/installs/public.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { changeReview as changeContract, writeReview as writeContract } from './contract.ts'
import { findStoreReview, insertReview, lockStoreReview, updateReview } from './data.ts'
import { refuse } from './errors.ts'
import { presentReview } from './present.ts'
import { appendToLog, newSalt } from './review-log.ts'
import { factsOf, mayReview, writeLimits } from './rules.ts'

/** The item, and what of its store's time with it stands beside the review. */
async function requireRight(
  ctx: Ctx,
  store: StoreActor,
  itemId: string,
): Promise<{ item: RatedItem; facts: ReturnType<typeof factsOf> }> {
  if (store.storeStatus === 'closed') throw refuse('session.store_closed')
  await consumeRateLimits(ctx, writeLimits(store.storeId))
  const [item, use] = await Promise.all([
    requireRated(ctx, ctx.market, itemId),
    findUse(ctx, store.storeId, itemId),
  ])
  const now = ctx.clock.now()
  const right = mayReview(use, now)
  if (!right.may || use === null)
    throw refuse(right.may ? 'reviews.never_installed' : `reviews.${right.why}`)
  return { item, facts: factsOf(use, now) }
}

async function answer(
  ctx: Ctx,
  store: StoreActor,
  itemId: string,
): Promise<{ data: z.input<typeof review> }> {
  const row = await findStoreReview(ctx.db, store.storeId, itemId)
  if (!row) throw refuse('reviews.not_written')
  return { data: presentReview(row) }
}

/** Once for an item (D14): the unique key decides between two at once. */
export const writeReview = defineOperation({
  ...writeContract,
  run: async (ctx, { body: { rating: stars, text, item_id: itemId } }) => {
    const store = storeOf(ctx)
    const { item, facts } = await requireRight(ctx, store, itemId)
    const [id, salt, now] = [newId('rev'), newSalt(), ctx.clock.now()]
    await inTransaction(ctx, async (trx) => {
      if (
        !(await insertReview(
          trx,
          { id, item_id: item.id, store_id: store.storeId, stars, text, salt, ...facts },
          now,
        ))
      )
        throw refuse('reviews.already_written')
      await countStars(trx, item.id, { given: stars, taken: null })
      await appendToLog(trx, {
        subject: id,
        action: 'written',
        at: now,
        said: {
          salt,
          content: {
            kind: 'review',
            itemId: item.id,
            storeId: store.storeId,
            stars,
            version: facts.version,
            text,
          },
        },
      })
    })
    return answer(ctx, store, item.id)
  },
})

/** Its facts are those of the day it was changed. */
export const changeReview = defineOperation({
  ...changeContract,
  run: async (ctx, { body: { rating: stars, text, item_id: itemId } }) => {
    const store = storeOf(ctx)
    const { item, facts } = await requireRight(ctx, store, itemId)
    const [salt, now] = [newSalt(), ctx.clock.now()]
    await inTransaction(ctx, async (trx) => {
      const before = await lockStoreReview(trx, store.storeId, item.id)
      if (!before) throw refuse('reviews.not_written')
      await updateReview(trx, before.id, { stars, text, salt, erased_at: null, ...facts }, now)
      await countStars(trx, item.id, { given: stars, taken: before.stars })
      await appendToLog(trx, {
        subject: before.id,
        action: 'changed',
        at: now,
        said: {
          salt,
          content: {
            kind: 'review',
            itemId: item.id,
            storeId: store.storeId,
            stars,
            version: facts.version,
            text,
          },
        },
      })
    })
    return answer(ctx, store, item.id)
  },
})
