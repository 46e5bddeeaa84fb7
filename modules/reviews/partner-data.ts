import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'
import { newId } from '#lib/ids.ts'

/** What stores say of a partner's items, the newest first. */
export const listReviewsOfPartner = (
  db: Db,
  partnerId: string,
  after: PageKey | null,
  most: number,
) =>
  db
    .selectFrom('reviews')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .innerJoin('stores', 'stores.id', 'reviews.store_id')
    .leftJoin('review_replies', 'review_replies.review_id', 'reviews.id')
    // Words that the market took down are nobody's to read, the developer's neither.
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
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(reviews.created_at, reviews.id) < (${after?.at}::timestamptz, ${after?.id})`,
      ),
    )
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(most)
    .execute()

/** A partner reports a review of its own item once; false when the review is not of its items. */
export async function reportByPartner(
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

/** For the audit log: the answer to a review. */
export const findReplyOf = (db: Db, reviewId: string) =>
  db
    .selectFrom('review_replies')
    .select(['text', 'changed_at'])
    .where('review_id', '=', reviewId)
    .executeTakeFirst()
export const findReportOf = (db: Db, reviewId: string, partnerId: string) =>
  db
    .selectFrom('review_reports')
    .select(['reason', 'created_at'])
    .where('review_id', '=', reviewId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
