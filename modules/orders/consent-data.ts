import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { AGREEMENTS } from './legal-texts.ts'

const dataProtection = (db: Db, storeId: string) =>
  db
    .selectFrom('consents')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'data_protection')
    .where('version', '=', AGREEMENTS.data_protection.version)

/**
 * Did this store agree to the data-protection text in force for this item already (at checkout, or
 * at an install)?
 */
export const hasAgreed = async (db: Db, storeId: string, itemId: string): Promise<boolean> =>
  (await dataProtection(db, storeId)
    .select('id')
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** For which of these items the store agreed to that text. */
export async function listAgreedItems(
  db: Db,
  storeId: string,
  itemIds: readonly string[],
): Promise<Set<string | null>> {
  if (itemIds.length === 0) return new Set()
  const rows = await dataProtection(db, storeId)
    .select('item_id')
    .distinct()
    .where('item_id', 'in', itemIds)
    .execute()
  return new Set(rows.map((row) => row.item_id))
}

/** Did this store approve the permissions of this release at the checkout? */
export const hasApprovedPermissions = async (
  db: Db,
  storeId: string,
  itemId: string,
  version: string,
): Promise<boolean> =>
  (await db
    .selectFrom('consents')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('kind', '=', 'permissions')
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Who agreed to permissions and to code on the pages of an order, the latest first. */
export const listApprovals = (db: Db, storeId: string) =>
  db
    .selectFrom('consents')
    .select(['item_id', 'agreed_at', 'kind', 'version', 'text_sha256'])
    .select(sql<string | null>`account ->> 'name'`.as('name'))
    .where('store_id', '=', storeId)
    .where('kind', 'in', ['permissions', 'order_steps'])
    .orderBy('agreed_at', 'desc')
    .execute()

/** The language in which somebody of the store last agreed to something. */
export const findConsentLocale = async (db: Db, storeId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('consents')
      .select('locale')
      .where('store_id', '=', storeId)
      .orderBy('agreed_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.locale
