import { defineOperation } from '#kernel/define-operation.ts'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { plainText } from '#lib/plain-text.ts'
import { findReplyOf, findReportOf, listReviewsOfPartner, reportByPartner } from './partner-data.ts'
import { writeReply } from './reply-to-review.ts'
import { refuse } from '#lib/refusal.ts'
import {
  answerReview as answerContract,
  listPartnerReviews as listContract,
  reportOwnReview as reportContract,
} from './partner-contract.ts'

const MOST = 30
const limits = (_ctx: unknown, { params }: { params: { partner: string } }) => [
  { key: `answers of ${params.partner}`, most: 200, seconds: 3_600 },
]

export const listPartnerReviews = defineOperation({
  ...listContract,
  run: async (ctx, { params, query }) => {
    const after = query.after === undefined ? null : readPageKey(query.after)
    if (query.after !== undefined && after === null)
      throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
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

export const answerReview = defineOperation({
  ...answerContract,
  audit: { kind: 'reply', id: ({ params }) => params.review, read: findReplyOf },
  limits,
  run: async (ctx, { params, body }) => {
    const outcome = await writeReply(ctx, {
      partnerId: params.partner,
      reviewId: params.review,
      text: body.text,
    })
    // Another partner's review is as little there as one that was never written.
    if (outcome !== 'replied' && outcome !== 'changed') throw refuse('not_found')
    return { success: true as const }
  },
})

export const reportOwnReview = defineOperation({
  ...reportContract,

  audit: {
    kind: 'report',
    id: ({ params }) => params.review,
    read: (db, id, { params }) => findReportOf(db, id, params.partner),
  },
  limits,

  run: async (ctx, { params, body }) => {
    if (
      !(await reportByPartner(
        ctx.db,
        { partnerId: params.partner, reviewId: params.review, ...body },
        ctx.clock.now(),
      ))
    )
      throw refuse('not_found')
    return { success: true as const }
  },
})
