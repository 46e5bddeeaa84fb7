import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { refuse } from '#lib/refusal.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import { findStoreById } from './platforms/data.ts'

export { findStores } from './find-stores.ts'
export {
  countChanged,
  listRows,
  MAX_STORE_DATA_ROWS,
  openSealed,
  storeDataOfStores,
  type StoreData,
} from './store-data.ts'

export async function requireStore(db: Db, id: string) {
  const store = await findStoreById(db, id)
  if (!store) throw refuse('not_found')
  return store
}

/** Which price each of these stores is shown (`pricingFor`), by its id. */
export async function listPayers(
  db: Db,
  storeIds: readonly string[],
): Promise<Map<string, { platformId: number; storeCurrency: string | null }>> {
  const rows = await db
    .selectFrom('stores')
    .select(['id', 'platform_id', 'currency'])
    .where('id', '=', sql<string>`any(${[...new Set(storeIds)]}::text[])`)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { platformId: row.platform_id, storeCurrency: row.currency }]),
  )
}

/** The store, when its domain was typed as confirmation of something irreversible. */
export async function requireNamedStore(db: Db, id: string, typed: string) {
  const store = await requireStore(db, id)
  if (store.domain.toLowerCase() !== typed)
    throw refuse('input.invalid', {
      fields: { domain: { code: 'field.other_domain', params: { domain: store.domain } } },
    })
  return store
}

export const SEALED_COLUMNS_OF_STORES: readonly SealedColumn[] = [
  { table: 'pending_entries', column: 'store_token_sealed', purpose: 'pending-entry' },
  { table: 'platforms', column: 'connector_secret_sealed', purpose: 'connector-client' },
  { table: 'platforms', column: 'test_stores_sealed', purpose: 'platform-test-stores' },
  { table: 'site_claims', column: 'contact_sealed', purpose: 'site-claim' },
  { table: 'sites', column: 'contact_sealed', purpose: 'site-contact' },
  { table: 'store_credentials', column: 'secret_sealed', purpose: 'store-credential' },
  { table: 'wordpress_claims', column: 'found_sealed', purpose: 'wordpress-found' },
  { table: 'wordpress_moves', column: 'former_sealed', purpose: 'wordpress-former' },
  { table: 'wordpress_sites', column: 'contact_sealed', purpose: 'wordpress-contact' },
]
