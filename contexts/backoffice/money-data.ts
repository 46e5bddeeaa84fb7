import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { PageKey } from '#lib/page-key.ts'

const lines = (db: Db) => db.selectFrom('orders').innerJoin('items', 'items.id', 'orders.item_id').innerJoin('stores', 'stores.id', 'orders.store_id')
  .select(['orders.id', 'orders.number', 'orders.state', 'orders.total_minor', 'orders.refunded_minor', 'orders.currency', 'orders.created_at', 'orders.paid_at', 'items.id as item_id', 'items.name as item_name', 'stores.id as store_id', 'stores.domain'])
export type OrderLine = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>

export interface OrderFilter { q: string; state: string | null; itemId: string | null; storeId: string | null; after: PageKey | null; most: number }

export const listOrderRows = (db: Db, { q, state, itemId, storeId, after, most }: OrderFilter) => {
  let query = lines(db)
  const beginning = q.toLowerCase()
  if (q !== '') {
    query = query.where(sql<boolean>`(orders.number = ${q.toUpperCase()} or orders.store_id in (select id from stores where domain collate "C" >= ${beginning} and domain collate "C" < ${`${beginning}\u{10ffff}`} limit 1000))`)
  }
  // D30: a checkout that was opened and not paid is no order; drafts are shown to who asks for them by name.
  if (state !== null) query = query.where('orders.state', '=', state)
  else query = query.where('orders.state', '!=', 'draft')
  if (itemId !== null) query = query.where('orders.item_id', '=', itemId)
  if (storeId !== null) query = query.where('orders.store_id', '=', storeId)
  if (after !== null) query = query.where(sql<boolean>`(orders.created_at, orders.id) < (${after.at}::timestamptz, ${after.id})`)
  return query.orderBy('orders.created_at', 'desc').orderBy('orders.id', 'desc').limit(most).execute()
}

export const findOrderRow = (db: Db, number: string) =>
  lines(db).select(['orders.subtotal_minor', 'orders.discount_minor', 'orders.tax_minor', 'orders.tax_rate_bp', 'orders.coupon_code']).where('orders.number', '=', number).executeTakeFirst()

export const listAttemptRows = (db: Db, orderId: string) =>
  db.selectFrom('payment_attempts').select(['id', 'gateway', 'state', 'amount_minor', 'captured_minor', 'returning_minor', 'card_brand', 'card_last_four', 'decline_reason', 'created_at'])
    .where('order_id', '=', orderId).orderBy('turn').execute()
export const listRefundRows = (db: Db, orderId: string) =>
  db.selectFrom('refunds').select(['id', 'state', 'amount_minor', 'reason', 'refusal', 'asked_by', 'requested_at']).where('order_id', '=', orderId).orderBy('turn').execute()
export const listDocumentRows = (db: Db, orderId: string) =>
  db.selectFrom('invoices').select(['number', 'kind', 'total_minor', 'issued_at']).where('order_id', '=', orderId).orderBy('issued_at').execute()
export const listEventRows = (db: Db, orderId: string) =>
  db.selectFrom('order_events').select(['id', 'kind', 'from_state', 'to_state', 'facts', 'at']).where('order_id', '=', orderId).orderBy('id').limit(500).execute()

/** What of an order an audit line compares: how much was asked to go back. */
export const readRefunds = async (db: Db, number: string) => {
  const row = await db.selectFrom('orders').leftJoin('refunds', 'refunds.order_id', 'orders.id').select([sql<number>`coalesce(sum(refunds.amount_minor), 0)::bigint`.as('asked_minor'), sql<number>`count(refunds.id)::integer`.as('refunds')])
    .where('orders.number', '=', number).executeTakeFirst()
  return row && { refunds: row.refunds, asked_minor: Number(row.asked_minor) }
}

const coupons = (db: Db) => db.selectFrom('coupons').leftJoin('items', 'items.id', 'coupons.item_id').leftJoin('partners', 'partners.id', 'coupons.partner_id')
  .selectAll('coupons').select(['items.name as item_name', 'partners.name as partner_name'])
export type CouponRow = Awaited<ReturnType<ReturnType<typeof coupons>['executeTakeFirstOrThrow']>>

export const listCouponRows = (db: Db, { code, state, after, most, now }: { code: string | null; state: string | null; after: PageKey | null; most: number; now: Date }) => {
  let query = coupons(db)
  if (code !== null) query = query.where('coupons.code', '=', code)
  if (state === 'active') query = query.where('coupons.active', '=', true).where(sql<boolean>`coalesce(valid_until, 'infinity') > ${now}`)
  if (state === 'ended') query = query.where(sql<boolean>`(not coupons.active or valid_until <= ${now})`)
  if (after !== null) query = query.where(sql<boolean>`(coupons.created_at, coupons.id) < (${after.at}::timestamptz, ${after.id})`)
  return query.orderBy('coupons.created_at', 'desc').orderBy('coupons.id', 'desc').limit(most).execute()
}

export const findCouponByCode = (db: Db, code: string) => db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst()
export const readCoupon = (db: Db, id: string) =>
  db.selectFrom('coupons').select(['kind', 'percent_bp', 'amount_minor', 'currency', 'market', 'item_id', 'valid_from', 'valid_until', 'total_limit', 'store_limit', 'first_purchase', 'active']).where('id', '=', id).executeTakeFirst()

/** False when it is not there, or fewer would be allowed than were used. */
export const changeCouponRow = async (db: Db, id: string, change: { active: boolean; valid_until: Date | null; total_limit: number | null }): Promise<boolean> =>
  (await db.updateTable('coupons').set(change).where('id', '=', id).where(sql<boolean>`used <= coalesce(${change.total_limit}, used)`).where(sql<boolean>`coalesce(${change.valid_until}::timestamptz, 'infinity') > valid_from`).executeTakeFirst()).numUpdatedRows > 0n

export const listDifferenceRows = (db: Db, { state, after, most }: { state: string | null; after: PageKey | null; most: number }) =>
  db.selectFrom('ledger_differences').selectAll().select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('on_day'))
    .$if(state !== null, query => query.where('state', '=', state as string))
    .$if(after !== null, query => query.where(sql<boolean>`(found_at, id) < (${after?.at}::timestamptz, ${after?.id})`))
    .orderBy('found_at', 'desc').orderBy('id', 'desc').limit(most).execute()
export const readDifference = (db: Db, id: string) => db.selectFrom('ledger_differences').select(['state', 'note', 'handled_by']).where('id', '=', id).executeTakeFirst()
export const listComparedDays = (db: Db) => db.selectFrom('ledger_days').select(['gateway', sql<string>`to_char(max(day), 'YYYY-MM-DD')`.as('day')]).groupBy('gateway').orderBy('gateway').execute()
