import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'

/** What a store reads of an order without opening it: its end, and money that moved. */
const TOLD = sql<boolean>`(order_events.kind = 'order' and order_events.to_state in ('paid', 'partially_refunded', 'refunded', 'cancelled', 'expired')
  or order_events.kind = 'attempt' and order_events.to_state in ('declined', 'unknown')
  or order_events.kind in ('refund', 'money_back'))`

/** What happened to the orders of a store, all or those of one item. */
export async function listOrderHappenings(
  db: Db,
  { storeId, itemId = null }: { storeId: string; itemId?: string | null },
  page: HappenedPage,
): Promise<Happened[]> {
  const { isBefore, order } = newestFirst(
    page,
    ['order_events.at'],
    sql`'order-' || order_events.id`,
  )
  let query = db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select([
      'order_events.id',
      'order_events.at',
      'order_events.kind',
      'order_events.to_state',
      'order_events.facts',
      'orders.number',
      'orders.currency',
    ])
    .where('orders.store_id', '=', storeId)
    .where('orders.state', '!=', 'draft')
    .where(TOLD)
    .where(isBefore)
  if (itemId !== null)
    query = query.where('orders.id', 'in', (on) =>
      on
        .selectFrom('order_lines')
        .select('order_id')
        .where('item_id', '=', itemId)
        .where('store_id', '=', storeId),
    )
  const rows = await query.orderBy(order).limit(page.most).execute()
  return rows.map((row) => ({
    id: `order-${row.id}`,
    at: row.at,
    source: 'order',
    kind: row.kind,
    state: row.to_state,
    facts: row.facts as Record<string, unknown>,
    currency: row.currency,
    about: { kind: 'order', id: row.number, name: row.number },
  }))
}
