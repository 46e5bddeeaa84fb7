import type { Db } from '#db/client.ts'
import type { Services } from '../../ctx.ts'

/** An item that a store got its whole price back for, and that it had a week to leave. */
export interface EndedUse {
  orderId: string
  storeId: string
  itemId: string
}

/** Whose notice is over now (D10). A store that has bought the item anew keeps it. */
export const findEndedUses = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<EndedUse[]> =>
  db.selectFrom('orders').select(['id as orderId', 'store_id as storeId', 'item_id as itemId'])
    .where('state', '=', 'refunded').where('use_ends_at', '<=', clock.now()).where('use_ended_at', 'is', null)
    .where(on => on.not(on.exists(on.selectFrom('orders as owned').select('owned.id')
      .whereRef('owned.store_id', '=', 'orders.store_id').whereRef('owned.item_id', '=', 'orders.item_id').where('owned.product_id', 'is', null).where('owned.state', 'in', ['paid', 'partially_refunded']))))
    .orderBy('use_ends_at').limit(200).execute()

/** The item is off the store. */
export const markUseEnded = (db: Db, orderId: string, at: Date) => db.updateTable('orders').set({ use_ended_at: at }).where('id', '=', orderId).execute()
