import { z } from 'zod'
import { LIST_SORTS } from '#lib/list-sort.ts'
import { plainText } from '#lib/text.ts'
import { fileAnswer } from '#lib/wire.ts'
import { OPERATOR_ROLES, partnersWho } from '#kernel/actor.ts'
import { confirmed, declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { REASONS, statementLine } from '#modules/publishing/statements/contract.ts'
import { REPORT_REASONS } from './rules.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const

const KEEPERS = { who: 'operator', roles: ['admin', 'reviewer', 'support'] } as const

const id = z.string().max(60)

const at = z.iso.datetime()

const next = z.string().nullable()

const after = z.string().max(200).optional().describe('`next` of the page before')

const review = z.object({
  id,
  item: z.object({ id, name: z.string() }),
  store: z.object({ id, domain: z.string() }),
  stars: z.int(),
  text: z.string(),
  version: z.string(),
  state: z.enum(['shown', 'hidden', 'erased']),
  reports: z.int().describe('open ones'),
  written_at: at,
})

export const listAllReviews = declareOperation({
  id: 'listAllReviews',
  summary: 'Reviews, the newest first; or those that readers reported, or that are down',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'get',
  path: '/operator/reviews',
  policy: EVERY_OPERATOR,
  query: z.object({
    state: z.enum(['reported', 'hidden']).optional(),
    item: id.optional(),
    store: id.optional(),
    sort: z.enum(LIST_SORTS).default('newest'),
    after,
  }),
  output: z.object({ reviews: z.array(review), next }),
  refusals: [],
})

export const getAnyReview = declareOperation({
  id: 'getAnyReview',
  summary: 'A review, what readers say of it, and what was decided',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'get',
  path: '/operator/reviews/{review}',
  policy: EVERY_OPERATOR,
  params: z.object({ review: id }),
  output: review.extend({
    reply: z.string().nullable(),
    statements: z.array(statementLine),
    all_reports: z.array(
      z.object({ id, reason: z.string(), text: z.string(), at, handled_at: at.nullable() }),
    ),
  }),
  refusals: [],
})

export const takeReviewDown = declareOperation({
  id: 'takeReviewDown',
  summary: "Take a review's words down; its stars stay, and its store is told why",
  tag: 'Operator: voices',
  source: 'D14',
  method: 'put',
  path: '/operator/reviews/{review}/hidden',
  policy: KEEPERS,
  params: z.object({ review: id }),
  body: z.object(REASONS),
  output: done,
  refusals: ['backoffice.review_state'],
})

export const restoreReview = declareOperation({
  id: 'restoreReview',
  summary: "Show a review's words again",
  tag: 'Operator: voices',
  source: 'D14',
  method: 'delete',
  path: '/operator/reviews/{review}/hidden',
  policy: KEEPERS,
  params: z.object({ review: id }),
  output: done,
  refusals: ['backoffice.review_state'],
})

export const eraseReview = declareOperation({
  id: 'eraseReview',
  summary: "Erase a review's words for good (somebody's data)",
  tag: 'Operator: voices',
  source: 'D14 D23',
  method: 'put',
  path: '/operator/reviews/{review}/erased',
  policy: KEEPERS,
  params: z.object({ review: id }),
  body: z.object({ ...REASONS, confirmed }),
  output: done,
  refusals: ['backoffice.review_state'],
})

const picture = z.object({ picture: id })

export const listWaitingPictures = declareOperation({
  id: 'listWaitingPictures',
  summary: 'Pictures of reviews that nobody has looked at, the oldest first',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'get',
  path: '/operator/review-pictures',
  policy: EVERY_OPERATOR,
  query: z.object({ after }),
  output: z.object({
    pictures: z.array(z.object({ id, review: id, item: z.string(), store: z.string(), at })),
    next,
  }),
  refusals: [],
})

export const lookAtReviewPicture = declareOperation({
  id: 'lookAtReviewPicture',
  summary: 'A picture of a review, approved or not',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'get',
  path: '/operator/review-pictures/{picture}',
  policy: EVERY_OPERATOR,
  params: picture,
  output: fileAnswer,
  file: true,
  refusals: [],
})

export const approveReviewPicture = declareOperation({
  id: 'approveReviewPicture',
  summary: 'Show a picture of a review to everybody',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'put',
  path: '/operator/review-pictures/{picture}/shown',
  policy: KEEPERS,
  params: picture,
  output: done,
  refusals: [],
})

export const deleteReviewPicture = declareOperation({
  id: 'deleteReviewPicture',
  summary: 'Delete a picture of a review for good',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'delete',
  path: '/operator/review-pictures/{picture}',
  policy: KEEPERS,
  params: picture,
  output: done,
  refusals: [],
})

export const settleReviewReports = declareOperation({
  id: 'settleReviewReports',
  summary: 'The reports were looked at and the review stays',
  tag: 'Operator: voices',
  source: 'D14',
  method: 'put',
  path: '/operator/reviews/{review}/reports',
  policy: KEEPERS,
  params: z.object({ review: id }),
  output: z.object({ settled: z.int() }),
  refusals: [],
})

const MEMBERS = partnersWho('view')
const WRITERS = partnersWho('answer')
const partner = z.string().max(60)
const reviewId = z.string().max(60)
const text = (min: number, max: number) =>
  z
    .string()
    .max(max, { error: 'field.max' })
    .transform(plainText)
    .pipe(z.string().min(min, { error: 'field.required' }))

export const listPartnerReviews = declareOperation({
  id: 'listPartnerReviews',
  summary: "What stores say of a partner's items, the newest first",
  tag: 'Partners',
  source: 'D14',
  method: 'get',
  path: '/partners/{partner}/reviews',
  policy: MEMBERS,
  params: z.object({ partner }),
  query: z.object({ after: z.string().max(200).optional().describe('`next` of the page before') }),
  output: z.object({
    reviews: z.array(
      z.object({
        id: z.string(),
        item: z.object({ id: z.string(), name: z.string() }),
        stars: z.int(),
        text: z.string(),
        shop: z.string().nullable(),
        version: z.string(),
        installed_days: z.int(),
        still_installed: z.boolean(),
        at: z.iso.datetime(),
        erased: z.boolean(),
        reported: z.boolean(),
        reply: z
          .object({
            text: z.string(),
            at: z.iso.datetime(),
            changed_at: z.iso.datetime().nullable(),
          })
          .nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const answerReview = declareOperation({
  id: 'answerReview',
  summary: 'Answer a review of an own item, or mend the answer',
  tag: 'Partners',
  source: 'D14',
  method: 'put',
  path: '/partners/{partner}/reviews/{review}/reply',
  policy: WRITERS,
  params: z.object({ partner, review: reviewId }),
  body: z.object({ text: text(1, 4_000) }),
  output: done,
  refusals: [],
})

export const reportOwnReview = declareOperation({
  id: 'reportOwnReview',
  summary: 'Tell the operator that something is wrong with a review of an own item; once',
  tag: 'Partners',
  source: 'D14',
  method: 'post',
  path: '/partners/{partner}/reviews/{review}/report',
  policy: WRITERS,
  params: z.object({ partner, review: reviewId }),
  body: z.object({ reason: z.enum(REPORT_REASONS), text: text(0, 1_000).default('') }),
  output: done,
  refusals: [],
})
