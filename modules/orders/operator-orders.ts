import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { ListSort } from '#lib/list-sort.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { selectOrders } from './data.ts'
import { refuse } from './errors.ts'
import { getOrder as getContract, listOrders as listContract } from './operator-contract.ts'
import { findRefundRequest } from './refund-requests.ts'
import type { OrderState, TaxExemption } from './rules.ts'

const present = (row: ListedOrder) => ({
  number: row.number,
  state: row.state as OrderState,
  item: { id: row.item_id, name: row.item_name },
  items: row.items,
  store: { id: row.store_id, domain: row.domain },
  total: toMajor(row.total_minor, row.currency),
  refunded: toMajor(row.refunded_minor, row.currency),
  currency: row.currency as Currency,
  created_at: row.created_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
})

export const listOrders = defineOperation({
  ...listContract,
  run: async (ctx, { query }) => {
    const found = await listOrderRows(ctx.db, {
      q: query.q ?? '',
      state: query.state ?? null,
      itemId: query.item || null,
      storeId: query.store || null,
      sort: query.sort,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
    return { orders: rows.map(present), next }
  },
})

export const getOrder = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await findOrderRow(ctx.db, params.order)
    if (!row) throw refuse('not_found')
    const [lines, attempts, refunds, documents, events, request] = await Promise.all([
      listLineRows(ctx.db, row.id),
      listAttemptRows(ctx.db, row.id),
      listRefundRows(ctx.db, row.id),
      listDocumentRows(ctx.db, row.id),
      listEventRows(ctx.db, row.id),
      findRefundRequest(ctx.db, row.id),
    ])
    const paid = attempts.find((one) => one.state === 'succeeded')
    return {
      ...present(row),
      subtotal: toMajor(row.subtotal_minor, row.currency),
      discount: toMajor(row.discount_minor, row.currency),
      tax: toMajor(row.tax_minor, row.currency),
      tax_rate: row.tax_rate_bp / 100,
      tax_exemption: row.tax_exemption as TaxExemption | null,
      coupon: row.coupon_code,
      refund_request: request,
      left: paid?.captured_minor
        ? toMajor(paid.captured_minor - paid.returning_minor, row.currency)
        : 0,
      lines: lines.map((one) => ({
        id: String(one.place),
        item: { id: one.item_id, name: one.name },
        total: toMajor(one.total_minor, row.currency),
        tax_rate: one.tax_rate_bp / 100,
        refunded: toMajor(one.refunded_minor, row.currency),
        left: paid?.captured_minor
          ? toMajor(one.total_minor + one.surcharge_minor - one.returning_minor, row.currency)
          : 0,
      })),
      attempts: attempts.map((one) => ({
        id: one.id,
        gateway: one.gateway,
        state: one.state,
        amount: toMajor(one.amount_minor, row.currency),
        card:
          one.card_last_four === null
            ? null
            : `${one.card_brand ?? ''} ${one.card_last_four}`.trim(),
        reason: one.decline_reason,
        at: one.created_at.toISOString(),
      })),
      refunds: refunds.map((one) => ({
        id: one.id,
        state: one.state as 'requested',
        amount: toMajor(one.amount_minor, row.currency),
        reason: one.reason,
        refusal: one.refusal,
        asked_by: one.asked_by,
        at: one.requested_at.toISOString(),
      })),
      documents: documents.map((one) => ({
        number: one.number,
        kind: one.kind as 'invoice',
        total: toMajor(one.total_minor, row.currency),
        at: one.issued_at.toISOString(),
      })),
      events: events.map((one) => ({
        id: String(one.id),
        kind: one.kind,
        from: one.from_state,
        to: one.to_state,
        facts: one.facts as Record<string, unknown>,
        at: one.at.toISOString(),
      })),
    }
  },
})

const selectListed = (db: Db) =>
  selectOrders(db)
    .innerJoin('items', 'items.id', 'order_lines.item_id')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.state',
      'orders.total_minor',
      'orders.refunded_minor',
      'orders.currency',
      'orders.created_at',
      'orders.paid_at',
      'items.id as item_id',
      'items.name as item_name',
      'stores.id as store_id',
      'stores.domain',
    ])
    .select(
      sql<number>`(select count(*) from order_lines line where line.order_id = orders.id)::integer`.as(
        'items',
      ),
    )

export type ListedOrder = Awaited<
  ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>
>

interface OrderFilter {
  q: string
  state: string | null
  itemId: string | null
  storeId: string | null
  sort: ListSort
  after: PageKey | null
  most: number
}

