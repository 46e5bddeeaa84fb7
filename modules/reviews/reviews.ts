import type { z } from 'zod'
import { newId } from '#lib/ids.ts'
import { plainText } from '#lib/text.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { inTransaction, type Ctx, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import type { review, reviewRight } from '#modules/catalog/contract.ts'
import { countStars, requireRated, type RatedItem } from '#modules/catalog/public.ts'
import { findUse } from '#modules/installs/public.ts'
import * as contract from './contract.ts'
import {
  deleteReviewRow,
  countByLanguage,
  countByVersion,
  countReviews,
  findReply,
  findStoreReview,
  insertReport,
  insertReview,
  isReviewOf,
  listOwnPictures,
  listReviewRows,
  lockStoreReview,
  PER_PAGE,
  updateReview,
  type ReviewRow,
} from './data.ts'
import { refuse } from './errors.ts'
import { listVoted } from './helpful-votes.ts'
import { appendToLog, findLogEnd, newSalt } from './review-log.ts'
import { factsOf, mayReview, reportLimits, writeLimits } from './rules.ts'

export const listReviews = defineOperation({
  ...contract.listReviews,
  run: async (ctx, { query: { item_id: itemId, page, ...filter } }) => {
    const [item, rows, total, versions, languages, mine, log] = await Promise.all([
      requireRated(ctx, ctx.market, itemId),
      listReviewRows(ctx.db, itemId, {
        ...filter,
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
      }),
      countReviews(ctx.db, itemId, filter),
      countByVersion(ctx.db, itemId),
      countByLanguage(ctx.db, itemId),
      readRight(ctx, itemId),
      findLogEnd(ctx.db),
    ])
    const voted =
      ctx.actor.kind === 'store'
        ? await listVoted(
            ctx.db,
            ctx.actor.storeId,
            rows.map((row) => row.id),
          )
        : []
    return {
      data: rows.map(presentReview),
      meta: {
        total,
        page,
        per_page: PER_PAGE,
        stars: item.ownRatings,
        versions,
        languages,
        voted,
        mine,
        log,
      },
    }
  },
})

const FIRST = 3

/** For the item's own page: the most helpful reviews, and what the signed-in store may do. */
export const itemReviews: Services['itemReviews'] = async (ctx, itemId, stars) => {
  const [rows, mine] = await Promise.all([
    listReviewRows(ctx.db, itemId, { limit: FIRST }),
    readRight(ctx, itemId),
  ])
  return { data: rows.map(presentReview), total: stars.reduce((sum, n) => sum + n, 0), stars, mine }
}

/** The review of the signed-in store and whether it may write one; null for visitors. */
async function readRight(ctx: Ctx, itemId: string): Promise<z.input<typeof reviewRight> | null> {
  if (ctx.actor.kind !== 'store') return null
  const { storeId } = ctx.actor
  const [row, use, pictures] = await Promise.all([
    findStoreReview(ctx.db, storeId, itemId),
    findUse(ctx, storeId, itemId),
    listOwnPictures(ctx.db, storeId, itemId),
  ])
  const right = mayReview(use, ctx.clock.now())
  return {
    review: row ? presentReview(row) : null,
    pictures: pictures.map((one) => ({ id: one.id, waits: one.shown_at === null })),
    may_write: right.may,
    why_not: right.may ? null : right.why,
  }
}

/**
 * A review as everybody sees it. The store's domain is shown: it is public and names no person. The
 * domain of a closed shop is not, because it may belong to somebody else by now.
 */
const presentReview = (row: ReviewRow): z.input<typeof review> => ({
  id: row.id,
  stars: row.stars,
  text: plainText(row.text),
  shop: row.store_status === 'closed' ? null : row.domain,
  version: row.version,
  installed_days: row.installed_days,
  still_installed: row.still_installed,
  platform: row.platform,
  written_at: row.created_at.toISOString(),
  changed_at:
    row.updated_at > row.created_at && row.erased_at === null ? row.updated_at.toISOString() : null,
  erased: row.erased_at !== null,
  language: row.locale,
  helpful: row.helpful,
  pictures: row.pictures ?? [],
  reply:
    row.reply === null || row.replied_at === null
      ? null
      : {
          text: plainText(row.reply),
          developer: row.developer ?? '',
          written_at: row.replied_at.toISOString(),
          changed_at: row.reply_changed_at?.toISOString() ?? null,
        },
})

