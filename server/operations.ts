import { answerWordPress } from '#contexts/accounts/wordpress/answer-wordpress.ts'
import { chooseWordPress } from '#contexts/accounts/wordpress/choose-wordpress.ts'
import { moveWordPress, sendWordPressCode } from '#contexts/accounts/wordpress/move-wordpress.ts'
import { askWordPress, getWordPressClaim, lookAgainAtWordPress, startWordPress, startWordPressMove } from '#contexts/accounts/wordpress/start-wordpress.ts'
import { confirmSiteMail, resendSiteCode } from '#contexts/accounts/claims/confirm-mail.ts'
import { proveSite } from '#contexts/accounts/claims/prove-site.ts'
import { getSiteClaim, startSiteClaim } from '#contexts/accounts/claims/start-claim.ts'
import { checkSession } from '#contexts/accounts/check-session.ts'
import { confirmConnect } from '#contexts/accounts/confirm-connect.ts'
import { endSession } from '#contexts/accounts/end-session.ts'
import { getConnect } from '#contexts/accounts/get-connect.ts'
import { getEntry } from '#contexts/accounts/get-entry.ts'
import { resendConnectCode } from '#contexts/accounts/resend-connect-code.ts'
import { startConnect } from '#contexts/accounts/start-connect.ts'
import { getItem } from '#contexts/catalog/get-item.ts'
import { listCategories } from '#contexts/catalog/list-categories.ts'
import { listBanners } from '#contexts/catalog/list-banners.ts'
import { listCollections } from '#contexts/catalog/list-collections.ts'
import { listPartnerCategories } from '#contexts/catalog/list-partner-categories.ts'
import { listItems } from '#contexts/catalog/list-items.ts'
import { listSuggestions } from '#contexts/catalog/list-suggestions.ts'
import { listWatchedItems, unwatchItem, watchItem } from '#contexts/catalog/watch-item.ts'
import { addAddress, deleteAddress, listAddresses, updateAddress } from '#contexts/checkout/addresses/address-book.ts'
import { calculatePrice } from '#contexts/checkout/calculate-price.ts'
import { checkCoupon } from '#contexts/checkout/coupons/check-coupon.ts'
import { checkOrder } from '#contexts/checkout/check-order.ts'
import { getOrderStatus } from '#contexts/checkout/get-order-status.ts'
import { getReceipt } from '#contexts/checkout/invoices/get-receipt.ts'
import { quoteInstallments } from '#contexts/checkout/cards/installments.ts'
import { listDrafts, removeDraft } from '#contexts/checkout/drafts.ts'
import { listAgreements } from '#contexts/checkout/list-agreements.ts'
import { listOrders } from '#contexts/checkout/list-orders.ts'
import { payOrder } from '#contexts/checkout/pay-order.ts'
import { deleteSavedCard, listSavedCards } from '#contexts/checkout/cards/saved-cards.ts'
import { startOrder } from '#contexts/checkout/start-order.ts'
import { approveNewsletter } from '#contexts/contact/approve-newsletter.ts'
import { askForNewsletter } from '#contexts/contact/ask-for-newsletter.ts'
import { leaveNewsletter } from '#contexts/contact/leave-newsletter.ts'
import { getQuestion, writeAgain } from '#contexts/contact/write-again.ts'
import { sendContact } from '#contexts/contact/send-contact.ts'
import { getText } from '#contexts/texts/get-text.ts'
import type { Ctx } from '#contexts/ctx.ts'
import { claimCredential } from '#contexts/in-app/claim-credential.ts'
import { consumePurchase } from '#contexts/in-app/consume-purchase.ts'
import { getAppData, putAppData } from '#contexts/in-app/get-app-data.ts'
import { getPurchase } from '#contexts/in-app/get-purchase.ts'
import { openApp } from '#contexts/in-app/open-app.ts'
import { requestPurchase } from '#contexts/in-app/request-purchase.ts'
import { checkFit, getInstallation } from '#contexts/installs/get-installation.ts'
import { chooseUpdates } from '#contexts/installs/automatic-updates.ts'
import { getInstallForm } from '#contexts/installs/get-install-form.ts'
import { getPackage } from '#contexts/installs/get-package.ts'
import { getProgress } from '#contexts/installs/get-progress.ts'
import { listInstallations } from '#contexts/installs/list-installations.ts'
import { listHistory } from '#contexts/installs/list-history.ts'
import { pauseInstallation, resumeInstallation } from '#contexts/installs/pause-installation.ts'
import { retryRun } from '#contexts/installs/retry-run.ts'
import { listChangedItems, listChangedParts, settleChange } from '#contexts/installs/settle-change.ts'
import { startInstall, startOs2Install } from '#contexts/installs/start-install.ts'
import { startPreview } from '#contexts/installs/start-preview.ts'
import { startUninstall } from '#contexts/installs/start-uninstall.ts'
import { startUpdate } from '#contexts/installs/start-update.ts'
import { dismissSiteNotice } from '#contexts/platforms/dismiss-site-notice.ts'
import { getCustomerGroups } from '#contexts/platforms/get-customer-groups.ts'
import { endSiteMove, proveSiteMove, startSiteMove } from '#contexts/platforms/loader/move-site.ts'
import { addSiteRule, getSite, lookAtSite, openOnSite, removeSiteRule } from '#contexts/platforms/loader/own-site.ts'
import { getWordPressSite, lookAtWordPressSite } from '#contexts/platforms/wordpress/own-site.ts'
import { disconnectSite } from '#contexts/installs/disconnect-site.ts'
import { forgetSite } from '#contexts/installs/forget-site.ts'
import { getSiteNotice } from '#contexts/platforms/get-site-notice.ts'
import { listPlatformLanguages } from '#contexts/platforms/list-platform-languages.ts'
import { listPlatforms } from '#contexts/platforms/list-platforms.ts'
import { listStoreLanguages } from '#contexts/platforms/list-store-languages.ts'
import { getDeveloper } from '#contexts/partners/profile/get-developer.ts'
import { deleteReview } from '#contexts/reviews/delete-review.ts'
import { listReviews } from '#contexts/reviews/list-reviews.ts'
import { reportReview } from '#contexts/reviews/report-review.ts'
import { appealOwnStatement, listOwnStatements } from '#contexts/statements/store-statements.ts'
import { changeReview, writeReview } from '#contexts/reviews/write-review.ts'
import { askAppForData } from '#contexts/webhooks/ask-app-for-data.ts'
import { enableWebhooks, getWebhooks, redeliverWebhook, rotateWebhookSecret } from '#contexts/webhooks/app-webhooks.ts'
import { listAppNotices } from '#contexts/webhooks/list-app-notices.ts'
import { answerConnectRequest, endConnection, getConnectRequest } from '#contexts/rights/connect/authorize.ts'
import { getConnectedStore, listConnectedGroups, listConnectedLanguages } from '#contexts/rights/connect/connected-calls.ts'
import { getRights } from '#contexts/rights/get-rights.ts'
import { renewKey, takeKey } from '#contexts/rights/keys.ts'
import { exportScripts, listScripts } from '#contexts/rights/scripts/list-scripts.ts'
import { setRights } from '#contexts/rights/set-rights.ts'
import type { Implementation } from '#lib/operation.ts'

