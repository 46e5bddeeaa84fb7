import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { lockOrder, type OrderRow } from './data.ts'

const DAY_SECONDS = 86_400

/**
 * Until when an owner may return what an order bought; null when it cannot be returned: a
 * subscription, a product inside an app, a purchase that was free or partly refunded, an item that
 * was returned before. Otherwise buying and returning by turns would cost nothing.
 */
export function returnableUntil(
  order: Pick<OrderRow, 'state' | 'product_id' | 'plan_version_id' | 'total_minor' | 'paid_at'> & {
    was_returned: boolean
  },
  { returnDays }: Pick<Services, 'returnDays'>,
  now: Date,
): Date | null {
  const isReturnable =
    order.state === 'paid' &&
    order.product_id === null &&
    order.plan_version_id === null &&
    !order.was_returned &&
    order.total_minor > 0 &&
    order.paid_at !== null
  if (!isReturnable || order.paid_at === null) return null
  const until = secondsAfter(order.paid_at, returnDays.value * DAY_SECONDS)
  return until > now ? until : null
}

/** Whether the store has returned the item, as a column of a query of orders. */
export const wasReturned =
  sql<boolean>`exists (select from order_lines line join order_lines same on same.store_id = line.store_id
    and same.item_id = line.item_id join orders other on other.id = same.order_id
  where line.order_id = orders.id and other.returned_at is not null)`.as('was_returned')

/** The store's order, locked, while it may be returned. */
export async function lockReturnable(
  services: Pick<Services, 'clock' | 'returnDays'>,
  trx: Db,
  number: string,
  storeId: string,
) {
  const order = await lockOrder(trx, { number, storeId })
  if (!order) return null
  const { was_returned } = await trx
    .selectFrom('orders')
    .select(wasReturned)
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (returnableUntil({ ...order, was_returned }, services, services.clock.now()) === null)
    return null
  return {
    id: order.id,
    itemId: order.item_id,
    currency: order.currency,
    chargedMinor: order.total_minor + order.surcharge_minor,
  }
}

export const markReturned = (trx: Db, orderId: string, at: Date): Promise<unknown> =>
  trx.updateTable('orders').set({ returned_at: at }).where('id', '=', orderId).execute()
