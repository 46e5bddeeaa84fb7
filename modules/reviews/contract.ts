import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { LOCALES } from '#lib/locale.ts'
import { plainText } from '#lib/text.ts'
import { declareOperation } from '#kernel/operation.ts'
import { fileAnswer, one, pageNumber } from '#lib/wire.ts'
import { review, reviewCounts, reviewRight } from '#modules/catalog/contract.ts'
import { PICTURE_REFUSALS } from '#modules/catalog/pictures/contract.ts'
import {
  MAX_PICTURE_BYTES,
  MAX_REPORT_TEXT,
  MAX_TEXT,
  PICTURE_TYPES,
  REPORT_REASONS,
} from './rules.ts'

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
  summary: 'What stores say of an item: the most helpful first, then the newest',
  tag: 'Reviews',
  source: 'S7.14 S7.33 D14',
  method: 'get',
  path,
  policy: { who: 'anyone' },
  query: z.object({
    item_id: itemId,
    page: pageNumber,
    stars: z.coerce.number().int().min(1).max(5).optional(),
    version: z.string().max(60).optional().describe('only of stores that had this version'),
    language: z.enum(LOCALES).optional().describe('only those written in it'),
  }),
  output: z.object({
    data: z.array(review),
    meta: z.object({
      total: z.number().int().describe('with these stars, this version and language'),
      page: z.number().int(),
      per_page: z.number().int(),
      stars: reviewCounts,
      versions: z
        .array(z.object({ version: z.string(), count: z.number().int() }))
        .describe('of all reviews of the item, the most frequent first, 20 at most'),
      languages: z.array(z.object({ language: z.enum(LOCALES), count: z.number().int() })),
      voted: z
        .array(z.string())
        .describe('ids of the shown reviews that the signed-in store found helpful'),
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
  policy: { who: 'store', needs: 'install' },
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
  policy: { who: 'store', needs: 'install' },
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
  policy: { who: 'store', needs: 'install' },
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

const votes = {
  app: '/app-store/review/{id}/helpful',
  theme: '/theme-store/review/{id}/helpful',
} as const
const reviewId = z.object({ id: z.string().max(60) })

export const voteHelpful = declareOperation({
  id: 'voteHelpful',
  summary: 'Say that a review of another store is helpful, once',
  tag: 'Reviews',
  source: 'D14',
  method: 'put',
  path: votes,
  policy: { who: 'store', needs: 'ask' },
  params: reviewId,
  output: one(z.object({ voted: z.boolean() })),
  refusals: ['reviews.not_found', 'reviews.own_vote'],
})

export const takeVoteBack = declareOperation({
  id: 'takeVoteBack',
  summary: 'Take back that a review is helpful',
  tag: 'Reviews',
  source: 'D14',
  method: 'delete',
  path: votes,
  policy: { who: 'store', needs: 'ask' },
  params: reviewId,
  output: one(z.object({ voted: z.boolean() })),
  refusals: ['reviews.not_found', 'reviews.own_vote'],
})

export const addReviewPicture = declareOperation({
  id: 'addReviewPicture',
  summary: "Add a picture to the store's review; operators look at it before anybody sees it",
  tag: 'Reviews',
  source: 'D14',
  method: 'post',
  path: { app: '/app-store/review-pictures', theme: '/theme-store/review-pictures' },
  policy: { who: 'store', needs: 'install' },
  query: z.object({ item_id: itemId }),
  upload: { maxBytes: MAX_PICTURE_BYTES, types: PICTURE_TYPES },
  output: one(z.object({ id: z.string() })),
  refusals: [
    'reviews.not_written',
    'reviews.pictures_many',
    'session.store_closed',
    ...PICTURE_REFUSALS,
  ],
})

const pictureId = z.object({ picture: z.string().max(60) })

export const removeReviewPicture = declareOperation({
  id: 'removeReviewPicture',
  summary: "Take a picture off the store's review",
  tag: 'Reviews',
  source: 'D14',
  method: 'delete',
  path: {
    app: '/app-store/review-pictures/{picture}',
    theme: '/theme-store/review-pictures/{picture}',
  },
  policy: { who: 'store', needs: 'install' },
  params: pictureId,
  output: one(z.object({ removed: z.boolean() })),
  refusals: [],
})

export const showReviewPicture = declareOperation({
  id: 'showReviewPicture',
  summary: 'An approved picture of a review',
  tag: 'Reviews',
  source: 'D14',
  method: 'get',
  path: {
    app: '/app-store/review-pictures/{picture}',
    theme: '/theme-store/review-pictures/{picture}',
  },
  policy: { who: 'anyone' },
  params: pictureId,
  output: fileAnswer,
  file: true,
  refusals: ['reviews.not_found'],
})
