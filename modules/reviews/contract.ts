import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { plainText } from '#lib/text.ts'
import { declareOperation } from '#kernel/operation.ts'
import { one, pageNumber } from '#lib/wire.ts'
import { review, reviewCounts, reviewRight } from '#modules/catalog/contract.ts'
import { MAX_REPORT_TEXT, MAX_TEXT, REPORT_REASONS } from './rules.ts'

export { REPORT_REASONS } from './rules.ts'

/** Cleaned first; the result must not be longer either. */
const text = z.string().max(MAX_TEXT).transform(plainText).pipe(z.string().max(MAX_TEXT))
const itemId = z.string().max(60)
const path = { app: '/app-store/review', theme: '/theme-store/review' }

const written = z.object({
  item_id: itemId,
  rating: z.coerce
    .number({ error: 'field.stars' })
    .int({ error: 'field.stars' })
    .min(1, { error: 'field.stars' })
    .max(5, { error: 'field.stars' }),
  text: text.default(''),
})

export const listReviews = declareOperation({
  id: 'listReviews',
  summary: 'What stores say of an item, the newest first',
  tag: 'Reviews',
  source: 'S7.14 S7.33 D14',
  method: 'get',
  path,
  policy: { who: 'anyone' },
  query: z.object({
    item_id: itemId,
    page: pageNumber,
    stars: z.coerce.number().int().min(1).max(5).optional(),
  }),
  output: z.object({
    data: z.array(review),
    meta: z.object({
      total: z.number().int().describe('with these stars'),
      page: z.number().int(),
      per_page: z.number().int(),
      stars: reviewCounts,
      mine: reviewRight.nullable().describe('null for visitors'),
      log: z
        .object({ position: z.number().int(), hash: z.string() })
        .describe('end of the log of all reviews: who notes it can hold us to it (D14)'),
    }),
  }),
  refusals: ['catalog.item_not_found'],
})

const refusals = [
  'catalog.item_not_found',
  'reviews.never_installed',
  'reviews.too_late',
  'session.store_closed',
] as const

export const writeReview = declareOperation({
  id: 'writeReview',
  summary: 'Review an item, once',
  tag: 'Reviews',
  source: 'S7.14 S7.33 S2.25 D14',
  method: 'post',
  path,
  policy: { who: 'store' },
  body: written,
  output: one(review),
  refusals: [...refusals, 'reviews.already_written'],
})

export const changeReview = declareOperation({
  id: 'changeReview',
  summary: 'Change what the store said',
  tag: 'Reviews',
  source: 'S7.14 S7.33 S2.25 D14',
  method: 'put',
  path,
  policy: { who: 'store' },
  body: written,
  output: one(review),
  refusals: [...refusals, 'reviews.not_written'],
})

export const deleteReview = declareOperation({
  id: 'deleteReview',
  summary: 'Take back what the store said; possible however long ago it had the item',
  tag: 'Reviews',
  source: 'S7.14 S7.33 D14',
  method: 'delete',
  path,
  policy: { who: 'store' },
  body: z.object({ item_id: itemId }),
  output: one(z.object({ deleted: z.boolean() })),
  refusals: ['reviews.not_written'],
})

export const reportReview = declareOperation({
  id: 'reportReview',
  summary: 'Tell the operator that something is wrong with a review',
  tag: 'Reviews',
  source: 'D14',
  method: 'post',
  path: { app: '/app-store/review/{id}/report', theme: '/theme-store/review/{id}/report' },
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  params: z.object({ id: z.string().max(60) }),
  body: z.object({
    reason: z.enum(REPORT_REASONS, {
      error: ({ input }) => (input ? 'field.invalid' : 'field.required'),
    }),
    text: z
      .string()
      .max(MAX_REPORT_TEXT)
      .transform(plainText)
      .pipe(z.string().max(MAX_REPORT_TEXT))
      .default(''),
  }),
  output: one(z.object({ reported: z.boolean() })),
  refusals: ['reviews.not_found'],
})
