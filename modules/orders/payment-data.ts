import { sql, type Insertable } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { AgreedTexts, Consents } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { sha256Hex } from '#lib/ids.ts'
import { refundRateLimitsSql } from '#kernel/rate-limits.ts'
import { selectOffer, selectSaleItem } from '#modules/catalog/public.ts'
import { orderFacts } from './buyer.ts'
import {
  attemptComesFrom,
  eventValues,
  goesWith,
  orderComesFrom,
  type AttemptRow,
  type OrderRow,
} from './data.ts'
import { ORDER_SECONDS } from './rules.ts'

/**
 * What a payment reads and writes in one go; who may do so is decided by its callers, under the
 * order's lock.
 */

/** Keys are the caller's words: their hash is kept, whatever somebody puts in. */
export interface Keyed {
  scope: string
  key: string
  fingerprint: string
}

export interface UsedKey {
  fingerprint: string
  answer: unknown
}

export const findKey = (db: Db, { scope, key }: Keyed) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', sha256Hex(key))
    .executeTakeFirst()

/**
 * An order with its item, whichever market it belongs to and whether it is listed still or not.
 * Another store's order is not found.
 */
export const findOrderForSale = (
  db: Db,
  number: string,
  storeId: string,
  { scope, key }: Pick<Keyed, 'scope' | 'key'> = { scope: '', key: '' },
) =>
  db
    .selectFrom('orders')
    .selectAll('orders')
    .select((on) => [
      jsonObjectFrom(selectSaleItem(db).where('items.id', '=', sql.ref<string>('orders.item_id')))
        .$notNull()
        .as('item'),
      // What this store would be given of it.
      jsonObjectFrom(
        selectOffer(db, sql.ref<string>('orders.item_id')).where(
          'stores.id',
          '=',
          sql.ref<string>('orders.store_id'),
        ),
      )
        .$notNull()
        .as('offer'),
      // How it stands with the key of the request that asks.
      jsonObjectFrom(
        on
          .selectFrom('idempotency_keys')
          .select(['fingerprint', 'answer'])
          .where('scope', '=', scope)
          .where('key', '=', sha256Hex(key)),
      ).as('used'),
    ])
    .where('number', '=', number)
    .where('store_id', '=', storeId)
    .executeTakeFirst()

type NewAttempt = Pick<
  AttemptRow,
  | 'id'
  | 'order_id'
  | 'gateway'
  | 'amount_minor'
  | 'currency'
  | 'framed'
  | 'surcharge_minor'
  | 'installments'
  | 'card_name'
  | 'limit_keys'
>

export interface Beginning {
  keyed: Keyed
  attempt: NewAttempt
  order: Pick<OrderRow, 'id' | 'state'>
  agreed: { texts: Insertable<AgreedTexts>[]; consents: Insertable<Consents>[] }
}

/**
 * An attempt with the key that it answers to, what was agreed to for it, the order's move and the
 * events of both: all or nothing. The order is locked. Throws PostgreSQL's unique violation when
 * the key is taken.
 */
export async function insertAttempt(
  db: Db,
  { keyed, attempt, order, agreed }: Beginning,
  at: Date,
): Promise<void> {
  const events = [
    {
      order_id: order.id,
      attempt_id: attempt.id,
      kind: 'attempt',
      from_state: null as string | null,
      to_state: 'created',
      facts: { amount: attempt.amount_minor },
      at,
    },
  ]
  const isDraft = order.state === 'draft'
  const written = db
    .with('keyed', (query) =>
      query.insertInto('idempotency_keys').values({
        scope: keyed.scope,
        key: sha256Hex(keyed.key),
        fingerprint: keyed.fingerprint,
        answer: JSON.stringify({ attempt_id: attempt.id }),
        created_at: at,
      }),
    )
    .with('attempted', (query) =>
      query
        .insertInto('payment_attempts')
        .values({ ...attempt, state: 'created', created_at: at, ...goesWith('created', at) }),
    )
    .with('texts', (query) =>
      query
        .insertInto('agreed_texts')
        .values(agreed.texts)
        .onConflict((conflict) => conflict.column('sha256').doNothing()),
    )
    .with('agreed', (query) => query.insertInto('consents').values(agreed.consents))
  if (!isDraft)
    return void (await written.insertInto('order_events').values(events.map(eventValues)).execute())
  events.push({
    order_id: order.id,
    attempt_id: attempt.id,
    kind: 'order',
    from_state: 'draft',
    to_state: 'awaiting_payment',
    facts: {} as never,
    at,
  })
  await written
    .with('moved', (query) =>
      query
        .updateTable('orders')
        .set({ state: 'awaiting_payment', expires_at: secondsAfter(at, ORDER_SECONDS) })
        .where('id', '=', order.id)
        .where('state', '=', 'draft'),
    )
    .insertInto('order_events')
    .values(events.map(eventValues))
    .execute()
}

