import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  answerConnectRequest,
  endConnection,
  getConnectRequest,
  getConnectedStore,
  listConnectedGroups,
  listConnectedLanguages,
} from './access/connections.ts'
import { getRights, renewKey, setRights, takeKey } from './access/rights.ts'
import { exportScripts, listScripts } from './access/scripts.ts'
import { getAppData, putAppData } from './in-app/app-data.ts'
import { claimCredential, openApp } from './in-app/credentials.ts'
import { consumePurchase, getPurchase, requestPurchase } from './in-app/purchases.ts'
import { recordUsage } from './in-app/record-usage.ts'
import { listAppNotices, requestAppData } from './webhooks/app-notices.ts'
import {
  enableWebhooks,
  getWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
} from './webhooks/app-webhooks.ts'
import {
  enableEndpoint,
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhook,
  sendTestEvent,
} from './webhooks/delivery-log.ts'
import { countWebhookReplay, getWebhookReplay, startWebhookReplay } from './webhooks/replays.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
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
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhook,
  sendTestEvent,
  enableEndpoint,
  countWebhookReplay,
  startWebhookReplay,
  getWebhookReplay,
]
