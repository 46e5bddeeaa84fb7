import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  addSiteRule,
  endSiteMove,
  getSite,
  lookAtSite,
  openOnSite,
  proveSiteMove,
  removeSiteRule,
  startSiteMove,
} from './platforms/loader/own-site.ts'
import {
  addPlatform,
  changePlatform,
  changePlatformState,
  makePlatformCredentials,
} from './platforms/manage-platforms.ts'
import { addPlatformKey, getPlatforms, retirePlatformKey } from './platforms/operator-platforms.ts'
import { detachPlatformKeys, fetchPlatformKeys } from './platforms/platform-keys.ts'
import {
  changePlatformTestStores,
  getConnectorProtocol,
  getPlatformSetup,
  startPlatformChecks,
  stopPlatformChecks,
} from './platforms/setup/platform-setup.ts'
import { dismissSiteNotice, getSiteNotice } from './platforms/site-notice.ts'
import {
  getCustomerGroups,
  listPlatformLanguages,
  listPlatforms,
  listStoreLanguages,
} from './platforms/store-info.ts'
import { getWordPressSite, lookAtWordPressSite } from './platforms/wordpress/own-site.ts'
import { confirmConnect, getConnect, resendConnectCode, startConnect } from './sessions/connect.ts'
import { checkSession, endSession, getEntry } from './sessions/sessions.ts'
import { allowShopLink, endShopLink, linkShops, openShop } from './sessions/shop-links.ts'
import {
  confirmSiteMail,
  getSiteClaim,
  proveSite,
  resendSiteCode,
  startSiteClaim,
} from './sessions/site-claims.ts'
import {
  answerWordPress,
  chooseWordPress,
  moveWordPress,
  sendWordPressCode,
} from './sessions/wordpress/finish-claim.ts'
import {
  askWordPress,
  getWordPressClaim,
  lookAgainAtWordPress,
  startWordPress,
  startWordPressMove,
} from './sessions/wordpress/start-claim.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
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
  linkShops,
  openShop,
  endShopLink,
  allowShopLink,
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
  getWordPressSite,
  lookAtWordPressSite,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  getPlatforms,
  getPlatformSetup,
  changePlatformTestStores,
  startPlatformChecks,
  stopPlatformChecks,
  getConnectorProtocol,
  addPlatform,
  changePlatform,
  changePlatformState,
  makePlatformCredentials,
  fetchPlatformKeys,
  detachPlatformKeys,
  addPlatformKey,
  retirePlatformKey,
]