const OF_ATTEMPT = [
  'payment_attempts.id as attempt_id',
  'payment_attempts.state as attempt_state',
  'payment_attempts.gateway as attempt_gateway',
  'amount_minor',
  'payment_attempts.currency as attempt_currency',
  'payment_attempts.surcharge_minor as attempt_surcharge_minor',
  'card_name',
  'limit_keys',
] as const

/** An attempt as far as its end needs it. */
export type EndingAttempt = Pick<
  AttemptRow,
  | 'id'
  | 'state'
  | 'gateway'
  | 'amount_minor'
  | 'currency'
  | 'surcharge_minor'
  | 'card_name'
  | 'limit_keys'
>

/**
 * Locks an order and then its attempt, one order of locks for everybody, and reads with them all
 * that is written to the buyer about a payment.
 */
export async function lockPayment(db: Db, attemptId: string) {
  const row = await orderFacts(db)
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(OF_ATTEMPT)
    .where('payment_attempts.id', '=', attemptId)
    .forNoKeyUpdate(['orders', 'payment_attempts'])
    .executeTakeFirst()
  if (!row) return undefined
  const attempt: EndingAttempt = {
    id: row.attempt_id,
    state: row.attempt_state,
    gateway: row.attempt_gateway,
    amount_minor: row.amount_minor,
    currency: row.attempt_currency,
    surcharge_minor: row.attempt_surcharge_minor,
    card_name: row.card_name,
    limit_keys: row.limit_keys,
  }
  return { order: row, attempt }
}

type Paid = Pick<AttemptRow, 'gateway_ref' | 'captured_minor'> &
  Partial<Pick<AttemptRow, 'card_brand' | 'card_last_four'>>

/**
 * A payment that came: the attempt has succeeded, the order is paid, what waiting cost is the
 * order's, and the tries that were none are given back; with the events of both. Order and attempt
 * are locked, and were asked whether they may.
 */
export async function writePaid(
  db: Db,
  {
    order,
    attempt,
    paid,
  }: { order: Pick<OrderRow, 'id' | 'state'>; attempt: EndingAttempt; paid: Paid },
  at: Date,
): Promise<void> {
  const told = { order_id: order.id, attempt_id: attempt.id, at }
  const both = await db
    .with('ended', (query) =>
      query
        .updateTable('payment_attempts')
        .set({ state: 'succeeded', ...goesWith('succeeded', at), ...paid, captured_at: at })
        .where('id', '=', attempt.id)
        .where('state', 'in', attemptComesFrom('succeeded'))
        .returning('id'),
    )
    .with('bought', (query) =>
      query
        .updateTable('orders')
        .set({
          state: 'paid',
          paid_at: at,
          ...(attempt.surcharge_minor > 0 && { surcharge_minor: attempt.surcharge_minor }),
        })
        .where('id', '=', order.id)
        .where('state', 'in', orderComesFrom('paid'))
        .returning(['id', 'store_id', 'item_id', 'product_id']),
    )
    .with('entitled', (query) =>
      query
        .insertInto('entitlements')
        .columns(['order_id', 'store_id', 'item_id', 'valid_from'])
        .expression((on) =>
          on
            .selectFrom('bought')
            .select(['id', 'store_id', 'item_id', sql<Date>`${at}::timestamptz`.as('at')])
            .where('product_id', 'is', null),
        ),
    )
    .with('told', (query) =>
      query.insertInto('order_events').values([
        eventValues({
          ...told,
          kind: 'attempt',
          from_state: attempt.state,
          to_state: 'succeeded',
        }),
        eventValues({ ...told, kind: 'order', from_state: order.state, to_state: 'paid' }),
      ]),
    )
    .with('turns', (query) =>
      refundRateLimitsSql(query, attempt.limit_keys ?? [], at).returning('limits.key'),
    )
    .selectFrom(['ended', 'bought'])
    .select('ended.id')
    .executeTakeFirst()
  if (!both)
    throw new Error(`order ${order.id} and attempt ${attempt.id} were locked and yet moved`)
}

/**
 * False when this notice was taken in before; else how its attempt stands, null for one that we do
 * not know.
 */
export async function insertNotice(
  db: Db,
  row: { gateway: string; event_id: string; attempt_id: string },
  at: Date,
): Promise<{ state: string | null } | false> {
  return (
    (await db
      .insertInto('gateway_notices')
      .values({ ...row, received_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning(
        sql<string | null>`(select state from payment_attempts where id = ${row.attempt_id})`.as(
          'state',
        ),
      )
      .executeTakeFirst()) ?? false
  )
}