/** Once per store and item (D14); the unique key decides between two concurrent requests. */
export const writeReview = defineOperation({
  ...contract.writeReview,
  run: async (ctx, { body: { rating: stars, text, item_id: itemId } }) => {
    const store = ctx.actor
    const { item, facts } = await requireRight(ctx, store, itemId)
    const [id, salt, now] = [newId('rev'), newSalt(), ctx.clock.now()]
    await inTransaction(ctx, async (trx) => {
      const isNew = await insertReview(
        trx,
        {
          id,
          item_id: item.id,
          store_id: store.storeId,
          stars,
          text,
          salt,
          locale: ctx.locale,
          ...facts,
        },
        now,
      )
      if (!isNew) throw refuse('reviews.already_written')
      await countStars(trx, item.id, { given: stars, taken: null })
      const content = contentOf(item, store, { stars, version: facts.version, text })
      await appendToLog(trx, { subject: id, action: 'written', at: now, said: { salt, content } })
    })
    return requireOwnReview(ctx, store, item.id)
  },
})

/** The facts beside the review become those of the day of the change. */
export const changeReview = defineOperation({
  ...contract.changeReview,
  run: async (ctx, { body: { rating: stars, text, item_id: itemId } }) => {
    const store = ctx.actor
    const { item, facts } = await requireRight(ctx, store, itemId)
    const [salt, now] = [newSalt(), ctx.clock.now()]
    await inTransaction(ctx, async (trx) => {
      const before = await lockStoreReview(trx, store.storeId, item.id)
      if (!before) throw refuse('reviews.not_written')
      await updateReview(
        trx,
        before.id,
        { stars, text, salt, locale: ctx.locale, erased_at: null, ...facts },
        now,
      )
      await countStars(trx, item.id, { given: stars, taken: before.stars })
      const content = contentOf(item, store, { stars, version: facts.version, text })
      await appendToLog(trx, {
        subject: before.id,
        action: 'changed',
        at: now,
        said: { salt, content },
      })
    })
    return requireOwnReview(ctx, store, item.id)
  },
})

const contentOf = (
  item: RatedItem,
  store: StoreActor,
  said: { stars: number; version: string; text: string },
) => ({ kind: 'review' as const, itemId: item.id, storeId: store.storeId, ...said })

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

async function requireOwnReview(
  ctx: Ctx,
  store: StoreActor,
  itemId: string,
): Promise<{ data: z.input<typeof review> }> {
  const row = await findStoreReview(ctx.db, store.storeId, itemId)
  if (!row) throw refuse('reviews.not_written')
  return { data: presentReview(row) }
}

/** Deletes the text and the salts; the log keeps that there was a review and its deletion. */
export const deleteReview = defineOperation({
  ...contract.deleteReview,
  run: async (ctx, { body }) => {
    const { storeId } = ctx.actor
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const row = await lockStoreReview(trx, storeId, body.item_id)
      if (!row) throw refuse('reviews.not_written')
      const reply = await findReply(trx, row.id)
      await deleteReviewRow(trx, row.id)
      await countStars(trx, row.item_id, { given: null, taken: row.stars })
      if (reply) await appendToLog(trx, { subject: reply.id, action: 'deleted', at: now })
      await appendToLog(trx, { subject: row.id, action: 'deleted', at: now })
    })
    return { data: { deleted: true } }
  },
})

/** Any reader may report; operators read the reports, and the review stays as it is until then. */
export const reportReview = defineOperation({
  ...contract.reportReview,
  run: async (ctx, { params: { id }, body }) => {
    if (!(await isReviewOf(ctx, id, ctx.market))) throw refuse('reviews.not_found')
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
