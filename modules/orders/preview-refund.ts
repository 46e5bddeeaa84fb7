import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { type LineRow, listLines, type OrderRow } from './data.ts'
import { findInvoicing } from './invoices/issue-invoice.ts'
import { isOwnedOtherwise } from './entitlements.ts'
import { buyerOf } from './order-facts.ts'
import { afterRefund, creditShare, isReturn } from './refund-rules.ts'
import { planRefund, type RefundRow, selectPaidAttempt, useEndsAt } from './refunds.ts'

type PreviewNeeds = Pick<Services, 'db' | 'clock' | 'gateway' | 'sealing' | 'log'>

/** An order with money that may go back, and what has gone back or is on its way. */
export async function findRefundableOrder(db: Db, orderNumber: string) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'number', 'store_id', 'state', 'currency', 'plan_version_id', 'paid_at'])
    .select('subscription_id')
    .where('number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) return null
  const [attempt, lines, refunds] = await Promise.all([
    selectPaidAttempt(db, order.id).executeTakeFirst(),
    listLines(db, order.id),
    listRefundsOfOrder(db, order.id),
  ])
  return { order, attempt, lines, refunds }
}
export type RefundableOrder = NonNullable<Awaited<ReturnType<typeof findRefundableOrder>>>

const listRefundsOfOrder = (
  db: Db,
  orderId: string,
): Promise<
  Pick<RefundRow, 'id' | 'line_place' | 'state' | 'amount_minor' | 'asked_by' | 'requested_at'>[]
> =>
  db
    .selectFrom('refunds')
    .select(['id', 'line_place', 'state', 'amount_minor', 'asked_by', 'requested_at'])
    .where('order_id', '=', orderId)
    .orderBy('turn')
    .execute()

/**
 * What would happen if this amount went back now, by the functions that the refund itself uses.
 * Refunds under way count as if they had ended before. Changes nothing.
 */
export async function previewRefundOf(
  services: PreviewNeeds,
  { order, attempt, lines }: RefundableOrder,
  asked: { amountMinor: number | null; place: number; reason: string },
) {
  const plan = await planRefund(services.db, { ...services, ...asked, order, attempt })
  if (plan.kind === 'refused') return plan
  const { line, amountMinor, leftMinor } = plan
  const after = lineAfter(order, line, amountMinor)
  const isWholeOrder = lines.every(
    (one) => lineAfter(order, one, one.place === line.place ? amountMinor : 0).isWhole,
  )
  const { totalMinor, taxMinor } = creditShare(line, line.returning_minor, amountMinor)
  return {
    kind: 'possible' as const,
    line,
    amountMinor,
    leftMinor,
    isReturn: isReturn(isWholeOrder, asked.reason),
    /** What the credit note says; the rest of the amount is of the surcharge. */
    credit: { netMinor: totalMinor - taxMinor, taxMinor, rateBp: line.tax_rate_bp },
    surchargeMinor: amountMinor - totalMinor,
    creditNote: totalMinor > 0 ? await findInvoiceToCredit(services, order.id) : null,
    useEndsAt: after.endsUse ? useEndsAt(services.clock.now()) : null,
  }
}

const lineAfter = (order: Pick<OrderRow, 'plan_version_id'>, line: LineRow, amountMinor: number) =>
  afterRefund(line, line.returning_minor + amountMinor, {
    isSubscription: order.plan_version_id !== null,
  })

/** The invoice that a credit note would be for; null when nobody is invoiced. */
async function findInvoiceToCredit(
  services: PreviewNeeds,
  orderId: string,
): Promise<{ number: string | null } | null> {
  const found = await findInvoicing(services.db, orderId)
  if (!found) return null
  if (found.invoice) return { number: found.invoice.number }
  return buyerOf(services, found.order) ? { number: null } : null
}

/** Whether the store keeps an item for another reason, when what this order gave it ends. */
export const keepsItem = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { order, line }: { order: RefundableOrder['order']; line: Pick<LineRow, 'item_id'> },
): Promise<boolean> =>
  isOwnedOtherwise(
    db,
    { storeId: order.store_id, itemId: line.item_id },
    { orderId: order.id, subscriptionId: order.subscription_id },
    clock.now(),
  )

/** What the audit log compares: the refunds requested. */
export async function readRefunds(db: Db, number: string) {
  const row = await db
    .selectFrom('orders')
    .leftJoin('refunds', 'refunds.order_id', 'orders.id')
    .select([
      sql<number>`coalesce(sum(refunds.amount_minor), 0)::bigint`.as('asked_minor'),
      sql<number>`count(refunds.id)::integer`.as('refunds'),
    ])
    .where('orders.number', '=', number)
    .executeTakeFirst()
  return row && { refunds: row.refunds, asked_minor: Number(row.asked_minor) }
}
