import type { ConsoleCtx, Ctx, RequestContext } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  getItemFigures,
  getMarketFigures,
  getPartnerFigures,
} from '#modules/analytics/analytics.ts'
import {
  answerConnectRequest,
  endConnection,
  getConnectRequest,
} from '#modules/apps/access/connect/authorize.ts'
import {
  getConnectedStore,
  listConnectedGroups,
  listConnectedLanguages,
} from '#modules/apps/access/connect/connected-calls.ts'
import { getRights } from '#modules/apps/access/get-rights.ts'
import { renewKey, takeKey } from '#modules/apps/access/keys.ts'
import { exportScripts, listScripts } from '#modules/apps/access/scripts/list-scripts.ts'
import { setRights } from '#modules/apps/access/set-rights.ts'
import { claimCredential } from '#modules/apps/in-app/claim-credential.ts'
import { consumePurchase } from '#modules/apps/in-app/consume-purchase.ts'
import { getAppData, putAppData } from '#modules/apps/in-app/get-app-data.ts'
import { getPurchase } from '#modules/apps/in-app/get-purchase.ts'
import { openApp } from '#modules/apps/in-app/open-app.ts'
import { requestPurchase } from '#modules/apps/in-app/request-purchase.ts'
import {
  enableWebhooks,
  getWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
} from '#modules/apps/webhooks/app-webhooks.ts'
import { askAppForData } from '#modules/apps/webhooks/ask-app-for-data.ts'
import { listAppNotices } from '#modules/apps/webhooks/list-app-notices.ts'
import { getItem } from '#modules/catalog/get-item.ts'
import {
  changeBanner,
  changeCategory,
  changeCollection,
  createBanner,
  createCategory,
  createCollection,
  deleteBanner,
  deleteCategory,
  deleteCollection,
  describeBannerPicture,
  getCollection,
  getShelves,
  mergeTag,
  removeBannerPicture,
  setBannerPicture,
} from '#modules/catalog/operator-merchandising.ts'
import {
  listBanners,
  listCategories,
  listCollections,
  listPartnerCategories,
} from '#modules/catalog/list-merchandising.ts'
import { listItems } from '#modules/catalog/list-items.ts'
import { listSuggestions } from '#modules/catalog/suggestions.ts'
import { listWatchedItems, unwatchItem, watchItem } from '#modules/catalog/watch-item.ts'
import { adjustEarnings, noteChargeback, payEarnings } from '#modules/earnings/balances.ts'
import {
  getAnyEarnings,
  getAnyEarningsFile,
  getEarnings,
  getEarningsFile,
  listAllEarnings,
  listEarnings,
} from '#modules/earnings/earnings.ts'
import { deleteShareRule, listShareRules, setShareRule } from '#modules/earnings/share-rules.ts'
import {
  addPasskey,
  changeAccount,
  changePassword,
  confirmAppCode,
  deletePasskey,
  endAppCode,
  endOneSession,
  endOtherSessions,
  getAccount,
  getNewPasskeyChallenge,
  renewBackupCodes,
  sendEmailCheck,
  startAppCode,
  unlinkProvider,
} from '#modules/identity/account.ts'
import {
  acceptInvitation,
  createFirstOperator,
  getFirstOperator,
  getInvitation,
} from '#modules/identity/invitations.ts'
import { listAudit } from '#modules/identity/audit.ts'
import {
  changeOperator,
  getOperatorTeam,
  inviteOperator,
  removeOperator,
  withdrawOperatorInvitation,
} from '#modules/identity/team.ts'
import {
  askForRecovery,
  confirmEmail,
  getPasskeyChallenge,
  getRecovery,
  recover,
  signIn,
  signInByCode,
  signInByPasskey,
  signOut,
} from '#modules/identity/sign-in.ts'
import { beginOpenId, getSignInDoors, signInByOpenId } from '#modules/identity/openid.ts'
import { createToken, getOwnToken, listTokens, revokeToken } from '#modules/identity/tokens.ts'
import { chooseUpdates } from '#modules/installs/automatic-updates.ts'
import { disconnectSite } from '#modules/installs/disconnect-site.ts'
import { forgetSite } from '#modules/installs/forget-site.ts'
import { getInstallForm } from '#modules/installs/get-install-form.ts'
import { checkFit, getInstallation } from '#modules/installs/get-installation.ts'
import { getPackage } from '#modules/installs/get-package.ts'
import { getProgress } from '#modules/installs/get-progress.ts'
import { listHistory } from '#modules/installs/list-history.ts'
import { listInstallations } from '#modules/installs/list-installations.ts'
import { forgetStoreSite, getStore, listStores } from '#modules/installs/operator-stores.ts'
import { pauseInstallation, resumeInstallation } from '#modules/installs/pause-installation.ts'
import { retryRun } from '#modules/installs/retry-run.ts'
import {
  listChangedItems,
  listChangedParts,
  settleChange,
} from '#modules/installs/settle-change.ts'
import { startInstall, startOs2Install } from '#modules/installs/start-install.ts'
import { startPreview } from '#modules/installs/start-preview.ts'
import { startUninstall } from '#modules/installs/start-uninstall.ts'
import { startUpdate } from '#modules/installs/start-update.ts'
import { answerAppeal } from '#modules/market/answer-appeal.ts'
import {
  changeBrand,
  changeMarketName,
  changeOperatorFacts,
  changeSecondNeeded,
  getMarketSettings,
  removeMarketLogo,
  setMarketLogo,
} from '#modules/market/settings.ts'
import { getOperatorHome } from '#modules/market/get-operator-home.ts'
import {
  getMarketText,
  getText,
  listTexts,
  publishText,
  resetText,
  saveText,
} from '#modules/market/texts.ts'
import { discardJob, listJobs, retryJob } from '#modules/market/operator-jobs.ts'
import {
  eraseStoreData,
  exportStoreData,
  fetchStoreData,
  listStoreData,
} from '#modules/market/store-data.ts'
import {
  approveNewsletter,
  askForNewsletter,
  leaveNewsletter,
} from '#modules/messaging/newsletter.ts'
import {
  answerContactMessage,
  exportNewsletter,
  getContactMessage,
  listContactMessages,
  listNewsletterSubscribers,
  markContactMessage,
  takeOffNewsletter,
} from '#modules/messaging/operator-messages.ts'
import { getQuestion, sendContact, writeAgain } from '#modules/messaging/contact.ts'
import {
  addAddress,
  deleteAddress,
  listAddresses,
  updateAddress,
} from '#modules/orders/addresses/address-book.ts'
import { listDifferences, settleDifference } from '#modules/orders/books/operator-discrepancies.ts'
import { calculatePrice } from '#modules/orders/calculate-price.ts'
import { quoteInstallments } from '#modules/orders/cards/installments.ts'
import { deleteSavedCard, listSavedCards } from '#modules/orders/cards/saved-cards.ts'
import { checkOrder } from '#modules/orders/check-order.ts'
import { checkCoupon } from '#modules/orders/coupons/check-coupon.ts'
import {
  changeCoupon,
  createCoupon,
  listCoupons,
} from '#modules/orders/coupons/operator-coupons.ts'
import { listDrafts, removeDraft } from '#modules/orders/drafts.ts'
import { getOrderStatus } from '#modules/orders/get-order-status.ts'
import { getReceipt } from '#modules/orders/invoices/get-receipt.ts'
import { listAgreements } from '#modules/orders/list-agreements.ts'
import { listOrders } from '#modules/orders/list-orders.ts'
import {
  getOrder,
  listOrders as listOperatorOrders,
  refundAnOrder,
} from '#modules/orders/operator-orders.ts'
import { deleteTaxRate, listTaxRates, setTaxRate } from '#modules/orders/operator-tax-rates.ts'
import { payOrder } from '#modules/orders/pay-order.ts'
import { startOrder } from '#modules/orders/start-order.ts'
import {
  getAnyItem,
  listAllItems,
  listItemStores,
} from '#modules/publishing/items/operator-items.ts'
import {
  liftStop,
  offerReleaseAgain,
  publishItemAgain,
  stopItem,
  takeReleaseBack,
  unpublishItem,
} from '#modules/publishing/items/take-downs.ts'
import {
  changeListingFacts,
  changeListingWords,
  changePlans,
  getListing,
} from '#modules/publishing/partners/listing.ts'
import {
  createItemCoupon,
  endItemCoupon,
  listItemCoupons,
} from '#modules/publishing/partners/coupons.ts'
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
} from '#modules/publishing/partners/partners.ts'
import {
  answerPartnerMessage,
  getPartnerMessage,
  listPartnerMessages,
  markPartnerMessage,
  reportPartnerMessage,
} from '#modules/publishing/partners/inbox.ts'
import { createItem, getPartnerItem, suggestItemNames } from '#modules/publishing/partners/items.ts'
import {
  addPicture,
  describePicture,
  movePicture,
  removePicture,
} from '#modules/publishing/partners/pictures.ts'
import {
  changePartnerProfile,
  changePartnerSeller,
  getDeveloper,
  getPartnerProfile,
  removePartnerLogo,
  setPartnerLogo,
} from '#modules/publishing/partners/profile.ts'
import {
  checkPartnerDomain,
  confirmPartnerMail,
  getPartnerProofs,
  sendPartnerMailCheck,
} from '#modules/publishing/partners/proofs.ts'
import {
  goOnWithRelease,
  goOnWithRollout,
  listAllRollouts,
  listRollouts,
  resumeRollout,
} from '#modules/publishing/rollouts/rollouts.ts'
import {
  dropPlatformPlan,
  getOwnPlatformReport,
  getPlatformReport,
  listPlatformPlans,
  planPlatformVersion,
  tellPartners,
} from '#modules/publishing/rollouts/platform-report.ts'
import {
  appealOwnStatement,
  appealStatement,
  getAnyStatement,
  getStatement,
  listAllStatements,
  listOwnStatements,
  listStatements,
} from '#modules/publishing/statements/statements.ts'
import {
  changeRelease,
  changeReleaseNotes,
  withdrawSubmission,
} from '#modules/publishing/submissions/change-submission.ts'
import {
  approveSubmission,
  claimSubmission,
  giveBackSubmission,
  recheckSubmission,
  rejectSubmission,
} from '#modules/publishing/submissions/decide.ts'
import { getReview, getReviewPicture, listQueue } from '#modules/publishing/submissions/review.ts'
import { submitListing, submitRelease } from '#modules/publishing/submissions/submit.ts'
import { getSubmission, listSubmissions } from '#modules/publishing/submissions/submissions.ts'
import {
  changeReview,
  deleteReview,
  listReviews,
  reportReview,
  writeReview,
} from '#modules/reviews/reviews.ts'
import {
  eraseReview,
  getAnyReview,
  listAllReviews,
  restoreReview,
  settleReviewReports,
  takeReviewDown,
} from '#modules/reviews/operator-reviews.ts'
import {
  answerReview,
  listPartnerReviews,
  reportOwnReview,
} from '#modules/reviews/partner-reviews.ts'
import { dismissSiteNotice } from '#modules/stores/platforms/dismiss-site-notice.ts'
import { getCustomerGroups } from '#modules/stores/platforms/get-customer-groups.ts'
import { getSiteNotice } from '#modules/stores/platforms/get-site-notice.ts'
import { listPlatformLanguages } from '#modules/stores/platforms/list-platform-languages.ts'
import { listPlatforms } from '#modules/stores/platforms/list-platforms.ts'
import { listStoreLanguages } from '#modules/stores/platforms/list-store-languages.ts'
import {
  endSiteMove,
  proveSiteMove,
  startSiteMove,
} from '#modules/stores/platforms/loader/move-site.ts'
import {
  addSiteRule,
  getSite,
  lookAtSite,
  openOnSite,
  removeSiteRule,
} from '#modules/stores/platforms/loader/own-site.ts'
import {
  addPlatformKey,
  changePlatformPrices,
  getPlatforms,
  retirePlatformKey,
} from '#modules/stores/platforms/operator-platforms.ts'
import {
  getWordPressSite,
  lookAtWordPressSite,
} from '#modules/stores/platforms/wordpress/own-site.ts'
import { checkSession } from '#modules/stores/sessions/check-session.ts'
import { confirmSiteMail, resendSiteCode } from '#modules/stores/sessions/claims/confirm-mail.ts'
import { proveSite } from '#modules/stores/sessions/claims/prove-site.ts'
import { getSiteClaim, startSiteClaim } from '#modules/stores/sessions/claims/start-claim.ts'
import { confirmConnect } from '#modules/stores/sessions/confirm-connect.ts'
import { endSession } from '#modules/stores/sessions/end-session.ts'
import { getConnect } from '#modules/stores/sessions/get-connect.ts'
import { getEntry } from '#modules/stores/sessions/get-entry.ts'
import { resendConnectCode } from '#modules/stores/sessions/resend-connect-code.ts'
import { startConnect } from '#modules/stores/sessions/start-connect.ts'
import { answerWordPress } from '#modules/stores/sessions/wordpress/answer-wordpress.ts'
import { chooseWordPress } from '#modules/stores/sessions/wordpress/choose-wordpress.ts'
import {
  moveWordPress,
  sendWordPressCode,
} from '#modules/stores/sessions/wordpress/move-wordpress.ts'
import {
  askWordPress,
  getWordPressClaim,
  lookAgainAtWordPress,
  startWordPress,
  startWordPressMove,
} from '#modules/stores/sessions/wordpress/start-wordpress.ts'

