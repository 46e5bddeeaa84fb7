import type { Db } from '#db/client.ts'

/** False when it was used before. */
export async function useOnce(
  db: Db,
  scope: string,
  nonce: string,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('app_call_nonces')
    .values({ scope, nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const deleteNoncesBefore = (db: Db, now: Date) =>
  db.deleteFrom('app_call_nonces').where('expires_at', '<', now).execute()

/** By what an app signs, with the store and the app that it is of. */
export const findCredential = (db: Db, keyId: string) =>
  db
    .selectFrom('app_credentials as it')
    .innerJoin('installations', 'installations.id', 'it.installation_id')
    .innerJoin('items', 'items.id', 'installations.item_id')
    .innerJoin('stores', 'stores.id', 'installations.store_id')
    .select([
      'it.secret_sealed',
      'installations.id as installation_id',
      'installations.state',
      'installations.store_id',
      'installations.item_id',
      'items.prefix',
      'stores.platform_id',
      'stores.url as store_url',
      'stores.status as store_status',
    ])
    .where('it.key_id', '=', keyId)
    .executeTakeFirst()

/**
 * The installation's credential: the one it has, else this one. Whoever comes second at the same
 * time gets the first one's.
 */
export async function keepCredential(
  db: Db,
  fresh: { key_id: string; installation_id: string; secret_sealed: string },
  at: Date,
): Promise<{ key_id: string; secret_sealed: string }> {
  await db
    .insertInto('app_credentials')
    .values({ ...fresh, created_at: at })
    .onConflict((conflict) => conflict.column('installation_id').doNothing())
    .execute()
  return db
    .selectFrom('app_credentials')
    .select(['key_id', 'secret_sealed'])
    .where('installation_id', '=', fresh.installation_id)
    .executeTakeFirstOrThrow()
}

const purchases = (db: Db) =>
  db
    .selectFrom('app_purchases as it')
    .innerJoin('orders', 'orders.id', 'it.order_id')
    .innerJoin('items', 'items.id', 'it.item_id')
    .select([
      'it.id',
      'it.fingerprint',
      'it.consumed_at',
      'it.created_at',
      'it.store_id',
      'it.item_id',
      'it.installation_id',
      'orders.number',
      'orders.platform_id',
      'orders.state',
      'orders.product_id',
      'orders.product_kind',
      'orders.product',
      'orders.total_minor',
      'orders.refunded_minor',
      'orders.currency',
      'orders.expires_at',
      'orders.paid_at',
      'items.slug',
      'items.prefix',
    ])

export type PurchaseRow = Awaited<ReturnType<typeof listPaid>>[number]

interface Whose {
  storeId: string
  itemId: string
}

/**
 * Store and app are part of the look-up: another's purchase is not found. Whichever installation
 * asked for it.
 */
export const findPurchase = (
  db: Db,
  { storeId, itemId }: Whose,
  key: { id: string } | { requestId: string },
): Promise<PurchaseRow | undefined> => {
  const query = purchases(db).where('it.store_id', '=', storeId).where('it.item_id', '=', itemId)
  return (
    'id' in key
      ? query.where('it.id', '=', key.id)
      : query.where('it.request_id', '=', key.requestId)
  ).executeTakeFirst()
}

export const listPaid = (db: Db, { storeId, itemId }: Whose) =>
  purchases(db)
    .where('it.store_id', '=', storeId)
    .where('it.item_id', '=', itemId)
    .where('orders.state', 'in', ['paid', 'partially_refunded', 'refunded'])
    .orderBy('orders.paid_at', 'desc')
    .orderBy('it.id')
    .limit(500)
    .execute()

/** Whose order it is stands in the row. */
export const findPurchaseOfOrder = (db: Db, orderId: string): Promise<PurchaseRow | undefined> =>
  purchases(db).where('it.order_id', '=', orderId).executeTakeFirst()

export const insertPurchase = (
  db: Db,
  row: {
    id: string
    order_id: string
    installation_id: string
    store_id: string
    item_id: string
    request_id: string
    fingerprint: string
  },
  at: Date,
) =>
  db
    .insertInto('app_purchases')
    .values({ ...row, created_at: at })
    .execute()

/** Only while it is paid, and once: the first time stands. */
export const markConsumed = (db: Db, id: string, at: Date) =>
  db
    .updateTable('app_purchases')
    .from('orders')
    .set({ consumed_at: at })
    .whereRef('orders.id', '=', 'app_purchases.order_id')
    .where('app_purchases.id', '=', id)
    .where('consumed_at', 'is', null)
    .where('orders.state', 'in', ['paid', 'partially_refunded'])
    .execute()
