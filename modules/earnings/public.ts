import type { PayoutProvider } from './payouts/providers/provider.ts'
export { closeMonths } from './statements.ts'
export { listDuePayouts } from './data.ts'
export { recordEarnings } from './entries.ts'
export { checkPayoutAccount, findDueConnections } from './payouts/connections.ts'
export { listIdentitiesToConfirm } from './payouts/data.ts'
export { SEALED_COLUMNS_OF_EARNINGS } from './payouts/details.ts'
export { checkLedger, releaseHolds } from './payouts/ledger.ts'
export { findDueReversals, takeBackPayout } from './payouts/reversals.ts'
export { findDueTransfers, transferPayout } from './payouts/transfers.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** The configured ones; partners choose among them. */
    payoutProviders: readonly PayoutProvider[]
  }
}
