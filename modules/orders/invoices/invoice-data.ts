import type { Selectable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Invoices } from '#db/types.gen.ts'
import { orderFacts, type OrderFacts } from '../buyer.ts'

export type InvoiceRow = Selectable<Invoices>

export const INVOICE_PURPOSE = 'invoice'

/** A document as it was issued. */
export type IssuedDocument = Pick<InvoiceRow, 'number' | 'issued_at' | 'content_sealed'>
const ISSUED = ['number', 'issued_at', 'content_sealed'] as const

/** An order with all that its invoice says, and the invoice where there is one. */
export async function findInvoicing(
  db: Db,
  orderId: string,
): Promise<{ order: OrderFacts; invoice: IssuedDocument | null } | undefined> {
  const row = await orderFacts(db)
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.order_id', '=', 'orders.id')
        .on('invoices.kind', '=', 'invoice')
        .on('invoices.state', '=', 'issued'),
    )
    .select(['invoices.number as invoice_number', 'issued_at', 'content_sealed'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined
  const { invoice_number: number, issued_at: issuedAt, content_sealed: sealed } = row
  return {
    order: row,
    invoice:
      number === null || issuedAt === null || sealed === null
        ? null
        : { number, issued_at: issuedAt, content_sealed: sealed },
  }
}

export const findCreditNote = (db: Db, refundId: string): Promise<IssuedDocument | undefined> =>
  db.selectFrom('invoices').select(ISSUED).where('refund_id', '=', refundId).executeTakeFirst()

/** A document of an order by its number. */
export const findInvoiceByNumber = (
  db: Db,
  orderId: string,
  number: string,
): Promise<IssuedDocument | undefined> =>
  db
    .selectFrom('invoices')
    .select(ISSUED)
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst()

/** Undefined when it was written down before. */
export const insertInvoice = (
  db: Db,
  row: Omit<InvoiceRow, 'state' | 'cancelled_at'>,
): Promise<IssuedDocument | undefined> =>
  db
    .insertInto('invoices')
    .values({ ...row, state: 'issued' })
    .onConflict((conflict) => conflict.doNothing())
    .returning(ISSUED)
    .executeTakeFirst()

/**
 * Money that moved a while ago and has no document yet: ids of orders and refunds whose job was
 * lost.
 */
export async function listWithoutDocument(db: Db, before: Date): Promise<string[]> {
  const [orders, refunds] = await Promise.all([
    db
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', ['paid', 'partially_refunded', 'refunded'])
      .where('paid_at', '<', before)
      .where('total_minor', '>', 0)
      .where('address_sealed', 'is not', null)
      .where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('invoices')
              .select('invoices.id')
              .whereRef('invoices.order_id', '=', 'orders.id')
              .where('invoices.kind', '=', 'invoice'),
          ),
        ),
      )
      .limit(100)
      .execute(),
    db
      .selectFrom('refunds')
      .select('id')
      .where('state', '=', 'succeeded')
      .where('reason', '!=', 'money_back')
      .where('ended_at', '<', before)
      .where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('invoices')
              .select('invoices.id')
              .whereRef('invoices.refund_id', '=', 'refunds.id'),
          ),
        ),
      )
      .limit(100)
      .execute(),
  ])
  return [...orders, ...refunds].map((row) => row.id)
}
