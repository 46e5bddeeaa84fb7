import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'
import type { DB } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { ListSort } from '#lib/list-sort.ts'
import { PAGE_ROWS, pageOf, parsePageKey, type PageKey } from '#lib/page-key.ts'
import { inTransaction, type ConsoleCtx, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { recordOwnerNotice } from '#modules/installs/public.ts'
import {
  APPEAL_SECONDS,
  endStatements,
  listAllStatements,
  presentLine,
  stateReasons,
  type StatedReasons,
} from '#modules/publishing/public.ts'
import * as contract from './console-contract.ts'
import { lockReview, updateReview } from './data.ts'
import { refuse } from './errors.ts'
import { appendToLog, newSalt } from './review-log.ts'
import { erasePictures } from './review-pictures.ts'

const done = { success: true as const }

const audit = {
  kind: 'review',
  id: ({ params }: { params: { review: string } }) => params.review,
  read: readReview,
}

const present = (row: ReviewLine) => ({
  id: row.id,
  item: { id: row.item_id, name: row.item },
  store: { id: row.store_id, domain: row.domain },
  stars: row.stars,
  text: row.text,
  version: row.version,
  state:
    row.erased_at !== null
      ? ('erased' as const)
      : row.hidden_at !== null
        ? ('hidden' as const)
        : ('shown' as const),
  reports: row.reports,
  written_at: row.created_at.toISOString(),
})

export const listAllReviews = defineOperation({
  ...contract.listAllReviews,
  run: async (ctx, { query }) => {
    const found = await listReviewLines(ctx.db, {
      state: query.state ?? null,
      itemId: query.item || null,
      storeId: query.store || null,
      sort: query.sort,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
    return { reviews: rows.map(present), next }
  },
})

async function requireReview(ctx: ConsoleCtx, id: string) {
  const row = await findReviewLine(ctx.db, id)
  if (!row) throw refuse('not_found')
  return row
}

export const getAnyReview = defineOperation({
  ...contract.getAnyReview,
  run: async (ctx, { params }) => {
    const row = await requireReview(ctx, params.review)
    const [reports, statements] = await Promise.all([
      listReportRows(ctx.db, row.id),
      listAllStatements(ctx.db, {
        waiting: false,
        partnerId: null,
        objectIds: [row.id],
        after: null,
        most: 20,
      }),
    ])
    const now = ctx.clock.now()
    return {
      ...present(row),
      reply: row.reply,
      statements: statements.map((one) => presentLine(one, now)),
      all_reports: reports.map((one) => ({
        id: one.id,
        reason: one.reason,
        text: one.text,
        at: one.created_at.toISOString(),
        handled_at: one.handled_at?.toISOString() ?? null,
      })),
    }
  },
})

/** A store has no account here: its owner gets a mail, and can appeal by answering it. */
async function notifyStore(
  ctx: ConsoleCtx,
  row: ReviewLine,
  reasons: Pick<StatedReasons, 'grounds' | 'rule' | 'facts' | 'cause' | 'automated'>,
): Promise<void> {
  const statementId = await stateReasons(ctx, {
    about: 'review',
    objectId: row.id,
    objectName: row.item,
    partnerId: null,
    storeId: row.store_id,
    decision: 'text_erased',
    ...reasons,
  })
  await recordOwnerNotice(ctx, ctx.db, row.store_id, {
    kind: 'review_down',
    facts: {
      itemId: row.item_id,
      statementId,
      facts: reasons.facts,
      grounds: reasons.grounds,
      rule: reasons.rule,
      appealUntil: secondsAfter(ctx.clock.now(), APPEAL_SECONDS).toISOString(),
    },
  })
  await settleReports(ctx.db, ctx.clock.now(), row.id)
}

export const takeReviewDown = defineOperation({
  ...contract.takeReviewDown,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await requireReview(ctx, params.review)
    if (!(await hideReview(ctx.db, ctx.clock.now(), row.id)))
      throw refuse('backoffice.review_state')
    await notifyStore(ctx, row, body)
    return done
  },
})

export const restoreReview = defineOperation({
  ...contract.restoreReview,
  audit,
  run: async (ctx, { params }) => {
    const row = await requireReview(ctx, params.review)
    if (!(await restoreHiddenReview(ctx.db, row.id))) throw refuse('backoffice.review_state')
    await endStatements(ctx, row.id, ['text_erased'])
    return done
  },
})

export const eraseReview = defineOperation({
  ...contract.eraseReview,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await requireReview(ctx, params.review)
    if (row.erased_at !== null || !(await eraseReviewTextIn(ctx.db, ctx.clock.now(), row.id)))
      throw refuse('backoffice.review_state')
    await notifyStore(ctx, row, body)
    return done
  },
})

export const settleReviewReports = defineOperation({
  ...contract.settleReviewReports,
  audit,
  run: async (ctx, { params }) => {
    const row = await requireReview(ctx, params.review)
    return { settled: await settleReports(ctx.db, ctx.clock.now(), row.id) }
  },
})

const listWaiting = (db: Db, after: PageKey | null, most: number) =>
  db
    .selectFrom('review_pictures')
    .innerJoin('reviews', 'reviews.id', 'review_pictures.review_id')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .innerJoin('stores', 'stores.id', 'reviews.store_id')
    .select(['review_pictures.id', 'review_pictures.review_id', 'review_pictures.created_at'])
    .select(['items.name as item', 'stores.domain'])
    .where('review_pictures.shown_at', 'is', null)
    .where(isBeyond(['review_pictures.created_at', 'review_pictures.id'], after, 'oldest'))
    .orderBy('review_pictures.created_at')
    .orderBy('review_pictures.id')
    .limit(most)
    .execute()

/** Pictures that wait for an operator, the oldest first. */
export const listWaitingPictures = defineOperation({
  ...contract.listWaitingPictures,
  run: async (ctx, { query }) => {
    const found = await listWaiting(ctx.db, parsePageKey(query.after), PAGE_ROWS + 1)
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
    return {
      pictures: rows.map((row) => ({
        id: row.id,
        review: row.review_id,
        item: row.item,
        store: row.domain,
        at: row.created_at.toISOString(),
      })),
      next,
    }
  },
})

const openReports = sql<number>`(select count(*)::integer from review_reports where review_id = reviews.id and handled_at is null)`

const select = (db: Db) =>
  db
    .selectFrom('reviews')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .innerJoin('stores', 'stores.id', 'reviews.store_id')
    .select([
      'reviews.id',
      'reviews.stars',
      'reviews.text',
      'reviews.version',
      'reviews.erased_at',
      'reviews.hidden_at',
      'reviews.created_at',
      'items.id as item_id',
      'items.name as item',
      'stores.id as store_id',
      'stores.domain',
    ])
    .select(openReports.as('reports'))

type ReviewLine = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const listReviewLines = (
  db: Db,
  {
    state,
    itemId,
    storeId,
    sort,
    after,
    most,
  }: {
    state: string | null
    itemId: string | null
    storeId: string | null
    sort: ListSort
    after: PageKey | null
    most: number
  },
) => {
  let query = select(db)
  if (state === 'reported')
    query = query.where(
      'reviews.id',
      'in',
      db.selectFrom('review_reports').select('review_id').where('handled_at', 'is', null),
    )
  if (state === 'hidden') query = query.where('reviews.hidden_at', 'is not', null)
  if (itemId !== null) query = query.where('reviews.item_id', '=', itemId)
  if (storeId !== null) query = query.where('reviews.store_id', '=', storeId)
  if (after !== null)
    query = query.where(isBeyond(['reviews.created_at', 'reviews.id'], after, sort))
  const way = directionOf(sort)
  return query.orderBy('reviews.created_at', way).orderBy('reviews.id', way).limit(most).execute()
}

const findReviewLine = (db: Db, id: string) =>
  select(db)
    .leftJoin('review_replies', 'review_replies.review_id', 'reviews.id')
    .select('review_replies.text as reply')
    .where('reviews.id', '=', id)
    .executeTakeFirst()

const listReportRows = (db: Db, reviewId: string) =>
  db
    .selectFrom('review_reports')
    .select(['id', 'reason', 'text', 'created_at', 'handled_at'])
    .where('review_id', '=', reviewId)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()

/** For the audit log: never the text itself. */
async function readReview(db: Db, id: string) {
  const row = await db
    .selectFrom('reviews')
    .select(['hidden_at', 'erased_at', openReports.as('reports')])
    .where('reviews.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      hidden: row.hidden_at !== null,
      erased: row.erased_at !== null,
      open_reports: row.reports,
    }
  )
}

