import { changeAccount, changePassword, addPasskey, confirmAppCode, deletePasskey, endAppCode, endOneSession, endOtherSessions, getAccount, getNewPasskeyChallenge, renewBackupCodes, sendEmailCheck, startAppCode, unlinkProvider } from '#contexts/people/account.ts'
import { createFirstOperator, getFirstOperator } from '#contexts/people/first-operator.ts'
import { acceptInvitation, getInvitation } from '#contexts/people/invitations.ts'
import { askForRecovery, confirmEmail, getRecovery, recover } from '#contexts/people/recovery.ts'
import { beginOpenId, getSignInDoors, signInByOpenId } from '#contexts/people/sign-in-openid.ts'
import { getPasskeyChallenge, signIn, signInByCode, signInByPasskey, signOut } from '#contexts/people/sign-in.ts'
import { createItem, getPartnerItem, suggestItemNames } from '#contexts/partners/items.ts'
import { answerReview, listPartnerReviews, reportOwnReview } from '#contexts/partners/reviews.ts'
import { changePlans } from '#contexts/partners/change-plans.ts'
import { createItemCoupon, endItemCoupon, listItemCoupons } from '#contexts/partners/coupons.ts'
import { addPicture, describePicture, movePicture, removePicture } from '#contexts/partners/pictures/pictures.ts'
import { changeListingFacts, changeListingWords, getListing } from '#contexts/partners/listing.ts'
import { changePartnerProfile, changePartnerSeller, getPartnerProfile, removePartnerLogo, setPartnerLogo } from '#contexts/partners/profile/profile.ts'
import { checkPartnerDomain, confirmPartnerMail, getPartnerProofs, sendPartnerMailCheck } from '#contexts/partners/profile/proofs.ts'
import { answerPartnerMessage, getPartnerMessage, listPartnerMessages, markPartnerMessage, reportPartnerMessage } from '#contexts/partners/inbox/inbox.ts'
import { getPartnerHome } from '#contexts/partners/get-partner-home.ts'
import { createToken, getOwnToken, listTokens, revokeToken } from '#contexts/partners/tokens.ts'
import { changePartnerMember, getPartnerTeam, invitePartnerMember, removePartnerMember, withdrawPartnerInvitation } from '#contexts/partners/team.ts'
import { adjustEarnings, noteChargeback, payEarnings } from '#contexts/earnings/balances.ts'
import { getAnyEarnings, getAnyEarningsFile, getEarnings, getEarningsFile, listAllEarnings, listEarnings } from '#contexts/earnings/earnings.ts'
import { deleteShareRule, listShareRules, setShareRule } from '#contexts/earnings/share-rules.ts'
import { getItemFigures, getMarketFigures, getPartnerFigures } from '#contexts/figures/get-figures.ts'
import { appealStatement } from '#contexts/statements/appeal.ts'
import { getStatement, listStatements } from '#contexts/statements/list-statements.ts'
import { changeRelease } from '#contexts/submissions/change-release.ts'
import { claimSubmission, giveBackSubmission, recheckSubmission } from '#contexts/submissions/claims.ts'
import { approveSubmission, rejectSubmission } from '#contexts/submissions/decide.ts'
import { getReview, getReviewPicture, listQueue } from '#contexts/submissions/review.ts'
import { submitListing, submitRelease } from '#contexts/submissions/submit.ts'
import { getSubmission, listSubmissions } from '#contexts/submissions/views.ts'
import { changeReleaseNotes, withdrawSubmission } from '#contexts/submissions/withdraw.ts'
import { changeMarketName, removeMarketLogo, setMarketLogo } from '#contexts/texts/faces.ts'
import { changeBrand, changeOperatorFacts, changeSecondNeeded, getMarketSettings } from '#contexts/texts/settings.ts'
import { getMarketText, listTexts, publishText, resetText, saveText } from '#contexts/texts/texts.ts'
import { getOperatorHome } from '#contexts/backoffice/get-operator-home.ts'
import { listAudit } from '#contexts/backoffice/list-audit.ts'
import { createPartner, invitePartnerOwner, listAllPartners } from '#contexts/backoffice/partners.ts'
import { forgetStoreSite, getStore, listStores } from '#contexts/backoffice/stores.ts'
import { answerAppeal, getAnyStatement, listAllStatements } from '#contexts/backoffice/statements.ts'
import { getAnyItem, listAllItems, listItemStores } from '#contexts/backoffice/items.ts'
import { describeBannerPicture, removeBannerPicture, setBannerPicture } from '#contexts/backoffice/banner-pictures.ts'
import { changeBanner, changeCategory, changeCollection, createBanner, createCategory, createCollection, deleteBanner, deleteCategory, deleteCollection, getCollection, getShelves, mergeTag } from '#contexts/backoffice/shelves.ts'
import { deleteTaxRate, listDifferences, listTaxRates, setTaxRate, settleDifference } from '#contexts/backoffice/books.ts'
import { changeCoupon, createCoupon, listCoupons } from '#contexts/backoffice/coupons.ts'
import { getOrder, listOrders, refundAnOrder } from '#contexts/backoffice/orders.ts'
import { answerContactMessage, exportNewsletter, getContactMessage, listContactMessages, listNewsletterSubscribers, markContactMessage, takeOffNewsletter } from '#contexts/backoffice/messages.ts'
import { eraseReview, getAnyReview, listAllReviews, restoreReview, settleReviewReports, takeReviewDown } from '#contexts/backoffice/reviews.ts'
import { discardJob, listJobs, retryJob } from '#contexts/backoffice/jobs.ts'
import { addPlatformKey, changePlatformPrices, getPlatforms, retirePlatformKey } from '#contexts/backoffice/platforms.ts'
import { eraseStoreData, exportStoreData, fetchStoreData, listStoreData } from '#contexts/backoffice/store-data.ts'
import { liftStop, offerReleaseAgain, publishItemAgain, stopItem, takeReleaseBack, unpublishItem } from '#contexts/backoffice/take-downs.ts'
import { changeOperator, getOperatorTeam, inviteOperator, removeOperator, withdrawOperatorInvitation } from '#contexts/backoffice/team.ts'
import { requirePolicy } from '#contexts/console-policy.ts'
import { goOnWithRelease, goOnWithRollout, resumeRollout } from '#contexts/rollouts/changes.ts'
import { tellPartners } from '#contexts/rollouts/tell-partners.ts'
import { dropPlatformPlan, getOwnPlatformReport, getPlatformReport, listPlatformPlans, planPlatformVersion } from '#contexts/rollouts/platform-report.ts'
import { listAllRollouts, listRollouts } from '#contexts/rollouts/views.ts'
import type { ConsoleImplementation } from '#contexts/console.ts'

