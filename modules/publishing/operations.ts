import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  applyAsPartner,
  checkApplicationDomain,
  confirmApplicationMail,
  getPartnerApplication,
  getPartnerSignUp,
  sendApplicationCode,
  withdrawPartnerApplication,
} from './applications/apply.ts'
import {
  approvePartnerApplication,
  changePartnerSignUp,
  declinePartnerApplication,
  getAnyPartnerApplication,
  listPartnerApplications,
} from './applications/decide.ts'
import { createFeed, listFeeds, listPartnerEvents, readFeed, revokeFeed } from './feed/feed.ts'
import { getAnyItem, listAllItems, listItemStores } from './items/operator-items.ts'
import {
  liftStop,
  offerReleaseAgain,
  publishItemAgain,
  stopItem,
  takeReleaseBack,
  unpublishItem,
} from './items/take-downs.ts'
import {
  getItemHealth,
  getOwnItemHealth,
  resumeItemWebhooks,
  resumeOwnWebhooks,
} from './health/item-health.ts'
import {
  changeCannedAnswer,
  createCannedAnswer,
  deleteCannedAnswer,
  listCannedAnswers,
} from './partners/canned-answers.ts'
import { createItemCoupon, endItemCoupon, listItemCoupons } from './partners/coupons.ts'
import { askForHelp, getHelp } from './partners/help.ts'
import {
  answerPartnerMessage,
  assignPartnerMessage,
  getPartnerMessage,
  listPartnerMessages,
  markPartnerMessage,
  reportPartnerMessage,
} from './partners/inbox.ts'
import { createItem, getPartnerItem, suggestItemNames } from './partners/items.ts'
import { changeListingFacts, changeListingWords, getListing } from './partners/listing.ts'
import {
  changePartnerMember,
  createPartner,
  getPartnerHome,
  getPartnerTeam,
  invitePartnerMember,
  invitePartnerOwner,
  listAllPartners,
  removePartnerMember,
  withdrawPartnerInvitation,
} from './partners/partners.ts'
import { getCommandLine } from './partners/command-line.ts'
import { getPartnerOnboarding, hidePartnerOnboarding } from './partners/onboarding.ts'
import { getAnyPartner } from './partners/operator-partner.ts'
import { addPicture, describePicture, movePicture, removePicture } from './partners/pictures.ts'
import { changePlans } from './partners/plans.ts'
import {
  changePartnerProfile,
  changePartnerSeller,
  getDeveloper,
  getPartnerProfile,
  removePartnerLogo,
  setPartnerLogo,
} from './partners/profile.ts'
import {
  checkPartnerDomain,
  confirmPartnerMail,
  getPartnerProofs,
  sendPartnerMailCheck,
} from './partners/proofs.ts'
import { getMalwareScanner } from './scans/get-malware-scanner.ts'
import {
  dropPlatformPlan,
  getOwnPlatformReport,
  getPlatformReport,
  listPlatformPlans,
  planPlatformVersion,
  tellPartners,
} from './rollouts/platform-report.ts'
import {
  goOnWithRelease,
  goOnWithRollout,
  listAllRollouts,
  listRollouts,
  resumeRollout,
} from './rollouts/rollouts.ts'
import {
  appealOwnStatement,
  appealStatement,
  getAnyStatement,
  getStatement,
  listAllStatements,
  listOwnStatements,
  listStatements,
} from './statements/statements.ts'
import {
  changeRelease,
  changeReleaseNotes,
  withdrawSubmission,
} from './submissions/change-submission.ts'
import {
  approveSubmission,
  claimSubmission,
  giveBackSubmission,
  recheckSubmission,
  rejectSubmission,
  secondSubmission,
} from './submissions/decide.ts'
import {
  changeVisibility,
  getItemVisibility,
  getOwnVisibility,
  keepAnyItem,
  keepItem,
  nameItemStore,
  nameStoreOfItem,
  retireAnyItem,
  retireItem,
  unnameItemStore,
} from './visibility/visibility.ts'
import { trySubmission } from './submissions/try-submission.ts'
import { getReviewFile, getReviewPackage } from './submissions/review-files.ts'
import { getReview, getReviewPicture, listQueue } from './submissions/review.ts'
import { scheduleRelease } from './submissions/schedule.ts'
import { getSubmission, listSubmissions } from './submissions/submissions.ts'
import { submitListing, submitRelease } from './submissions/submit.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
  getHelp,
  askForHelp,
  getDeveloper,
  listOwnStatements,
  appealOwnStatement,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  suggestItemNames,
  createItem,
  getPartnerItem,
  getListing,
  changeListingWords,
  changeListingFacts,
  addPicture,
  describePicture,
  movePicture,
  removePicture,
  changePlans,
  listItemCoupons,
  createItemCoupon,
  endItemCoupon,
  getPartnerProfile,
  changePartnerProfile,
  changePartnerSeller,
  setPartnerLogo,
  removePartnerLogo,
  getPartnerProofs,
  checkPartnerDomain,
  sendPartnerMailCheck,
  confirmPartnerMail,
  listPartnerMessages,
  getPartnerMessage,
  answerPartnerMessage,
  markPartnerMessage,
  assignPartnerMessage,
  reportPartnerMessage,
  listCannedAnswers,
  createCannedAnswer,
  changeCannedAnswer,
  deleteCannedAnswer,
  listPartnerEvents,
  listFeeds,
  createFeed,
  revokeFeed,
  readFeed,
  getPartnerHome,
  getCommandLine,
  getPartnerOnboarding,
  hidePartnerOnboarding,
  getPartnerTeam,
  invitePartnerMember,
  withdrawPartnerInvitation,
  changePartnerMember,
  removePartnerMember,
  listStatements,
  getStatement,
  appealStatement,
  listAllItems,
  getAnyItem,
  listItemStores,
  unpublishItem,
  publishItemAgain,
  stopItem,
  liftStop,
  takeReleaseBack,
  offerReleaseAgain,
  listAllStatements,
  getAnyStatement,
  listSubmissions,
  getSubmission,
  submitRelease,
  submitListing,
  withdrawSubmission,
  scheduleRelease,
  changeReleaseNotes,
  changeRelease,
  listRollouts,
  goOnWithRelease,
  listAllRollouts,
  goOnWithRollout,
  resumeRollout,
  listPlatformPlans,
  getPlatformReport,
  getOwnPlatformReport,
  planPlatformVersion,
  dropPlatformPlan,
  tellPartners,
  getOwnVisibility,
  changeVisibility,
  nameItemStore,
  unnameItemStore,
  getItemVisibility,
  nameStoreOfItem,
  retireItem,
  keepItem,
  retireAnyItem,
  keepAnyItem,
  getItemHealth,
  getOwnItemHealth,
  resumeItemWebhooks,
  resumeOwnWebhooks,
  getMalwareScanner,
  listQueue,
  getReview,
  getReviewFile,
  getReviewPackage,
  getReviewPicture,
  claimSubmission,
  giveBackSubmission,
  recheckSubmission,
  trySubmission,
  approveSubmission,
  rejectSubmission,
  secondSubmission,
  listAllPartners,
  getAnyPartner,
  createPartner,
  invitePartnerOwner,
  getPartnerSignUp,
  applyAsPartner,
  getPartnerApplication,
  confirmApplicationMail,
  sendApplicationCode,
  checkApplicationDomain,
  withdrawPartnerApplication,
  listPartnerApplications,
  getAnyPartnerApplication,
  approvePartnerApplication,
  declinePartnerApplication,
  changePartnerSignUp,
]
