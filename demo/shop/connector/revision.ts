import type { StoreId } from '../config.ts'
import type { Database } from '../storage/database.ts'

/**
 * Counts one change of the store's slots, users or packages; to be called in the transaction of the
 * change.
 */
export function grow(db: Database, storeId: StoreId): number {
  return (
    db.get<{ revision: number }>(
      'UPDATE store SET revision = revision + 1 WHERE id = ? RETURNING revision',
      storeId,
    )?.revision ?? 0
  )
}