/** The product is this table: every call of the marketplace. */
export const OPERATIONS: readonly Implementation<Ctx>[] = [
  checkSession, endSession, getEntry, startConnect, getConnect, resendConnectCode, confirmConnect,
  startSiteClaim, getSiteClaim, resendSiteCode, confirmSiteMail, proveSite,
  startWordPress, getWordPressClaim, lookAgainAtWordPress, askWordPress, answerWordPress, startWordPressMove, chooseWordPress, sendWordPressCode, moveWordPress,
  sendContact, getQuestion, writeAgain, askForNewsletter, approveNewsletter, leaveNewsletter, getText,
  listItems, listSuggestions, getItem, getDeveloper, listCategories, listCollections, listBanners, listPartnerCategories, watchItem, unwatchItem, listWatchedItems,
  startOrder, calculatePrice, checkCoupon, quoteInstallments, listAgreements, payOrder, getOrderStatus, checkOrder, listOrders, listDrafts, removeDraft, getReceipt,
  listAddresses, addAddress, updateAddress, deleteAddress, listSavedCards, deleteSavedCard,
  getInstallation, checkFit, startInstall, startOs2Install, startUpdate, startUninstall, startPreview, getProgress, listInstallations,
  pauseInstallation, resumeInstallation, retryRun, chooseUpdates, listChangedParts, listChangedItems, settleChange, listHistory,
  openApp, claimCredential, getAppData, putAppData, requestPurchase, getPurchase, consumePurchase,
  getWebhooks, rotateWebhookSecret, redeliverWebhook, enableWebhooks, listAppNotices, askAppForData,
  getRights, setRights, renewKey, takeKey,
  getConnectRequest, answerConnectRequest, endConnection, getConnectedStore, listConnectedLanguages, listConnectedGroups,
  listScripts, exportScripts,
  listReviews, writeReview, changeReview, deleteReview, reportReview, listOwnStatements, appealOwnStatement,
  listPlatforms, getCustomerGroups, listStoreLanguages, listPlatformLanguages, getSiteNotice, dismissSiteNotice,
  getSite, addSiteRule, removeSiteRule, openOnSite, lookAtSite, startSiteMove, proveSiteMove, endSiteMove, disconnectSite, forgetSite, getWordPressSite, lookAtWordPressSite,
]

/** The installer service's calls (S7.15), at its own address. */
export const INSTALLER_OPERATIONS: readonly Implementation<Ctx>[] = [getInstallForm, getPackage]

const byId = new Map([...OPERATIONS, ...INSTALLER_OPERATIONS].map(one => [one.operation.id, one]))

export function implementationOf(id: string): Implementation<Ctx> {
  const found = byId.get(id)
  if (!found) throw new Error(`no operation is called ${id}`)
  return found
}
