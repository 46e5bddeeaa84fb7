import type { Db } from '#db/client.ts'
import { scaleHalfUp } from '#lib/money.ts'
import { listSubscriptionOrders, type OrderLine } from '#modules/orders/public.ts'
import { paidPeriodOf, type PlanVersion, type SubscriptionRow } from './data.ts'
import { sumOf } from './order-lines.ts'
import { daysLeft } from './rules.ts'

/** What the days of the current period that are left are worth to the store. */
export interface UnusedDays {
  days: { left: number; of: number }
  /** As a list price: what a change of plan credits. */
  listMinor: number
  /** With the tax that was paid: what leaving now refunds. */
  refundMinor: number
}

/**
 * Worth is what was paid, not what the plan costs: a coupon, and what was refunded before, count.
 * The newest paid order of the period is the one that brought the present plan.
 */
export async function findUnusedDays(
  db: Db,
  row: SubscriptionRow,
  { amountMinor }: Pick<PlanVersion, 'amountMinor'>,
  now: Date,
): Promise<UnusedDays> {
  const days = daysLeft(paidPeriodOf(row), row.time_zone, now)
  const nothing = { days, listMinor: 0, refundMinor: 0 }
  if (row.state !== 'active' || row.period_no === 0) return nothing
  const order = (await listSubscriptionOrders(db, row.id)).find(
    ({ paid_at: paidAt, period_no: periodNo, purpose }) =>
      paidAt !== null && periodNo === row.period_no && purpose !== 'final',
  )
  if (!order || order.subtotal_minor === 0 || order.total_minor === 0) return nothing
  const share = (minor: number) => scaleHalfUp(minor, Math.min(days.left, days.of), days.of)
  const afterCoupon = (minor: number) =>
    scaleHalfUp(minor, order.subtotal_minor - order.discount_minor, order.subtotal_minor)
  const ordered = afterCoupon(sumOf(order.lines as unknown as OrderLine[]))
  const refunded = scaleHalfUp(order.refunded_minor, ordered, order.total_minor)
  const listMinor = Math.max(0, afterCoupon(share(amountMinor)) - share(refunded))
  return { days, listMinor, refundMinor: scaleHalfUp(listMinor, order.total_minor, ordered) }
}
