import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { askForApproval, declineApproval, listApprovals, withdrawApproval } from './approvals.ts'
import { chooseUpdates } from './automatic-updates.ts'
import { disconnectSite, forgetSite } from './disconnect-site.ts'
import { checkFit, getInstallation } from './get-installation.ts'
import { planInstall } from './install-with-payment.ts'
import { listInstallationFigures } from './installation-figures.ts'
import {
  getProgress,
  listHistory,
  listInstallations,
  listInstalledItems,
} from './list-installations.ts'
import { getLiveTheme, makeThemeLive } from './live-theme.ts'
import { chooseNotices, listNotices, markNoticesRead } from './notices.ts'
import { forgetStoreSite, getAnyInstallation, getStore, listStores } from './operator-stores.ts'
import { pauseInstallation, resumeInstallation, retryRun } from './pause-and-retry.ts'
import {
  endPreviewLink,
  listPreviewLinks,
  makePreviewLink,
  openPreviewLink,
} from './preview-links.ts'
import { returnPurchase } from './return-purchase.ts'
import { changeSettings, getSettings, planSettings, undoSettings } from './settings.ts'
import { listChangedItems, listChangedParts, settleChange } from './settle-changes.ts'
import {
  dismissShopFinding,
  listShopFindings,
  lookAtShopAgain,
  restoreShopFinding,
} from './shop-look/findings.ts'
import { listShops } from './shops.ts'
import { startInstall, startOs2Install } from './start-install.ts'
import { startPreview } from './start-preview.ts'
import { startUninstall } from './start-uninstall.ts'
import { startUpdate } from './start-update.ts'
import { cancelThemeSchedule, scheduleTheme } from './theme-schedules.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
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
  listShopFindings,
  dismissShopFinding,
  restoreShopFinding,
  lookAtShopAgain,
  disconnectSite,
  forgetSite,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listStores,
  getStore,
  getAnyInstallation,
  forgetStoreSite,
]
