import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Visibility } from '#lib/market.ts'

/** Stores that may be named for one private item. */
export const MOST_NAMED_STORES = 200

/** The store for which somebody asks; null for a visitor who is not signed in. */
export const storeOf = (actor: Actor): string | null => ('storeId' in actor ? actor.storeId : null)

/** Condition on the table `items`: this store may see the item. */
export const maySee = (storeId: string | null) =>
  sql<boolean>`may_see_item(items.id, items.visibility, ${storeId}::text)`

/** The same of one item, asked only where it matters. */
export async function maySeeItem(
  db: Db,
  item: { id: string; visibility: string },
  storeId: string | null,
): Promise<boolean> {
  if (item.visibility !== 'private') return true
  if (storeId === null) return false
  const row = await db
    .selectFrom('items')
    .select(maySee(storeId).as('may'))
    .where('id', '=', item.id)
    .executeTakeFirst()
  return row?.may ?? false
}

export const setVisibility = (trx: Db, itemId: string, visibility: Visibility, now: Date) =>
  trx
    .updateTable('items')
    .set({ visibility, updated_at: now })
    .where('id', '=', itemId)
    .where('visibility', '<>', visibility)
    .execute()

/** False when as many stores are named as may be. Naming one again changes nothing. */
export async function nameStore(
  trx: Db,
  { itemId, storeId, by }: { itemId: string; storeId: string; by: string },
  now: Date,
): Promise<boolean> {
  await trx.selectFrom('items').select('id').where('id', '=', itemId).forNoKeyUpdate().execute()
  const named = await trx
    .selectFrom('item_stores')
    .select('store_id')
    .where('item_id', '=', itemId)
    .limit(MOST_NAMED_STORES)
    .execute()
  if (named.some((one) => one.store_id === storeId)) return true
  if (named.length >= MOST_NAMED_STORES) return false
  await trx
    .insertInto('item_stores')
    .values({ item_id: itemId, store_id: storeId, added_at: now, added_by: by })
    .execute()
  return true
}

/** False when the store was not named. */
export const unnameStore = async (trx: Db, itemId: string, storeId: string): Promise<boolean> =>
  (
    await trx
      .deleteFrom('item_stores')
      .where('item_id', '=', itemId)
      .where('store_id', '=', storeId)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export const listNamedStores = (db: Db, itemId: string) =>
  db
    .selectFrom('item_stores')
    .innerJoin('stores', 'stores.id', 'item_stores.store_id')
    .select(['stores.id', 'stores.domain', 'item_stores.added_at'])
    .where('item_stores.item_id', '=', itemId)
    .orderBy('item_stores.added_at', 'desc')
    .orderBy('stores.id')
    .limit(MOST_NAMED_STORES)
    .execute()
