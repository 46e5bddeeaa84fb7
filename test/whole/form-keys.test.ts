import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MARKET_OPERATIONS } from '#server/operations.ts'

/** Why pressing twice is harmless where no key of the form is remembered. */
const HARMLESS: Record<string, string> = {
  'one of its kind':
    'makeDeveloperCode startOrder startBundleOrder askForApproval askForRefund writeReview addReviewPicture reportReview appealOwnStatement startInstall startOs2Install startSiteMove startWordPressMove retryRun pauseInstallation resumeInstallation askAppForData makeThemeLive',
  'spent by the first press':
    'returnPurchase declineApproval withdrawApproval endShopLink undoSettings checkSession confirmConnect confirmSiteMail proveSite answerWordPress moveWordPress chooseWordPress approveNewsletter leaveNewsletter answerConnectRequest claimCredential takeKey endSession proveSiteMove',
  'a mail more at most, and limited':
    'startConnect resendConnectCode startSiteClaim resendSiteCode sendWordPressCode askForNewsletter',
  'asks or looks, and leaves nothing':
    'startWordPress lookAgainAtWordPress askWordPress calculatePrice quoteInstallments startPreview openPreviewLink planSettings openApp openOnSite lookAtShopAgain lookAtSite lookAtWordPressSite',
  'a link more at most, which ends by itself, and limited': 'makePreviewLink',
  'an address more, which is good once and for five minutes': 'openShop',
  'sets what is set already':
    'linkShops allowShopLink agreeToSubscription keepSubscription settleChange markNoticesRead dismissSiteNotice removeSiteRule endSiteMove disconnectSite forgetSite renewKey',
  'a key of its own':
    'payOrder recordUsage requestPurchase consumePurchase rotateWebhookSecret redeliverWebhook enableWebhooks',
}
const known = new Set(Object.values(HARMLESS).flatMap((names) => names.split(' ')))
/** Forms of what is remembered by its key. */
const FORMS: Record<string, string> = {
  sendContact: 'contact',
  writeAgain: 'contact-again',
  askForHelp: 'help',
  writeInThread: 'thread',
  addAddress: 'addresses',
  addSiteRule: 'own-site',
  startSubscription: 'subscription/start-panel',
  changeSubscriptionPlan: 'subscription/change-plan',
  cancelSubscription: 'subscription/leaving',
  setUpCard: 'agree',
}

test('every storefront form that creates something creates it once, or a double submit is harmless for a stated reason (B13)', () => {
  const posts = MARKET_OPERATIONS.map((one) => one.operation).filter((one) => one.method === 'post')
  const remembered = posts
    .filter((one) => one.headers?.['idempotency-key']?.required === false)
    .map((one) => one.id)
  expect(remembered.sort()).toEqual(Object.keys(FORMS).sort())
  expect(
    posts.map((one) => one.id).filter((id) => !remembered.includes(id) && !known.has(id)),
  ).toEqual([])
  expect(
    [...known].filter((id) => !posts.some((one) => one.id === id) || remembered.includes(id)),
  ).toEqual([])
})

test('those forms have their key as the first field (B13)', () => {
  const bare = Object.values(FORMS).filter(
    (name) =>
      !/method="post"[^>]*>\s*<FormKey \/>/.test(
        readFileSync(
          join(import.meta.dirname, `../../apps/storefront/screens/${name}.tsx`),
          'utf8',
        ),
      ),
  )
  expect(bare).toEqual([])
})