/** The product is this table. Operations of the market: the storefronts and their API. */
export const MARKET_OPERATIONS: readonly DefinedOperation<Ctx>[] = [
  checkSession,
  endSession,
  getEntry,
  startConnect,
  getConnect,
  resendConnectCode,
  confirmConnect,
  startSiteClaim,
  getSiteClaim,
  resendSiteCode,
  confirmSiteMail,
  proveSite,
  startWordPress,
  getWordPressClaim,
  lookAgainAtWordPress,
  askWordPress,
  answerWordPress,
  startWordPressMove,
  chooseWordPress,
  sendWordPressCode,
  moveWordPress,
  sendContact,
  getQuestion,
  writeAgain,
  askForNewsletter,
  approveNewsletter,
  leaveNewsletter,
  getText,
  listItems,
  listSuggestions,
  getItem,
  getDeveloper,
  listCategories,
  listCollections,
  listBanners,
  listPartnerCategories,
  watchItem,
  unwatchItem,
  listWatchedItems,
  startOrder,
  calculatePrice,
  checkCoupon,
  quoteInstallments,
  listAgreements,
  payOrder,
  getOrderStatus,
  checkOrder,
  listOrders,
  listDrafts,
  removeDraft,
  getReceipt,
  listAddresses,
  addAddress,
  updateAddress,
  deleteAddress,
  listSavedCards,
  deleteSavedCard,
  getInstallation,
  checkFit,
  startInstall,
  startOs2Install,
  startUpdate,
  startUninstall,
  startPreview,
  getProgress,
  listInstallations,
  pauseInstallation,
  resumeInstallation,
  retryRun,
  chooseUpdates,
  listChangedParts,
  listChangedItems,
  settleChange,
  listHistory,
  openApp,
  claimCredential,
  getAppData,
  putAppData,
  requestPurchase,
  getPurchase,
  consumePurchase,
  getWebhooks,
  rotateWebhookSecret,
  redeliverWebhook,
  enableWebhooks,
  listAppNotices,
  askAppForData,
  getRights,
  setRights,
  renewKey,
  takeKey,
  getConnectRequest,
  answerConnectRequest,
  endConnection,
  getConnectedStore,
  listConnectedLanguages,
  listConnectedGroups,
  listScripts,
  exportScripts,
  listReviews,
  writeReview,
  changeReview,
  deleteReview,
  reportReview,
  listOwnStatements,
  appealOwnStatement,
  listPlatforms,
  getCustomerGroups,
  listStoreLanguages,
  listPlatformLanguages,
  getSiteNotice,
  dismissSiteNotice,
  getSite,
  addSiteRule,
  removeSiteRule,
  openOnSite,
  lookAtSite,
  startSiteMove,
  proveSiteMove,
  endSiteMove,
  disconnectSite,
  forgetSite,
  getWordPressSite,
  lookAtWordPressSite,
]

