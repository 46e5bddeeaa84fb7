import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'

const openReports = sql<number>`(select count(*)::integer from review_reports where review_id = reviews.id and handled_at is null)`
const select = (db: Db) => db.selectFrom('reviews').innerJoin('items', 'items.id', 'reviews.item_id').innerJoin('stores', 'stores.id', 'reviews.store_id')
  .select(['reviews.id', 'reviews.stars', 'reviews.text', 'reviews.version', 'reviews.erased_at', 'reviews.hidden_at', 'reviews.created_at', 'items.id as item_id', 'items.name as item', 'stores.id as store_id', 'stores.domain'])
  .select(openReports.as('reports'))
export type ReviewLine = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

export const listReviewLines = (db: Db, { state, itemId, storeId, after, most }: { state: string | null; itemId: string | null; storeId: string | null; after: PageKey | null; most: number }) => {
  let query = select(db)
  if (state === 'reported') query = query.where('reviews.id', 'in', db.selectFrom('review_reports').select('review_id').where('handled_at', 'is', null))
  if (state === 'hidden') query = query.where('reviews.hidden_at', 'is not', null)
  if (itemId !== null) query = query.where('reviews.item_id', '=', itemId)
  if (storeId !== null) query = query.where('reviews.store_id', '=', storeId)
  if (after !== null) query = query.where(sql<boolean>`(reviews.created_at, reviews.id) < (${after.at}::timestamptz, ${after.id})`)
  return query.orderBy('reviews.created_at', 'desc').orderBy('reviews.id', 'desc').limit(most).execute()
}

export const findReviewLine = (db: Db, id: string) =>
  select(db).leftJoin('review_replies', 'review_replies.review_id', 'reviews.id').select('review_replies.text as reply').where('reviews.id', '=', id).executeTakeFirst()
export const listReportRows = (db: Db, reviewId: string) =>
  db.selectFrom('review_reports').select(['id', 'reason', 'text', 'created_at', 'handled_at']).where('review_id', '=', reviewId).orderBy('created_at', 'desc').limit(200).execute()

/** What of a review an audit line compares: never its words. */
export const readReview = async (db: Db, id: string) => {
  const row = await db.selectFrom('reviews').select(['hidden_at', 'erased_at', openReports.as('reports')]).where('reviews.id', '=', id).executeTakeFirst()
  return row && { hidden: row.hidden_at !== null, erased: row.erased_at !== null, open_reports: row.reports }
}
