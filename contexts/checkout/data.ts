import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { Orders, PaymentAttempts } from '#db/types.gen.ts'
import type { AttemptState, OrderState } from './contract.ts'
import { endUse } from './coupons/coupon-data.ts'
import { taxDay } from './rules.ts'
import { ATTEMPT_MOVES, LIVE_ATTEMPTS, MOVING_ATTEMPTS, OPEN_ORDERS, ORDER_MOVES } from './transitions.ts'

export type OrderRow = Selectable<Orders>
export type AttemptRow = Selectable<PaymentAttempts>

/** The store is part of every look-up: another's order is not found. */
export const findOrder = (db: Db, number: string, storeId: string) =>
  db.selectFrom('orders').selectAll().where('number', '=', number).where('store_id', '=', storeId).executeTakeFirst()

export const lockOrder = (db: Db, key: { number: string; storeId: string } | { id: string }) => {
  const query = db.selectFrom('orders').selectAll().forUpdate()
  return ('id' in key ? query.where('id', '=', key.id) : query.where('number', '=', key.number).where('store_id', '=', key.storeId)).executeTakeFirst()
}

/** Of the item itself: what is sold inside it has orders of its own (`product-orders.ts`). */
export const findOpenOrder = (db: Db, storeId: string, itemId: string) =>
  db.selectFrom('orders').selectAll().where('store_id', '=', storeId).where('item_id', '=', itemId).where('product_id', 'is', null)
    .where('state', 'in', OPEN_ORDERS).executeTakeFirst()

export const findOwnedOrder = (db: Db, storeId: string, itemId: string) =>
  db.selectFrom('orders').innerJoin('items', 'items.id', 'orders.item_id').select(['orders.id', 'orders.number', 'orders.paid_at', 'items.market'])
    .where('orders.store_id', '=', storeId).where('orders.item_id', '=', itemId).where('orders.product_id', 'is', null)
    .where('orders.state', 'in', ['paid', 'partially_refunded']).executeTakeFirst()

/** Undefined when another request made the open order first. */
export const insertOrder = (db: Db, row: Insertable<Orders>) =>
  db.insertInto('orders').values(row)
    .onConflict(conflict => conflict.columns(['store_id', 'item_id']).where('product_id', 'is', null).where('state', 'in', OPEN_ORDERS).doNothing())
    .returningAll().executeTakeFirst()

export type OrderChange = Partial<Pick<OrderRow, 'plan_id' | 'currency' | 'list_price_minor' | 'prices_include_tax' | 'subtotal_minor' | 'discount_minor' |
  'tax_minor' | 'total_minor' | 'tax_rate_bp' | 'coupon_id' | 'coupon_code' | 'address_id' | 'address_sealed' | 'paid_at' | 'expires_at' | 'refunded_minor' | 'use_ends_at' | 'surcharge_minor'>>

export const changeOrder = (db: Db, id: string, change: OrderChange) =>
  db.updateTable('orders').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The states in which an order's use of a coupon ends. A refund gives it back no more: who bought has used it. */
const COUPON_ENDS: Partial<Record<OrderState, 'redeemed' | 'released'>> = { paid: 'redeemed', cancelled: 'released', expired: 'released' }

/**
 * Moves an order along ORDER_MOVES, with it the coupon it has reserved, and writes the events; false when it was not in a state from which
 * it may.
 */
export async function moveOrder(db: Db, id: string, to: OrderState, at: Date, change: OrderChange = {}, attemptId: string | null = null): Promise<boolean> {
  const from = (Object.keys(ORDER_MOVES) as OrderState[]).filter(state => ORDER_MOVES[state].includes(to))
  const before = await db.selectFrom('orders').select(['state', 'coupon_id', 'coupon_code']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before || !from.includes(before.state as OrderState)) return false
  await db.updateTable('orders').set({ state: to, ...change }).where('id', '=', id).execute()
  await insertEvent(db, { order_id: id, attempt_id: attemptId, kind: 'order', from_state: before.state, to_state: to, at })
  const ends = COUPON_ENDS[to]
  if (ends && before.coupon_id !== null && await endUse(db, before.coupon_id, id, ends, at)) {
    await insertEvent(db, { order_id: id, attempt_id: attemptId, kind: 'coupon', to_state: ends, facts: { code: before.coupon_code }, at })
  }
  return true
}

export const insertEvent = (db: Db, event: { order_id: string; attempt_id?: string | null; kind: string; from_state?: string | null; to_state?: string | null; facts?: object; at: Date }) =>
  db.insertInto('order_events').values({ ...event, facts: JSON.stringify(event.facts ?? {}) }).execute()

export const findAttempt = (db: Db, id: string) => db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()
export const lockAttempt = (db: Db, id: string) => db.selectFrom('payment_attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findLatestAttempt = (db: Db, orderId: string) =>
  db.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId).orderBy('turn', 'desc').limit(1).executeTakeFirst()

export const findLiveAttempt = (db: Db, orderId: string) =>
  db.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId)
    .where('state', 'in', LIVE_ATTEMPTS).executeTakeFirst()

export async function insertAttempt(db: Db, row: Pick<AttemptRow, 'id' | 'order_id' | 'gateway' | 'amount_minor' | 'currency' | 'framed' | 'surcharge_minor' | 'installments' | 'card_name' | 'limit_keys'>, at: Date): Promise<void> {
  await db.insertInto('payment_attempts').values({ ...row, state: 'created', created_at: at, updated_at: at }).execute()
  await insertEvent(db, { order_id: row.order_id, attempt_id: row.id, kind: 'attempt', from_state: null, to_state: 'created', facts: { amount: row.amount_minor }, at })
}

