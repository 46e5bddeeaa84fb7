import {
  changePlatformFace,
  removePlatformLogo,
  setPlatformLogo,
} from '#modules/market/platform-face.ts'
import type { ConsoleCtx, Ctx, RequestContext } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  getItemFigures,
  getMarketFigures,
  getPartnerFigures,
} from '#modules/analytics/analytics.ts'
import {
  getMarketSubscriptionFigures,
  getPartnerSubscriptionFigures,
} from '#modules/analytics/subscription-figures.ts'
import {
  answerConnectRequest,
  endConnection,
  getConnectRequest,
  getConnectedStore,
  listConnectedGroups,
  listConnectedLanguages,
} from '#modules/apps/access/connections.ts'
import { getRights, renewKey, setRights, takeKey } from '#modules/apps/access/rights.ts'
import { exportScripts, listScripts } from '#modules/apps/access/scripts.ts'
import { claimCredential, openApp } from '#modules/apps/in-app/credentials.ts'
import { consumePurchase, getPurchase, requestPurchase } from '#modules/apps/in-app/purchases.ts'
import { getAppData, putAppData } from '#modules/apps/in-app/app-data.ts'
import { recordUsage } from '#modules/apps/in-app/record-usage.ts'
import {
  enableWebhooks,
  getWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
} from '#modules/apps/webhooks/app-webhooks.ts'
import { requestAppData, listAppNotices } from '#modules/apps/webhooks/app-notices.ts'
import {
  agreeToSubscription,
  cancelSubscription,
  changePlan,
  keepSubscription,
  setSubscriptionCap,
  setSubscriptionCard,
} from '#modules/billing/change-subscription.ts'
import {
  chargeNow,
  creditSubscription,
  endSubscriptionNow,
  writeOffSubscription,
  extendSubscription,
} from '#modules/billing/operator-changes.ts'
import {
  getAnySubscription,
  listAllSubscriptions,
} from '#modules/billing/operator-subscriptions.ts'
import { listOffers } from '#modules/billing/offers.ts'
import {
  listPlanOffers,
  listPlanVersions,
  makePlanOffer,
  withdrawPlanOffer,
} from '#modules/billing/partner-offers.ts'
import { listPartnerSubscriptions } from '#modules/billing/partner-subscriptions.ts'
import {
  addTestStore,
  endDeveloperAccess,
  getDeveloperAccess,
  makeDeveloperCode,
  removeTestStore,
} from '#modules/billing/developer-stores.ts'
import { advanceTestClock, getTestTimeline, listTestStores } from '#modules/billing/test-clock.ts'
import { previewSubscription, startSubscription } from '#modules/billing/start-subscription.ts'
import { getSubscription, listSubscriptions } from '#modules/billing/store-subscriptions.ts'
import {
  changeGoal,
  createGoal,
  deleteGoal,
  getMarketGoal,
  listMarketGoals,
} from '#modules/catalog/operator-goals.ts'
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
  changeSynonyms,
  createSynonyms,
  deleteSynonyms,
  dismissMissedSearch,
  getSynonyms,
  listMissedSearches,
  listSynonyms,
  testSearch,
  undoSynonyms,
} from '#modules/catalog/operator-search.ts'
import {
  listBanners,
  listCategories,
  listGoals,
  listCollections,
  listPartnerCategories,
} from '#modules/catalog/list-merchandising.ts'
import { listItems } from '#modules/catalog/list-items.ts'
import { listSuggestions } from '#modules/catalog/suggestions.ts'
import { listSavedItems, removeSavedItem, saveItem } from '#modules/catalog/saved-items.ts'
import {
  getCurrencies,
  saveCurrency,
  saveExchangeRate,
} from '#modules/currencies/manage-currencies.ts'
import { changePlatformPrices } from '#modules/currencies/platform-prices.ts'
import { adjustEarnings, noteChargeback } from '#modules/earnings/entries.ts'
import {
  decideIdentity,
  getPayoutAccount,
  getPayouts,
  listPayoutAccounts,
  setPayoutAccount,
} from '#modules/earnings/payouts/accounts.ts'
import {
  createPayoutBatch,
  exportPayoutBatch,
  failPayoutLines,
  getPayoutBatch,
  listPayoutBatches,
  payPayoutLines,
  sendPayoutBatch,
  setPayoutSettings,
} from '#modules/earnings/payouts/batches.ts'
import {
  checkConnection,
  connectPayoutAccount,
  continueConnection,
} from '#modules/earnings/payouts/connections.ts'
import { reversePayout } from '#modules/earnings/payouts/reversals.ts'
import {
  getAnyEarnings,
  getAnyEarningsFile,
  getEarnings,
  getEarningsFile,
  listAllEarnings,
  listEarnings,
  payEarnings,
} from '#modules/earnings/statements.ts'
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
import { disconnectSite, forgetSite } from '#modules/installs/disconnect-site.ts'
import {
  askForApproval,
  declineApproval,
  listApprovals,
  withdrawApproval,
} from '#modules/installs/approvals.ts'
import { listShops } from '#modules/installs/shops.ts'
import { getInstallForm } from '#modules/installs/install-form.ts'
import { checkFit, getInstallation } from '#modules/installs/get-installation.ts'
import { getPackage } from '#modules/installs/packages.ts'
import {
  getProgress,
  listHistory,
  listInstallations,
  listInstalledItems,
} from '#modules/installs/list-installations.ts'
import { forgetStoreSite, getStore, listStores } from '#modules/installs/operator-stores.ts'
import {
  pauseInstallation,
  resumeInstallation,
  retryRun,
} from '#modules/installs/pause-and-retry.ts'
import {
  listChangedItems,
  listChangedParts,
  settleChange,
} from '#modules/installs/settle-changes.ts'
import { startInstall, startOs2Install } from '#modules/installs/start-install.ts'
import {
  endPreviewLink,
  listPreviewLinks,
  makePreviewLink,
  openPreviewLink,
} from '#modules/installs/preview-links.ts'
import { startPreview } from '#modules/installs/start-preview.ts'
import { suggestAddress } from '#modules/orders/suggest-address.ts'
import { planInstall } from '#modules/installs/install-with-payment.ts'
import { returnPurchase } from '#modules/installs/return-purchase.ts'
import { listInstallationFigures } from '#modules/installs/installation-figures.ts'
import { chooseNotices, listNotices, markNoticesRead } from '#modules/installs/notices.ts'
import { getLiveTheme, makeThemeLive } from '#modules/installs/live-theme.ts'
import { cancelThemeSchedule, scheduleTheme } from '#modules/installs/theme-schedules.ts'
import {
  changeSettings,
  getSettings,
  planSettings,
  undoSettings,
} from '#modules/installs/settings.ts'
import { startUninstall } from '#modules/installs/start-uninstall.ts'
import { startUpdate } from '#modules/installs/start-update.ts'
import { answerAppeal } from '#modules/market/answer-appeal.ts'
import { changeMarketPlace } from '#modules/market/place.ts'
import {
  changeBrand,
  changeMarketName,
  changeMarketLanguages,
  changeOperatorFacts,
  changeReturnDays,
  changeSecondNeeded,
  getMarketSettings,
  removeMarketLogo,
  setMarketLogo,
} from '#modules/market/settings.ts'
import { getOperatorHome } from '#modules/market/get-operator-home.ts'
import { getInboxSummary, setInboxSummary } from '#modules/market/inbox-summary.ts'
import { countInbox, listInbox, markInbox } from '#modules/market/inbox.ts'
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
  readThread,
  takeOffNewsletter,
} from '#modules/messaging/operator-messages.ts'
import { getQuestion, sendContact, writeAgain } from '#modules/messaging/contact.ts'
import {
  askMarketAboutThread,
  getStoreMessage,
  listStoreMessages,
  setThreadSolved,
  writeInThread,
} from '#modules/messaging/store-messages.ts'
import {
  addAddress,
  deleteAddress,
  listAddresses,
  updateAddress,
} from '#modules/orders/addresses.ts'
import { listDifferences, settleDifference } from '#modules/orders/discrepancies.ts'
import { calculatePrice, checkCoupon } from '#modules/orders/calculate-price.ts'
import { getCardSetup, setUpCard } from '#modules/orders/card-setups.ts'
import { deleteSavedCard, listSavedCards, quoteInstallments } from '#modules/orders/cards.ts'
import { checkOrder, listDrafts, removeDraft, startOrder } from '#modules/orders/start-order.ts'
import { changeCoupon, createCoupon, listCoupons } from '#modules/orders/manage-coupons.ts'
import { askForRefund, declineRefundRequest } from '#modules/orders/refund-requests.ts'
import { getOrderStatus, getStoreOrder, listOrders } from '#modules/orders/store-orders.ts'
import { getReceipt } from '#modules/orders/invoices/issue-invoice.ts'
import { listAgreements } from '#modules/orders/consents.ts'
import {
  getOrder,
  listOrders as listOperatorOrders,
  refundAnOrder,
} from '#modules/orders/operator-orders.ts'
import { getTaxReport } from '#modules/orders/tax-report.ts'
import {
  deleteTaxRate,
  listTaxRates,
  setItemTaxKind,
  setTaxRate,
} from '#modules/orders/tax-rates.ts'
import { payOrder } from '#modules/orders/pay-order.ts'
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
  getListing,
} from '#modules/publishing/partners/listing.ts'
import { changePlans } from '#modules/publishing/partners/plans.ts'
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
import { askForHelp, getHelp } from '#modules/publishing/partners/help.ts'
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
import { takeVoteBack, voteHelpful } from '#modules/reviews/helpful-votes.ts'
import {
  addReviewPicture,
  approveReviewPicture,
  deleteReviewPicture,
  showReviewPicture,
  lookAtReviewPicture,
  removeReviewPicture,
} from '#modules/reviews/review-pictures.ts'
import {
  eraseReview,
  getAnyReview,
  listAllReviews,
  listWaitingPictures,
  restoreReview,
  settleReviewReports,
  takeReviewDown,
} from '#modules/reviews/operator-reviews.ts'
import {
  answerReview,
  listPartnerReviews,
  reportOwnReview,
} from '#modules/reviews/partner-reviews.ts'
import {
  dismissShopFinding,
  listShopFindings,
  lookAtShopAgain,
  restoreShopFinding,
} from '#modules/installs/shop-look/findings.ts'
import { dismissSiteNotice, getSiteNotice } from '#modules/stores/platforms/site-notice.ts'
import {
  getCustomerGroups,
  listPlatformLanguages,
  listPlatforms,
  listStoreLanguages,
} from '#modules/stores/platforms/store-info.ts'
import {
  addSiteRule,
  endSiteMove,
  getSite,
  lookAtSite,
  openOnSite,
  proveSiteMove,
  removeSiteRule,
  startSiteMove,
} from '#modules/stores/platforms/loader/own-site.ts'
import {
  addPlatformKey,
  getPlatforms,
  retirePlatformKey,
} from '#modules/stores/platforms/operator-platforms.ts'
import {
  addPlatform,
  changePlatform,
  changePlatformState,
  makePlatformCredentials,
} from '#modules/stores/platforms/manage-platforms.ts'
import { detachPlatformKeys, fetchPlatformKeys } from '#modules/stores/platforms/platform-keys.ts'
import {
  changePlatformTestStores,
  getConnectorProtocol,
  getPlatformSetup,
  startPlatformChecks,
  stopPlatformChecks,
} from '#modules/stores/platforms/setup/platform-setup.ts'
import {
  getWordPressSite,
  lookAtWordPressSite,
} from '#modules/stores/platforms/wordpress/own-site.ts'
import {
  allowShopLink,
  endShopLink,
  linkShops,
  openShop,
} from '#modules/stores/sessions/shop-links.ts'
import { checkSession, endSession, getEntry } from '#modules/stores/sessions/sessions.ts'
import {
  confirmSiteMail,
  getSiteClaim,
  proveSite,
  resendSiteCode,
  startSiteClaim,
} from '#modules/stores/sessions/site-claims.ts'
import {
  confirmConnect,
  getConnect,
  resendConnectCode,
  startConnect,
} from '#modules/stores/sessions/connect.ts'
import {
  answerWordPress,
  chooseWordPress,
  moveWordPress,
  sendWordPressCode,
} from '#modules/stores/sessions/wordpress/finish-claim.ts'
import {
  askWordPress,
  getWordPressClaim,
  lookAgainAtWordPress,
  startWordPress,
  startWordPressMove,
} from '#modules/stores/sessions/wordpress/start-claim.ts'

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
  listStoreMessages,
  getStoreMessage,
  writeInThread,
  setThreadSolved,
  askMarketAboutThread,
  getHelp,
  askForHelp,
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
  listGoals,
  listCollections,
  listBanners,
  listPartnerCategories,
  saveItem,
  removeSavedItem,
  listSavedItems,
  startOrder,
  calculatePrice,
  checkCoupon,
  quoteInstallments,
  listOffers,
  previewSubscription,
  startSubscription,
  listSubscriptions,
  getSubscription,
  getDeveloperAccess,
  makeDeveloperCode,
  endDeveloperAccess,
  agreeToSubscription,
  changePlan,
  cancelSubscription,
  keepSubscription,
  setSubscriptionCap,
  setSubscriptionCard,
  listAgreements,
  payOrder,
  getOrderStatus,
  checkOrder,
  getStoreOrder,
  askForRefund,
  listOrders,
  listDrafts,
  removeDraft,
  getReceipt,
  suggestAddress,
  listAddresses,
  addAddress,
  updateAddress,
  deleteAddress,
  listSavedCards,
  setUpCard,
  getCardSetup,
  deleteSavedCard,
  getInstallation,
  checkFit,
  startInstall,
  startOs2Install,
  startUpdate,
  startUninstall,
  planInstall,
  returnPurchase,
  startPreview,
  listPreviewLinks,
  makePreviewLink,
  endPreviewLink,
  openPreviewLink,
  getProgress,
  listInstallations,
  listInstalledItems,
  getSettings,
  planSettings,
  changeSettings,
  undoSettings,
  listInstallationFigures,
  listNotices,
  markNoticesRead,
  chooseNotices,
  getLiveTheme,
  makeThemeLive,
  scheduleTheme,
  cancelThemeSchedule,
  pauseInstallation,
  resumeInstallation,
  retryRun,
  chooseUpdates,
  listChangedParts,
  listChangedItems,
  settleChange,
  listHistory,
  listApprovals,
  askForApproval,
  declineApproval,
  withdrawApproval,
  listShops,
  linkShops,
  openShop,
  endShopLink,
  allowShopLink,
  openApp,
  claimCredential,
  getAppData,
  putAppData,
  requestPurchase,
  getPurchase,
  consumePurchase,
  recordUsage,
  getWebhooks,
  rotateWebhookSecret,
  redeliverWebhook,
  enableWebhooks,
  listAppNotices,
  requestAppData,
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
  voteHelpful,
  takeVoteBack,
  addReviewPicture,
  removeReviewPicture,
  showReviewPicture,
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
  listShopFindings,
  dismissShopFinding,
  restoreShopFinding,
  lookAtShopAgain,
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
  listSynonyms,
  getSynonyms,
  createSynonyms,
  changeGoal,
  createGoal,
  deleteGoal,
  getMarketGoal,
  listMarketGoals,
  changeSynonyms,
  deleteSynonyms,
  undoSynonyms,
  testSearch,
  listMissedSearches,
  dismissMissedSearch,
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
  declineRefundRequest,
  refundAnOrder,
  listAllSubscriptions,
  getAnySubscription,
  chargeNow,
  extendSubscription,
  creditSubscription,
  endSubscriptionNow,
  writeOffSubscription,
  getTaxReport,
  listCoupons,
  createCoupon,
  changeCoupon,
  getCurrencies,
  saveCurrency,
  saveExchangeRate,
  listTaxRates,
  setTaxRate,
  deleteTaxRate,
  setItemTaxKind,
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
  getPayouts,
  setPayoutAccount,
  connectPayoutAccount,
  continueConnection,
  checkConnection,
  listPayoutAccounts,
  getPayoutAccount,
  decideIdentity,
  listPayoutBatches,
  setPayoutSettings,
  createPayoutBatch,
  getPayoutBatch,
  exportPayoutBatch,
  sendPayoutBatch,
  payPayoutLines,
  failPayoutLines,
  reversePayout,
  noteChargeback,
  listShareRules,
  setShareRule,
  deleteShareRule,
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
  listContactMessages,
  getContactMessage,
  readThread,
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
  changeMarketLanguages,
  changeOperatorFacts,
  changeMarketPlace,
  changeBrand,
  changeReturnDays,
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
  getPlatformSetup,
  changePlatformTestStores,
  startPlatformChecks,
  stopPlatformChecks,
  getConnectorProtocol,
  addPlatform,
  changePlatform,
  changePlatformState,
  changePlatformFace,
  setPlatformLogo,
  removePlatformLogo,
  makePlatformCredentials,
  changePlatformPrices,
  fetchPlatformKeys,
  detachPlatformKeys,
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
  listTestStores,
  addTestStore,
  removeTestStore,
  advanceTestClock,
  getTestTimeline,
  getItemFigures,
  getPartnerFigures,
  getMarketFigures,
  getPartnerSubscriptionFigures,
  getMarketSubscriptionFigures,
  listPlanOffers,
  listPlanVersions,
  makePlanOffer,
  withdrawPlanOffer,
  listPartnerSubscriptions,
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
  listInbox,
  countInbox,
  markInbox,
  getInboxSummary,
  setInboxSummary,
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
