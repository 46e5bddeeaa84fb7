export { closeMonths } from './statements.ts'
export { recordEarnings } from './entries.ts'
export { SEALED_COLUMNS_OF_EARNINGS } from './payouts/details.ts'
export { checkLedger, releaseHolds } from './payouts/ledger.ts'