type AttemptChange = Partial<Pick<AttemptRow, 'gateway_ref' | 'challenge_url' | 'card_brand' | 'card_last_four' | 'decline_reason' | 'captured_minor' | 'captured_at'>>

/** Moves an attempt along ATTEMPT_MOVES and writes the event; false when it was not in a state from which it may. */
export async function moveAttempt(db: Db, id: string, to: AttemptState, at: Date, change: AttemptChange = {}): Promise<boolean> {
  const from = (Object.keys(ATTEMPT_MOVES) as AttemptState[]).filter(state => ATTEMPT_MOVES[state].includes(to))
  const over = { ...(to !== 'challenge' && { challenge_sealed: null }), ...(ATTEMPT_MOVES[to].length === 0 && { return_sealed: null }) }
  const facts = JSON.stringify({ reason: change.decline_reason ?? undefined })
  // One statement: the row is locked, moved and told of, or nothing is.
  const { numInsertedOrUpdatedRows } = await db
    .with('before', query => query.selectFrom('payment_attempts').select(['id', 'order_id', 'state']).where('id', '=', id).where('state', 'in', from).forUpdate())
    .with('moved', query => query.updateTable('payment_attempts').from('before').set({ state: to, updated_at: at, ...over, ...change })
      .whereRef('payment_attempts.id', '=', 'before.id').returning('payment_attempts.id'))
    .insertInto('order_events').columns(['order_id', 'attempt_id', 'kind', 'from_state', 'to_state', 'facts', 'at'])
    .expression(query => query.selectFrom('before').innerJoin('moved', 'moved.id', 'before.id').select([
      'before.order_id', 'before.id', sql<string>`'attempt'`.as('kind'), 'before.state', sql<string>`${to}::text`.as('to_state'),
      sql<string>`${facts}::jsonb`.as('facts'), sql<Date>`${at}::timestamptz`.as('at'),
    ])).executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The challenge's document while it waits to be shown; null takes it away. */
export const keepSealedChallenge = (db: Db, id: string, sealed: string | null) =>
  db.updateTable('payment_attempts').set({ challenge_sealed: sealed }).where('id', '=', id).where('state', 'in', ['created', 'challenge']).execute()

/** Only while the attempt may still become a payment; the first return counts. */
export const keepReturn = (db: Db, id: string, sealed: string) =>
  db.updateTable('payment_attempts').set({ return_sealed: sealed }).where('id', '=', id).where('return_sealed', 'is', null)
    .where('state', 'in', LIVE_ATTEMPTS).execute()

/** Attempts that did not end well, of this store, since then. */
export const countFailedAttempts = async (db: Db, storeId: string, since: Date): Promise<number> =>
  (await db.selectFrom('payment_attempts').innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(on => on.fn.countAll<number>().as('count')).where('orders.store_id', '=', storeId)
    .where('payment_attempts.state', 'in', ['declined', 'voided']).where('payment_attempts.created_at', '>', since).executeTakeFirstOrThrow()).count

/** Basis points in that country at that time; 0 where no rate is known. A rate begins at the country's midnight. */
export const findTaxRate = async (db: Db, country: string, at: Date): Promise<number> =>
  (await db.selectFrom('tax_rates').select('rate_bp').where('country', '=', country).where('valid_from', '<=', sql<Date>`${taxDay(country, at)}::date`)
    .orderBy('valid_from', 'desc').limit(1).executeTakeFirst())?.rate_bp ?? 0

/** Keys are the caller's words: their hash is kept, whatever somebody puts in. */
export const findKey = (db: Db, scope: string, key: string) =>
  db.selectFrom('idempotency_keys').selectAll().where('scope', '=', scope).where('key', '=', sha256Hex(key)).executeTakeFirst()

/** False when the key is there already: the row is the lock. */
export async function insertKey(db: Db, row: { scope: string; key: string; fingerprint: string; attemptId: string }, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.insertInto('idempotency_keys')
    .values({ scope: row.scope, key: sha256Hex(row.key), fingerprint: row.fingerprint, answer: JSON.stringify({ attempt_id: row.attemptId }), created_at: at })
    .onConflict(conflict => conflict.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False when this notice was taken in before. */
export async function insertNotice(db: Db, row: { gateway: string; event_id: string; attempt_id: string }, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.insertInto('gateway_notices').values({ ...row, received_at: at })
    .onConflict(conflict => conflict.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Open orders whose time is over; an order with a payment on its way is left until that has ended. */
export const listOverdueOrders = (db: Db, now: Date) =>
  db.selectFrom('orders').select('id').where('state', 'in', OPEN_ORDERS).where('expires_at', '<', now)
    .where(on => on.not(on.exists(on.selectFrom('payment_attempts').select('payment_attempts.id').whereRef('payment_attempts.order_id', '=', 'orders.id')
      .where('payment_attempts.state', 'in', LIVE_ATTEMPTS))))
    .limit(200).execute()

export const deleteKeysBefore = (db: Db, before: Date) => db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()

/** Attempts without an end that nobody has touched for a while. A challenge may take its time. */
export const listIdleAttempts = (db: Db, before: { moving: Date; challenge: Date }) =>
  db.selectFrom('payment_attempts').select('id')
    .where(on => on.or([
      on.and([on('state', 'in', MOVING_ATTEMPTS), on('updated_at', '<', before.moving)]),
      on.and([on('state', '=', 'challenge'), on('updated_at', '<', before.challenge)]),
    ])).limit(100).execute()
