import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

/** A paid order entitles its store to the item; what is sold inside an app does not. */
export const grantEntitlement = (db: Db, orderId: string, at: Date): Promise<unknown> =>
  db
    .insertInto('entitlements')
    .columns(['order_id', 'store_id', 'item_id', 'valid_from'])
    .expression((query) =>
      query
        .selectFrom('orders')
        .select(['id', 'store_id', 'item_id', sql<Date>`${at}::timestamptz`.as('at')])
        .where('id', '=', orderId)
        .where('product_id', 'is', null),
    )
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()

/** All the money went back. */
export const endEntitlement = (db: Db, orderId: string, at: Date): Promise<unknown> =>
  db
    .updateTable('entitlements')
    .set({ valid_until: sql<Date>`greatest(valid_from, ${at}::timestamptz)` })
    .where('order_id', '=', orderId)
    .where('valid_until', 'is', null)
    .execute()
