import type { SealedColumn } from '#kernel/reseal.ts'

export { ARTICLE_PATHS } from './articles.ts'
export {
  brandingOf,
  findBrandingRows,
  findSettings,
  DEFAULT_BRANDING,
  type OperatorFacts,
} from './settings.ts'
export { findDueRuns, purgeBulkRuns } from './bulk-data.ts'
export { runBulk } from './run-bulk.ts'
export { findDueExports, purgeExports } from './exports-data.ts'
export { makeExport } from './make-export.ts'
export { purgeInboxMarks } from './inbox-data.ts'
export { findDueInboxSummaries, sendInboxSummary } from './inbox-summary.ts'
export { listZones } from './place.ts'
export { purgeStoreData, processStoreDataRequest } from './store-data.ts'

export const SEALED_COLUMNS_OF_MARKET: readonly SealedColumn[] = [
  { table: 'inbox_summaries', column: 'webhook_sealed', purpose: 'inbox-webhook' },
  { table: 'store_data_requests', column: 'file_sealed', purpose: 'store-data' },
  { table: 'list_export_parts', column: 'body_sealed', purpose: 'list-export' },
]
