import { prepared } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import type { Ctx } from '#kernel/context.ts'
import { maySee, storeOf } from '#modules/catalog/public.ts'

export const PER_PAGE = 10

export interface ReviewRow {
  id: string
  stars: number
  text: string
  version: string
  installed_days: number
  still_installed: boolean
  erased_at: Date | null
  created_at: Date
  updated_at: Date
  domain: string
  store_status: string
  platform: string
  reply: string | null
  replied_at: Date | null
  reply_changed_at: Date | null
  developer: string | null
  locale: Locale | null
  helpful: number
  pictures: { id: string; width: number; height: number }[] | null
}

const SHOWN = `
  select r.id, r.stars, case when r.hidden_at is null then r.text else '' end as text, r.version, r.installed_days, r.still_installed, coalesce(r.erased_at, r.hidden_at) as erased_at, r.created_at, r.updated_at,
    stores.domain, stores.status as store_status, platforms.name as platform, answer.text as reply, answer.created_at as replied_at, answer.changed_at as reply_changed_at, partners.name as developer, r.locale, r.helpful,
    case when r.hidden_at is null and r.erased_at is null then (select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.created_at, p.id)
      from review_pictures p where p.review_id = r.id and p.shown_at is not null) end as pictures
  from reviews r
  join stores on stores.id = r.store_id
  join platforms on platforms.id = stores.platform_id
  left join review_replies answer on answer.review_id = r.id
  left join partners on partners.id = answer.partner_id`

const PAGE = prepared<ReviewRow>(`${SHOWN}
  where r.item_id = $1 and ($2::smallint is null or r.stars = $2) and ($3::text is null or r.version = $3) and ($4::text is null or r.locale = $4)
  order by r.helpful desc, r.created_at desc, r.id desc limit $5 offset $6`)
const COUNT = prepared<{ n: number }>(`select count(*)::integer as n from reviews r
  where r.item_id = $1 and ($2::smallint is null or r.stars = $2) and ($3::text is null or r.version = $3) and ($4::text is null or r.locale = $4)`)
const VERSIONS = prepared<{ version: string; count: number }>(
  `select version, count(*)::integer as count from reviews where item_id = $1 group by version order by count(*) desc, version desc limit 20`,
)
const LANGUAGES = prepared<{ language: Locale; count: number }>(
  `select locale as language, count(*)::integer as count from reviews where item_id = $1 and locale is not null group by locale order by count(*) desc, locale`,
)
const MINE = prepared<ReviewRow>(`${SHOWN} where r.store_id = $1 and r.item_id = $2`)

export interface ReviewFilter {
  stars?: number | undefined
  version?: string | undefined
  language?: Locale | undefined
}
const valuesOf = (itemId: string, { stars, version, language }: ReviewFilter) => [
  itemId,
  stars ?? null,
  version ?? null,
  language ?? null,
]

/** The most helpful first, then the newest. */
export const listReviewRows = (
  db: Db,
  itemId: string,
  { limit, offset = 0, ...filter }: ReviewFilter & { limit: number; offset?: number },
) => PAGE(db, [...valuesOf(itemId, filter), limit, offset])

export const countReviews = async (db: Db, itemId: string, filter: ReviewFilter): Promise<number> =>
  (await COUNT(db, valuesOf(itemId, filter)))[0]?.n ?? 0

/** How many reviews there are by version and by language. */
export const countByVersion = (db: Db, itemId: string) => VERSIONS(db, [itemId])
export const countByLanguage = (db: Db, itemId: string) => LANGUAGES(db, [itemId])

/** All pictures of the store's own review. */
export const listOwnPictures = (db: Db, storeId: string, itemId: string) =>
  db
    .selectFrom('review_pictures')
    .innerJoin('reviews', 'reviews.id', 'review_pictures.review_id')
    .select(['review_pictures.id', 'review_pictures.shown_at'])
    .where('reviews.store_id', '=', storeId)
    .where('reviews.item_id', '=', itemId)
    .orderBy('review_pictures.created_at')
    .execute()

export const findStoreReview = async (
  db: Db,
  storeId: string,
  itemId: string,
): Promise<ReviewRow | undefined> => (await MINE(db, [storeId, itemId]))[0]

export const lockStoreReview = (db: Db, storeId: string, itemId: string) =>
  db
    .selectFrom('reviews')
    .select(['id', 'stars', 'item_id'])
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .forUpdate()
    .executeTakeFirst()

export const lockReview = (db: Db, id: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .select([
      'reviews.id',
      'reviews.item_id',
      'reviews.stars',
      'reviews.version',
      'store_id',
      'items.partner_id',
    ])
    .where('reviews.id', '=', id)
    .forUpdate('reviews')
    .executeTakeFirst()

interface Said {
  locale: Locale | null
  stars: number
  text: string
  version: string
  installed_days: number
  still_installed: boolean
  salt: Buffer
}

/** False when the store has reviewed the item already. */
export async function insertReview(
  db: Db,
  row: Said & { id: string; item_id: string; store_id: string },
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('reviews')
    .values({ ...row, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(['store_id', 'item_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A changed text is shown again even if the earlier one was hidden. */
export const updateReview = (
  db: Db,
  id: string,
  said: Partial<Said> & { erased_at: Date | null },
  at: Date,
) =>
  db
    .updateTable('reviews')
    .set({ ...said, hidden_at: null, updated_at: at })
    .where('id', '=', id)
    .execute()

export const deleteReviewRow = (db: Db, id: string) =>
  db.deleteFrom('reviews').where('id', '=', id).execute()

export const findReply = (db: Db, reviewId: string) =>
  db.selectFrom('review_replies').select('id').where('review_id', '=', reviewId).executeTakeFirst()

/** False when there is a reply already. */
export async function insertReply(
  db: Db,
  row: { id: string; review_id: string; partner_id: string; text: string; salt: Buffer },
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('review_replies')
    .values({ ...row, created_at: at })
    .onConflict((conflict) => conflict.column('review_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const changeReplyRow = (
  db: Db,
  id: string,
  said: { text: string; salt: Buffer },
  at: Date,
) =>
  db
    .updateTable('review_replies')
    .set({ ...said, changed_at: at })
    .where('id', '=', id)
    .execute()

export const insertReport = (
  db: Db,
  row: { id: string; review_id: string; store_id: string | null; reason: string; text: string },
  at: Date,
) =>
  db
    .insertInto('review_reports')
    .values({ ...row, created_at: at })
    .execute()

/** A review that whoever asks may read. */
export const isReviewOf = async (
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  id: string,
  market: string,
): Promise<boolean> =>
  (await db
    .selectFrom('reviews')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .select('reviews.id')
    .where('reviews.id', '=', id)
    .where('items.market', '=', market)
    .where('items.status', '=', 'published')
    .where(maySee(storeOf(actor)))
    .executeTakeFirst()) !== undefined
