import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import { newId } from '#lib/ids.ts'
import { pageOf, parsePageKey, type PageKey } from '#lib/page-key.ts'
import { plainText } from '#lib/text.ts'
import { refuse } from '#lib/refusal.ts'
import { type ConsoleCtx, inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { recordOwnerNotice } from '#modules/installs/public.ts'
import * as contract from './console-contract.ts'
import { changeReplyRow, findReply, insertReply, lockReview } from './data.ts'
import { appendToLog, newSalt } from './review-log.ts'
import { MAX_TEXT } from './rules.ts'

const MOST = 30
const limits = (_ctx: unknown, { params }: { params: { partner: string } }) => [
  { key: `answers of ${params.partner}`, most: 200, seconds: 3_600 },
]

export const listPartnerReviews = defineOperation({
  ...contract.listPartnerReviews,
  run: async (ctx, { params, query }) => {
    const after = parsePageKey(query.after)
    const { rows, next } = pageOf(
      await listReviewsOfPartner(ctx.db, params.partner, after, MOST + 1),
      MOST,
      (row) => ({ at: row.created_at, id: row.id }),
    )
    return {
      reviews: rows.map((row) => ({
        id: row.id,
        item: { id: row.item_id, name: row.item },
        stars: row.stars,
        text: plainText(row.text),
        shop: row.store_status === 'closed' ? null : row.domain,
        version: row.version,
        installed_days: row.installed_days,
        still_installed: row.still_installed,
        at: row.created_at.toISOString(),
        erased: row.erased_at !== null,
        reported: row.reported,
        reply:
          row.reply === null || row.replied_at === null
            ? null
            : {
                text: plainText(row.reply),
                at: row.replied_at.toISOString(),
                changed_at: row.reply_changed_at?.toISOString() ?? null,
              },
      })),
      next,
    }
  },
})

const listReviewsOfPartner = (db: Db, partnerId: string, after: PageKey | null, most: number) =>
  db
    .selectFrom('reviews')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .innerJoin('stores', 'stores.id', 'reviews.store_id')
    .leftJoin('review_replies', 'review_replies.review_id', 'reviews.id')
    // Developers do not read a text that operators have hidden either.
    .select([
      sql<string>`case when reviews.hidden_at is null then reviews.text else '' end`.as('text'),
      sql<Date | null>`coalesce(reviews.erased_at, reviews.hidden_at)`.as('erased_at'),
    ])
    .select([
      'reviews.id',
      'reviews.stars',
      'reviews.version',
      'reviews.installed_days',
      'reviews.still_installed',
      'reviews.created_at',
      'items.name as item',
      'items.id as item_id',
      'stores.domain',
      'stores.status as store_status',
      'review_replies.text as reply',
      'review_replies.created_at as replied_at',
      'review_replies.changed_at as reply_changed_at',
      sql<boolean>`exists (select from review_reports where review_reports.review_id = reviews.id and review_reports.partner_id = ${partnerId})`.as(
        'reported',
      ),
    ])
    .where('items.partner_id', '=', partnerId)
    .where(isBeyond(['reviews.created_at', 'reviews.id'], after, 'newest'))
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(most)
    .execute()

export const answerReview = defineOperation({
  ...contract.answerReview,
  audit: { kind: 'reply', id: ({ params }) => params.review, read: readReply },
  limits,
  run: async (ctx, { params, body }) => {
    const outcome = await writeReply(ctx, {
      partnerId: params.partner,
      reviewId: params.review,
      text: body.text,
    })
    // The answer for another partner's review is the same as for one that does not exist.
    if (outcome !== 'replied' && outcome !== 'changed') throw refuse('not_found')
    if (outcome === 'replied') await tellReviewer(ctx, params.review)
    return { success: true as const }
  },
})

/** The store hears of the first answer; later changes of it are no news. */
async function tellReviewer(ctx: ConsoleCtx, reviewId: string): Promise<void> {
  const review = await lockReview(ctx.db, reviewId)
  if (review)
    await recordOwnerNotice(ctx, ctx.db, review.store_id, {
      kind: 'review_answered',
      answerId: reviewId,
      facts: { itemId: review.item_id },
    })
}

function readReply(db: Db, reviewId: string) {
  return db
    .selectFrom('review_replies')
    .select(['text', 'changed_at'])
    .where('review_id', '=', reviewId)
    .executeTakeFirst()
}

type ReplyOutcome =
  | 'replied'
  | 'changed'
  | 'empty'
  | 'too_long'
  | 'review_gone'
  | 'not_their_item'
  | 'replied_before'

interface Reply {
  partnerId: string
  reviewId: string
  text: string
}

/**
 * Stores the developer's only answer to a review of its item (D14), in a transaction of its own. An
 * existing answer is not changed. `text` is plain, 1 to 4,000 characters.
 */
export const replyToReview = (
  services: Pick<Services, 'db' | 'clock'>,
  reply: Reply,
): Promise<ReplyOutcome> =>
  inTransaction(services, (trx) =>
    writeReply({ db: trx, clock: services.clock }, reply, { change: false }),
  )

/** The same in the caller's transaction, except that it changes an existing answer; logs both. */
async function writeReply(
  { db: trx, clock }: Pick<Services, 'db' | 'clock'>,
  { partnerId, reviewId, text }: Reply,
  { change = true } = {},
): Promise<ReplyOutcome> {
  const said = plainText(text)
  if (said === '') return 'empty'
  if (said.length > MAX_TEXT) return 'too_long'
  const [salt, now] = [newSalt(), clock.now()]
  const review = await lockReview(trx, reviewId)
  if (!review) return 'review_gone'
  if (review.partner_id !== partnerId) return 'not_their_item'
  // The review is locked, so nobody else can answer at the same time.
  const known = await findReply(trx, reviewId)
  if (known && !change) return 'replied_before'
  const id = known?.id ?? newId('rep')
  if (known) await changeReplyRow(trx, id, { text: said, salt }, now)
  else
    await insertReply(
      trx,
      { id, review_id: reviewId, partner_id: partnerId, text: said, salt },
      now,
    )
  await appendToLog(trx, {
    subject: id,
    action: known ? 'changed' : 'replied',
    at: now,
    said: { salt, content: { kind: 'reply', reviewId, partnerId, text: said } },
  })
  return known ? 'changed' : 'replied'
}

export const reportOwnReview = defineOperation({
  ...contract.reportOwnReview,
  audit: {
    kind: 'report',
    id: ({ params }) => params.review,
    read: (db, id, { params }) =>
      db
        .selectFrom('review_reports')
        .select(['reason', 'created_at'])
        .where('review_id', '=', id)
        .where('partner_id', '=', params.partner)
        .executeTakeFirst(),
  },
  limits,
  run: async (ctx, { params, body }) => {
    const report = { partnerId: params.partner, reviewId: params.review, ...body }
    if (!(await insertPartnerReport(ctx.db, report, ctx.clock.now()))) throw refuse('not_found')
    return { success: true as const }
  },
})

/** One report per partner and review. False when the review is not of the partner's items. */
async function insertPartnerReport(
  trx: Db,
  report: { partnerId: string; reviewId: string; reason: string; text: string },
  at: Date,
): Promise<boolean> {
  const review = await trx
    .selectFrom('reviews')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .select('reviews.id')
    .where('reviews.id', '=', report.reviewId)
    .where('items.partner_id', '=', report.partnerId)
    .executeTakeFirst()
  if (!review) return false
  await trx
    .insertInto('review_reports')
    .values({
      id: newId('rpt'),
      review_id: report.reviewId,
      partner_id: report.partnerId,
      store_id: null,
      reason: report.reason,
      text: report.text,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['review_id', 'partner_id']).where('partner_id', 'is not', null).doNothing(),
    )
    .execute()
  return true
}