/** Every call of the console, each with its policy. */
export const CONSOLE_OPERATIONS: readonly ConsoleImplementation[] = [
  signIn, signInByCode, getPasskeyChallenge, signInByPasskey, getSignInDoors, beginOpenId, signInByOpenId, signOut, askForRecovery, getRecovery, recover, confirmEmail,
  getFirstOperator, createFirstOperator, getInvitation, acceptInvitation,
  getAccount, changeAccount, changePassword, sendEmailCheck, startAppCode, confirmAppCode, endAppCode, renewBackupCodes,
  getNewPasskeyChallenge, addPasskey, deletePasskey, unlinkProvider, endOneSession, endOtherSessions,
  suggestItemNames, createItem, getPartnerItem, getListing, changeListingWords, changeListingFacts,
  listPartnerReviews, answerReview, reportOwnReview,
  addPicture, describePicture, movePicture, removePicture, changePlans, listItemCoupons, createItemCoupon, endItemCoupon,
  getPartnerProfile, changePartnerProfile, changePartnerSeller, setPartnerLogo, removePartnerLogo, getPartnerProofs, checkPartnerDomain, sendPartnerMailCheck, confirmPartnerMail,
  listPartnerMessages, getPartnerMessage, answerPartnerMessage, markPartnerMessage, reportPartnerMessage,
  getPartnerHome, getPartnerTeam, invitePartnerMember, withdrawPartnerInvitation, changePartnerMember, removePartnerMember,
  listStatements, getStatement, appealStatement,
  listAllItems, getAnyItem, listItemStores, unpublishItem, publishItemAgain, stopItem, liftStop, takeReleaseBack, offerReleaseAgain,
  getShelves, createCategory, changeCategory, deleteCategory, mergeTag, createCollection, getCollection, changeCollection, deleteCollection, createBanner, changeBanner, deleteBanner,
  listOrders, getOrder, refundAnOrder, listCoupons, createCoupon, changeCoupon, listTaxRates, setTaxRate, deleteTaxRate, listDifferences, settleDifference,
  listEarnings, getEarnings, getEarningsFile, listAllEarnings, getAnyEarnings, getAnyEarningsFile, adjustEarnings, payEarnings, noteChargeback, listShareRules, setShareRule, deleteShareRule,
  listAllReviews, getAnyReview, takeReviewDown, restoreReview, eraseReview, settleReviewReports,
  listContactMessages, getContactMessage, answerContactMessage, markContactMessage, listNewsletterSubscribers, exportNewsletter, takeOffNewsletter,
  listTexts, getMarketText, saveText, publishText, resetText, getMarketSettings, changeOperatorFacts, changeBrand, changeSecondNeeded,
  changeMarketName, setMarketLogo, removeMarketLogo, setBannerPicture, describeBannerPicture, removeBannerPicture,
  listJobs, retryJob, discardJob, getPlatforms, changePlatformPrices, addPlatformKey, retirePlatformKey,
  listStoreData, exportStoreData, eraseStoreData, fetchStoreData,
  listAllStatements, getAnyStatement, answerAppeal,
  listTokens, createToken, revokeToken, getOwnToken,
  getItemFigures, getPartnerFigures, getMarketFigures,
  listSubmissions, getSubmission, submitRelease, submitListing, withdrawSubmission, changeReleaseNotes, changeRelease,
  listRollouts, goOnWithRelease, listAllRollouts, goOnWithRollout, resumeRollout,
  listPlatformPlans, getPlatformReport, getOwnPlatformReport, planPlatformVersion, dropPlatformPlan, tellPartners,
  listQueue, getReview, getReviewPicture, claimSubmission, giveBackSubmission, recheckSubmission, approveSubmission, rejectSubmission,
  getOperatorHome, listAudit, listStores, getStore, forgetStoreSite, listAllPartners, createPartner, invitePartnerOwner,
  getOperatorTeam, inviteOperator, withdrawOperatorInvitation, changeOperator, removeOperator,
]

const byId = new Map<string, ConsoleImplementation>()
for (const one of CONSOLE_OPERATIONS) {
  requirePolicy(one.operation)
  byId.set(one.operation.id, one)
}

export function consoleImplementationOf(id: string): ConsoleImplementation {
  const found = byId.get(id)
  if (!found) throw new Error(`no operation of the console is called ${id}`)
  return found
}