/** Operations of the installer (S7.15), at its own address. */
export const INSTALLER_OPERATIONS: readonly DefinedOperation<Ctx>[] = [getInstallForm, getPackage]

/** Operations of the console, for partners and operators. */
export const CONSOLE_OPERATIONS: readonly DefinedOperation<ConsoleCtx>[] = [
  signIn,
  signInByCode,
  getPasskeyChallenge,
  signInByPasskey,
  getSignInDoors,
  beginOpenId,
  signInByOpenId,
  signOut,
  askForRecovery,
  getRecovery,
  recover,
  confirmEmail,
  getFirstOperator,
  createFirstOperator,
  getInvitation,
  acceptInvitation,
  getAccount,
  changeAccount,
  changePassword,
  sendEmailCheck,
  startAppCode,
  confirmAppCode,
  endAppCode,
  renewBackupCodes,
  getNewPasskeyChallenge,
  addPasskey,
  deletePasskey,
  unlinkProvider,
  endOneSession,
  endOtherSessions,
  suggestItemNames,
  createItem,
  getPartnerItem,
  getListing,
  changeListingWords,
  changeListingFacts,
  listPartnerReviews,
  answerReview,
  reportOwnReview,
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
  reportPartnerMessage,
  getPartnerHome,
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
  getShelves,
  createCategory,
  changeCategory,
  deleteCategory,
  mergeTag,
  createCollection,
  getCollection,
  changeCollection,
  deleteCollection,
  createBanner,
  changeBanner,
  deleteBanner,
  listOperatorOrders,
  getOrder,
  refundAnOrder,
  listCoupons,
  createCoupon,
  changeCoupon,
  listTaxRates,
  setTaxRate,
  deleteTaxRate,
  listDifferences,
  settleDifference,
  listEarnings,
  getEarnings,
  getEarningsFile,
  listAllEarnings,
  getAnyEarnings,
  getAnyEarningsFile,
  adjustEarnings,
  payEarnings,
  noteChargeback,
  listShareRules,
  setShareRule,
  deleteShareRule,
  listAllReviews,
  getAnyReview,
  takeReviewDown,
  restoreReview,
  eraseReview,
  settleReviewReports,
  listContactMessages,
  getContactMessage,
  answerContactMessage,
  markContactMessage,
  listNewsletterSubscribers,
  exportNewsletter,
  takeOffNewsletter,
  listTexts,
  getMarketText,
  saveText,
  publishText,
  resetText,
  getMarketSettings,
  changeOperatorFacts,
  changeBrand,
  changeSecondNeeded,
  changeMarketName,
  setMarketLogo,
  removeMarketLogo,
  setBannerPicture,
  describeBannerPicture,
  removeBannerPicture,
  listJobs,
  retryJob,
  discardJob,
  getPlatforms,
  changePlatformPrices,
  addPlatformKey,
  retirePlatformKey,
  listStoreData,
  exportStoreData,
  eraseStoreData,
  fetchStoreData,
  listAllStatements,
  getAnyStatement,
  answerAppeal,
  listTokens,
  createToken,
  revokeToken,
  getOwnToken,
  getItemFigures,
  getPartnerFigures,
  getMarketFigures,
  listSubmissions,
  getSubmission,
  submitRelease,
  submitListing,
  withdrawSubmission,
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
  listQueue,
  getReview,
  getReviewPicture,
  claimSubmission,
  giveBackSubmission,
  recheckSubmission,
  approveSubmission,
  rejectSubmission,
  getOperatorHome,
  listAudit,
  listStores,
  getStore,
  forgetStoreSite,
  listAllPartners,
  createPartner,
  invitePartnerOwner,
  getOperatorTeam,
  inviteOperator,
  withdrawOperatorInvitation,
  changeOperator,
  removeOperator,
]

const byId = <C extends RequestContext>(operations: readonly DefinedOperation<C>[]) =>
  new Map(operations.map((one) => [one.operation.id, one]))
const marketById = byId([...MARKET_OPERATIONS, ...INSTALLER_OPERATIONS])
const consoleById = byId(CONSOLE_OPERATIONS)

export function requireMarketOperation(id: string): DefinedOperation<Ctx> {
  const found = marketById.get(id)
  if (!found) throw new Error(`The market has no operation ${id}`)
  return found
}

export function requireConsoleOperation(id: string): DefinedOperation<ConsoleCtx> {
  const found = consoleById.get(id)
  if (!found) throw new Error(`The console has no operation ${id}`)
  return found
}
