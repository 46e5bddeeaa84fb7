import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { answerAppeal } from './answer-appeal.ts'
import { getBulkRun, listBulkRuns, planBulk, startBulk, stopBulk, undoBulk } from './bulk.ts'
import { deleteExport, fetchExport, listExports, startExport } from './exports.ts'
import { getOperatorHome } from './get-operator-home.ts'
import { getInboxSummary, setInboxSummary } from './inbox-summary.ts'
import { countInbox, listInbox, markInbox } from './inbox.ts'
import { searchConsole } from './search-console.ts'
import { discardJob, listJobs, retryJob } from './operator-jobs.ts'
import { changeMarketPlace } from './place.ts'
import {
  changePlatformFace,
  changePlatformLanguages,
  removePlatformLogo,
  setPlatformLogo,
} from './platform-face.ts'
import {
  changeBrand,
  changeMarketLanguages,
  changeMarketName,
  changeOperatorFacts,
  changeReturnDays,
  changeSecondNeeded,
  getMarketSettings,
  removeMarketLogo,
  setMarketLogo,
} from './settings.ts'
import { eraseStoreData, exportStoreData, fetchStoreData, listStoreData } from './store-data.ts'
import { getMarketText, getText, listTexts, publishText, resetText, saveText } from './texts.ts'
import { writeNote } from './notes.ts'
import { getInstallationTimeline, getItemTimeline, getStoreTimeline } from './timelines.ts'
import { deleteView, listViews, saveView } from './views.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [getText]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
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
  listJobs,
  retryJob,
  discardJob,
  changePlatformFace,
  changePlatformLanguages,
  setPlatformLogo,
  removePlatformLogo,
  listStoreData,
  exportStoreData,
  eraseStoreData,
  fetchStoreData,
  answerAppeal,
  getOperatorHome,
  listInbox,
  countInbox,
  markInbox,
  getInboxSummary,
  setInboxSummary,
  searchConsole,
  listViews,
  saveView,
  deleteView,
  getStoreTimeline,
  getItemTimeline,
  getInstallationTimeline,
  writeNote,
  listExports,
  startExport,
  fetchExport,
  deleteExport,
  listBulkRuns,
  getBulkRun,
  planBulk,
  startBulk,
  stopBulk,
  undoBulk,
]
