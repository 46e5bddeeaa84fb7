import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { plainText } from '#lib/plain-text.ts'
import { REPORT_REASONS } from './contract.ts'

const TAG = 'Partners'
const MEMBERS = { who: 'partner', roles: PARTNER_ROLES } as const
const WRITERS = { who: 'partner', roles: ['owner', 'developer'] } as const
const partner = z.string().max(60)
const review = z.string().max(60)
const done = z.object({ success: z.literal(true) })
const text = (min: number, max: number) =>
  z
    .string()
    .max(max, { error: 'field.max' })
    .transform(plainText)
    .pipe(z.string().min(min, { error: 'field.required' }))

export const listPartnerReviews = declareOperation({
  id: 'listPartnerReviews',
  summary: "What stores say of a partner's items, the newest first",
  tag: TAG,
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
  tag: TAG,
  source: 'D14',
  method: 'put',
  path: '/partners/{partner}/reviews/{review}/reply',
  policy: WRITERS,
  params: z.object({ partner, review }),
  body: z.object({ text: text(1, 4_000) }),
  output: done,
  refusals: [],
})

export const reportOwnReview = declareOperation({
  id: 'reportOwnReview',
  summary: 'Tell the operator that something is wrong with a review of an own item; once',
  tag: TAG,
  source: 'D14',
  method: 'post',
  path: '/partners/{partner}/reviews/{review}/report',
  policy: WRITERS,
  params: z.object({ partner, review }),
  body: z.object({ reason: z.enum(REPORT_REASONS), text: text(0, 1_000).default('') }),
  output: done,
  refusals: [],
})
