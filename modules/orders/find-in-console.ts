import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Found, holdsWords, mayBeNumber, numberLike, type Sought } from '#kernel/found.ts'

const BUYER = sql`fold(coalesce(addresses.firstname, '') || ' ' || coalesce(addresses.lastname, '') || ' ' || coalesce(addresses.company, '') || ' ' || addresses.email)`

/** Who is invoiced, by name, company or mail address; the place is the store's. */
export async function findBuyers(db: Db, { words }: Sought, most: number): Promise<Found[]> {
  const rows = await db
    .selectFrom('addresses')
    .innerJoin('stores', 'stores.id', 'addresses.store_id')
    .select([
      'addresses.id',
      'addresses.store_id',
      'addresses.firstname',
      'addresses.lastname',
      'addresses.company',
      'addresses.email',
      'stores.domain',
    ])
    .where('addresses.deleted_at', 'is', null)
    .where(holdsWords(BUYER, words))
    .limit(most)
    .execute()
  return rows.map((row) => {
    const person = [row.firstname, row.lastname].filter(Boolean).join(' ')
    return {
      id: row.id,
      place: row.store_id,
      title: row.company ?? (person || row.email),
      detail: `${row.email} · ${row.domain}`,
    }
  })
}

/** Orders by the beginning or end of their number, and the newest of these stores. */
export async function findOrders(
  db: Db,
  { text, storeIds }: { text: string; storeIds: readonly string[] },
  most: number,
): Promise<Found[]> {
  const all = db
    .selectFrom('orders')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select((on) => [
      'orders.id',
      'orders.number',
      'orders.state',
      'orders.total_minor',
      'orders.currency',
      'orders.created_at',
      'stores.domain',
      on
        .selectFrom('order_lines')
        .innerJoin('items', 'items.id', 'order_lines.item_id')
        .select(sql<string>`string_agg(items.name, ', ' order by order_lines.place)`.as('names'))
        .whereRef('order_lines.order_id', '=', 'orders.id')
        .as('names'),
    ])
    .limit(most)
  const numbered = mayBeNumber(text)
    ? await all.where(numberLike(sql`orders.number`, text)).execute()
    : []
  // D30: drafts are not orders.
  const ofStores =
    storeIds.length > 0
      ? await all
          .where('orders.store_id', 'in', storeIds)
          .where('orders.state', '!=', 'draft')
          .orderBy('orders.created_at', 'desc')
          .execute()
      : []
  const rows = new Map([...numbered, ...ofStores].map((row) => [row.id, row]))
  return [...rows.values()].slice(0, most).map((row) => ({
    id: row.id,
    place: row.number,
    title: row.number,
    detail: `${row.names ?? ''} · ${row.domain}`,
    state: row.state,
    amount: { minor: row.total_minor, currency: row.currency },
    at: row.created_at,
  }))
}

/** Invoices and credit notes by the beginning or end of their number; the place is the order's. */
export async function findInvoices(db: Db, { text }: Sought, most: number): Promise<Found[]> {
  if (!mayBeNumber(text)) return []
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select([
      'invoices.id',
      'invoices.number',
      'invoices.kind',
      'invoices.total_minor',
      'invoices.currency',
      'invoices.issued_at',
      'orders.number as order_number',
      'stores.domain',
    ])
    .where(numberLike(sql`invoices.number`, text))
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    place: row.order_number,
    title: row.number,
    detail: `${row.order_number} · ${row.domain}`,
    state: row.kind,
    amount: { minor: row.total_minor, currency: row.currency },
    at: row.issued_at,
  }))
}
