import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { type LineKey, lockOrder, type OrderRow, selectOrders } from './data.ts'

const DAY_SECONDS = 86_400

/** A line with what decides whether it can be returned; the amounts are its own. */
export type ReturnableLine = Pick<
  OrderRow,
  'state' | 'product_id' | 'plan_version_id' | 'total_minor' | 'refunded_minor' | 'paid_at'
> & { was_returned: boolean }

/**
 * Until when an owner may return what a line of an order bought; null when it cannot be returned: a
 * subscription, a product inside an app, a purchase that was free or partly refunded, an item that
 * was returned before. Otherwise buying and returning by turns would cost nothing.
 */
export function returnableUntil(
  line: ReturnableLine,
  { returnDays }: Pick<Services, 'returnDays'>,
  now: Date,
): Date | null {
  const isReturnable =
    ['paid', 'partially_refunded'].includes(line.state) &&
    line.product_id === null &&
    line.plan_version_id === null &&
    !line.was_returned &&
    line.total_minor > 0 &&
    line.refunded_minor === 0
  if (!isReturnable || line.paid_at === null) return null
  const until = secondsAfter(line.paid_at, returnDays.value * DAY_SECONDS)
  return until > now ? until : null
}

/** Whether the store has returned the item, as a column of a query of lines. */
export const wasReturned =
  sql<boolean>`exists (select from order_lines same where same.store_id = order_lines.store_id
    and same.item_id = order_lines.item_id and same.returned_at is not null)`.as('was_returned')

/** The store's order, locked, while a line of it may be returned. */
export async function lockReturnable(
  services: Pick<Services, 'clock' | 'returnDays'>,
  trx: Db,
  { number, storeId, place }: { number: string; storeId: string; place: number },
) {
  const order = await lockOrder(trx, { number, storeId })
  const line = order && (await findReturnable(trx, { orderId: order.id, place }))
  if (!line || returnableUntil(line, services, services.clock.now()) === null) return null
  return {
    id: order.id,
    itemId: line.item_id,
    currency: order.currency,
    chargedMinor: line.total_minor + line.surcharge_minor,
  }
}

const findReturnable = (trx: Db, { orderId, place }: LineKey) =>
  selectOrders(trx, place)
    .select(['orders.state', 'orders.plan_version_id', 'orders.paid_at'])
    .select([
      'order_lines.item_id',
      'order_lines.product_id',
      'order_lines.total_minor',
      'order_lines.surcharge_minor',
      'order_lines.refunded_minor',
    ])
    .select(wasReturned)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()

export const markReturned = (trx: Db, { orderId, place }: LineKey, at: Date): Promise<unknown> =>
  trx
    .updateTable('order_lines')
    .set({ returned_at: at })
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .execute()
