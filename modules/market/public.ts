import type { SealedColumn } from '#kernel/reseal.ts'

export { facesOf, findFaces, findSettings, NO_FACE, type OperatorFacts } from './settings.ts'
export { purgeStoreData, processStoreDataRequest } from './store-data.ts'

export const SEALED_COLUMNS_OF_MARKET: readonly SealedColumn[] = [
  { table: 'store_data_requests', column: 'file_sealed', purpose: 'store-data' },
]
