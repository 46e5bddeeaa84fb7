import type { Ctx, Services } from '../ctx.ts'
import { listReviewRows } from './data.ts'
import { presentReview, readRight } from './present.ts'

export { checkReviewLog } from './check-review-log.ts'
export { eraseReviewText, eraseReviewTextIn, hideReview, restoreReview, settleReports } from './erase-review.ts'
export { findReplyOf, findReportOf, listReviewsOfPartner, reportByPartner } from './partner-data.ts'
export { replyToReview, writeReply, type ReplyOutcome } from './reply-to-review.ts'
export { verifyReviewLog, type LogEnd, type LogFault } from './review-log.ts'

const NEWEST = 3

/** For the item's own page: the newest, how many there are, and what the signed-in store may say. */
export const itemReviews: Services['itemReviews'] = async (ctx: Ctx, itemId: string, stars: number[]) => {
  const [rows, mine] = await Promise.all([listReviewRows(ctx.db, itemId, { limit: NEWEST }), readRight(ctx, itemId)])
  return { data: rows.map(presentReview), total: stars.reduce((sum, n) => sum + n, 0), stars, mine }
}
