import type { Insertable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { AppPurchases } from '#db/types.gen.ts'
import { selectOrders } from '#modules/orders/public.ts'

/** False when it was used before. */
export async function consumeNonce(
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

export const purgeNoncesBefore = (db: Db, now: Date) =>
  db.deleteFrom('app_call_nonces').where('expires_at', '<', now).execute()

/** A credential with the installation, app and store it belongs to. */
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
 * The installation's credential: the existing one, or this one. Of two at the same time both get
 * the first.
 */
export async function saveCredential(
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
  selectOrders(db)
    .innerJoin('app_purchases as it', 'it.order_id', 'orders.id')
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
      'order_lines.product_id',
      'order_lines.product_kind',
      'order_lines.product',
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
 * A purchase of this store and app, whichever installation requested it; another store's is not
 * found.
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

export const findPurchaseOfOrder = (db: Db, orderId: string): Promise<PurchaseRow | undefined> =>
  purchases(db).where('it.order_id', '=', orderId).executeTakeFirst()

export const insertPurchase = (
  db: Db,
  row: Omit<Insertable<AppPurchases>, 'created_at'>,
  at: Date,
) =>
  db
    .insertInto('app_purchases')
    .values({ ...row, created_at: at })
    .execute()

/** Only while it is paid; the first time stays. */
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