/**
 * Erases the text of a review (personal data, an insult). The stars stay, the page says so, the log
 * stays valid. False when there is no such review.
 */
export async function eraseReviewText(
  services: Pick<Services, 'db' | 'clock'>,
  reviewId: string,
): Promise<boolean> {
  return inTransaction(services, (trx) => eraseReviewTextIn(trx, services.clock.now(), reviewId))
}

/** The same in the caller's transaction. */
export async function eraseReviewTextIn(trx: Db, now: Date, reviewId: string): Promise<boolean> {
  const salt = newSalt()
  const review = await lockReview(trx, reviewId)
  if (!review) return false
  await updateReview(trx, reviewId, { text: '', salt, erased_at: now }, now)
  await erasePictures(trx, reviewId)
  await appendToLog(trx, {
    subject: reviewId,
    action: 'erased',
    at: now,
    said: {
      salt,
      content: {
        kind: 'review',
        itemId: review.item_id,
        storeId: review.store_id,
        stars: review.stars,
        version: review.version,
        text: '',
      },
    },
  })
  return true
}

/** Hides the text; its row and its log line stay. False when it is already hidden or erased. */
const hideReview = async (trx: Db, now: Date, reviewId: string): Promise<boolean> =>
  (
    await trx
      .updateTable('reviews')
      .set({ hidden_at: now })
      .where('id', '=', reviewId)
      .where('hidden_at', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** False when the text is not hidden. */
export const restoreHiddenReview = async (trx: Db, reviewId: string): Promise<boolean> =>
  (
    await trx
      .updateTable('reviews')
      .set({ hidden_at: null })
      .where('id', '=', reviewId)
      .where('hidden_at', 'is not', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Marks readers' reports of a review as handled; returns how many. */
const settleReports = async (trx: Db, now: Date, reviewId: string): Promise<number> =>
  Number(
    (
      await trx
        .updateTable('review_reports')
        .set({ handled_at: now })
        .where('review_id', '=', reviewId)
        .where('handled_at', 'is', null)
        .executeTakeFirst()
    ).numUpdatedRows,
  )

/** For the inbox: reviews with a report that nobody has handled, the oldest report first. */
export const listReportedReviews = (db: Db, most: number): Promise<Waiting[]> =>
  waitingReviews(
    db,
    db
      .selectFrom('review_reports')
      .select(['review_id', sql<Date>`min(created_at)`.as('since')])
      .where('handled_at', 'is', null)
      .groupBy('review_id')
      .orderBy('since')
      .limit(most),
  )

/** For the inbox: reviews with pictures that nobody has looked at, the oldest picture first. */
export const listPicturedReviews = (db: Db, most: number): Promise<Waiting[]> =>
  waitingReviews(
    db,
    db
      .selectFrom('review_pictures')
      .select(['review_id', sql<Date>`min(created_at)`.as('since')])
      .where('shown_at', 'is', null)
      .groupBy('review_id')
      .orderBy('since')
      .limit(most),
  )

async function waitingReviews(
  db: Db,
  oldest: SelectQueryBuilder<DB, keyof DB, { review_id: string; since: Date }>,
): Promise<Waiting[]> {
  const rows = await db
    .selectFrom(oldest.as('waiting'))
    .innerJoin('reviews', 'reviews.id', 'waiting.review_id')
    .innerJoin('items', 'items.id', 'reviews.item_id')
    .select(['reviews.id', 'items.name', 'reviews.text', 'waiting.since'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    detail: shortText(row.text),
    since: row.since,
  }))
}