export const listOrderRows = (
  db: Db,
  { q, state, itemId, storeId, sort, after, most }: OrderFilter,
) => {
  let query = selectListed(db)
  const beginning = q.toLowerCase()
  if (q !== '') {
    query = query.where(
      sql<boolean>`orders.id in (select id from orders where number = ${q.toUpperCase()} union all select orders.id from (select id from stores where domain collate "C" >= ${beginning} and domain collate "C" < ${`${beginning}\u{10ffff}`} limit 1000) found join orders on orders.store_id = found.id)`,
    )
  }
  // D30: drafts are not orders and listed only on request.
  if (state === 'refund_asked')
    query = query.where(
      'orders.id',
      'in',
      db.selectFrom('refund_requests').select('order_id').where('state', '=', 'open'),
    )
  else if (state !== null) query = query.where('orders.state', '=', state)
  else query = query.where('orders.state', '!=', 'draft')
  if (itemId !== null)
    query = query.where(
      'orders.id',
      'in',
      db
        .selectFrom('order_lines as line')
        .select('line.order_id')
        .where('line.item_id', '=', itemId),
    )
  if (storeId !== null) query = query.where('orders.store_id', '=', storeId)
  query = query.where(isBeyond(['orders.created_at', 'orders.id'], after, sort))
  const way = directionOf(sort)
  return query.orderBy('orders.created_at', way).orderBy('orders.id', way).limit(most).execute()
}

const findOrderRow = (db: Db, number: string) =>
  selectListed(db)
    .select([
      'orders.subtotal_minor',
      'orders.discount_minor',
      'orders.tax_minor',
      'order_lines.tax_rate_bp',
      'orders.tax_exemption',
      'orders.coupon_code',
    ])
    .where('orders.number', '=', number)
    .executeTakeFirst()

const listLineRows = (db: Db, orderId: string) =>
  db
    .selectFrom('order_lines')
    .innerJoin('items', 'items.id', 'order_lines.item_id')
    .select(['place', 'item_id', 'items.name', 'total_minor', 'surcharge_minor', 'tax_rate_bp'])
    .select(['refunded_minor', 'returning_minor'])
    .where('order_id', '=', orderId)
    .orderBy('place')
    .execute()

const listAttemptRows = (db: Db, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .select([
      'id',
      'gateway',
      'state',
      'amount_minor',
      'captured_minor',
      'returning_minor',
      'card_brand',
      'card_last_four',
      'decline_reason',
      'created_at',
    ])
    .where('order_id', '=', orderId)
    .orderBy('turn')
    .execute()

const listRefundRows = (db: Db, orderId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'state', 'amount_minor', 'reason', 'refusal', 'asked_by', 'requested_at'])
    .where('order_id', '=', orderId)
    .orderBy('turn')
    .execute()

const listDocumentRows = (db: Db, orderId: string) =>
  db
    .selectFrom('invoices')
    .select(['number', 'kind', 'total_minor', 'issued_at'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .execute()

const listEventRows = (db: Db, orderId: string) =>
  db
    .selectFrom('order_events')
    .select(['id', 'kind', 'from_state', 'to_state', 'facts', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(500)
    .execute()

const selectDocuments = (db: Db) =>
  db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select([
      'invoices.id',
      'invoices.number',
      'invoices.kind',
      'invoices.order_id',
      'invoices.refund_id',
      'invoices.total_minor',
      'invoices.currency',
      'invoices.issued_at',
      'orders.number as order_number',
      'orders.store_id',
      'stores.domain',
    ])
export type DocumentRow = Awaited<
  ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>
>

/** Invoices and credit notes, the newest first; of one store where it is named. */
export function listNewestDocuments(
  db: Db,
  { storeId, after, most }: { storeId: string | null; after: PageKey | null; most: number },
): Promise<DocumentRow[]> {
  let query = selectDocuments(db)
  if (storeId !== null) query = query.where('orders.store_id', '=', storeId)
  return query
    .where(isBeyond(['invoices.issued_at', 'invoices.id'], after, 'newest'))
    .orderBy('invoices.issued_at', 'desc')
    .orderBy('invoices.id', 'desc')
    .limit(most)
    .execute()
}

/** Those of these orders. */
export const listDocumentsOfOrders = (
  db: Db,
  orderIds: readonly string[],
): Promise<DocumentRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : selectDocuments(db)
        .where('invoices.order_id', '=', sql<string>`any(${[...orderIds]}::text[])`)
        .orderBy('invoices.issued_at', 'desc')
        .orderBy('invoices.id', 'desc')
        .execute()
