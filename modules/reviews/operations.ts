import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { takeVoteBack, voteHelpful } from './helpful-votes.ts'
import {
  eraseReview,
  getAnyReview,
  listAllReviews,
  listWaitingPictures,
  restoreReview,
  settleReviewReports,
  takeReviewDown,
} from './operator-reviews.ts'
import { answerReview, listPartnerReviews, reportOwnReview } from './partner-reviews.ts'
import {
  addReviewPicture,
  approveReviewPicture,
  deleteReviewPicture,
  lookAtReviewPicture,
  removeReviewPicture,
  showReviewPicture,
} from './review-pictures.ts'
import { changeReview, deleteReview, listReviews, reportReview, writeReview } from './reviews.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
  listReviews,
  voteHelpful,
  takeVoteBack,
  addReviewPicture,
  removeReviewPicture,
  showReviewPicture,
  writeReview,
  changeReview,
  deleteReview,
  reportReview,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listPartnerReviews,
  answerReview,
  reportOwnReview,
  listAllReviews,
  getAnyReview,
  listWaitingPictures,
  lookAtReviewPicture,
  approveReviewPicture,
  deleteReviewPicture,
  takeReviewDown,
  restoreReview,
  eraseReview,
  settleReviewReports,
]
