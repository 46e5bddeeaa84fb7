import type { ConsoleCtx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { listDocuments } from './documents.ts'
import { adjustEarnings, noteChargeback } from './entries.ts'
import {
  decideIdentity,
  getPayoutAccount,
  getPayouts,
  listPayoutAccounts,
  setPayoutAccount,
} from './payouts/accounts.ts'
import {
  createPayoutBatch,
  exportPayoutBatch,
  failPayoutLines,
  getPayoutBatch,
  listPayoutBatches,
  payPayoutLines,
  sendPayoutBatch,
  setPayoutSettings,
} from './payouts/batches.ts'
import { checkConnection, connectPayoutAccount, continueConnection } from './payouts/connections.ts'
import { reversePayout } from './payouts/reversals.ts'
import { previewRefund, refundAnOrder } from './refund-order.ts'
import { deleteShareRule, listShareRules, setShareRule } from './share-rules.ts'
import {
  getAnyEarnings,
  getAnyEarningsFile,
  getEarnings,
  getEarningsFile,
  listAllEarnings,
  listEarnings,
  payEarnings,
} from './statements.ts'

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
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
  listDocuments,
  previewRefund,
  refundAnOrder,
  noteChargeback,
  listShareRules,
  setShareRule,
  deleteShareRule,
]
