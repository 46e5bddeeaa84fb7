import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Invoices } from '#db/types.gen.ts'

export type InvoiceRow = Selectable<Invoices>

export const INVOICE_PURPOSE = 'invoice'

export const findInvoice = (db: Db, orderId: string) =>
  db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).where('kind', '=', 'invoice').where('state', '=', 'issued').executeTakeFirst()

export const findCreditNote = (db: Db, refundId: string) => db.selectFrom('invoices').selectAll().where('refund_id', '=', refundId).executeTakeFirst()

/** A document of an order by its number. */
export const findInvoiceByNumber = (db: Db, orderId: string, number: string) =>
  db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).where('number', '=', number).executeTakeFirst()

export const insertInvoice = (db: Db, row: Omit<InvoiceRow, 'state' | 'cancelled_at'>) =>
  db.insertInto('invoices').values({ ...row, state: 'issued' }).onConflict(conflict => conflict.doNothing()).execute()

/** Money that moved a while ago and has no document yet: ids of orders and refunds whose job was lost. */
export async function listWithoutDocument(db: Db, before: Date): Promise<string[]> {
  const [orders, refunds] = await Promise.all([
    db.selectFrom('orders').select('id').where('state', 'in', ['paid', 'partially_refunded', 'refunded']).where('paid_at', '<', before).where('total_minor', '>', 0).where('address_sealed', 'is not', null)
      .where(on => on.not(on.exists(on.selectFrom('invoices').select('invoices.id').whereRef('invoices.order_id', '=', 'orders.id').where('invoices.kind', '=', 'invoice')))).limit(100).execute(),
    db.selectFrom('refunds').select('id').where('state', '=', 'succeeded').where('reason', '!=', 'money_back').where('ended_at', '<', before)
      .where(on => on.not(on.exists(on.selectFrom('invoices').select('invoices.id').whereRef('invoices.refund_id', '=', 'refunds.id')))).limit(100).execute(),
  ])
  return [...orders, ...refunds].map(row => row.id)
}
