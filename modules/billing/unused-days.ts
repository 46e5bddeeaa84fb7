import type { Db } from '#db/client.ts'
import { scaleHalfUp } from '#lib/money.ts'
import { startOfDay } from '#lib/time-zone.ts'
import { listSubscriptionOrders, type OrderPart } from '#modules/orders/public.ts'
import { paidPeriodOf, type PlanVersion, type SubscriptionRow } from './data.ts'
import { sumOf } from './order-parts.ts'
import { daysLeft } from './rules.ts'

/** What the days of the current period that are left are worth to the store. */
export interface UnusedDays {
  days: { left: number; of: number }
  /** As a list price: what a change of plan credits. */
  listMinor: number
  /** With the tax that was paid: what leaving now refunds. */
  refundMinor: number
}

type PaidOrder = Awaited<ReturnType<typeof listSubscriptionOrders>>[number]

/** The paid orders that brought the current period, the newest first: changes credit the one before. */
export async function findPeriodOrders(db: Db, row: SubscriptionRow): Promise<PaidOrder[]> {
  const isChange = ({ purpose }: PaidOrder) => Number(purpose === 'change')
  // Those of a test clock may be of one moment.
  const paid = (await listSubscriptionOrders(db, row.id))
    .filter(({ paid_at: paidAt, purpose }) => paidAt !== null && purpose !== 'final')
    .toSorted((a, b) => (b.period_no ?? 0) - (a.period_no ?? 0) || isChange(b) - isChange(a))
  if (paid[0]?.period_no !== row.period_no) return []
  const first = paid.findIndex(({ parts }) => !partsOf(parts).some(({ kind }) => kind === 'credit'))
  return first === -1 ? paid : paid.slice(0, first + 1)
}

const partsOf = (parts: unknown) => parts as OrderPart[]

/**
 * Worth is what was paid, not what the plan costs: a coupon counts, and what was refunded before or
 * is on its way back.
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
  const orders = await findPeriodOrders(db, row)
  const [order] = orders
  if (!order || order.subtotal_minor === 0 || order.total_minor === 0) return nothing
  const share = (minor: number, left: number) => scaleHalfUp(minor, left, days.of)
  const { ordered, afterCoupon } = pricesOf(order)
  const refunded = scaleHalfUp(order.returning_minor, ordered, order.total_minor)
  const paidDays = daysPaidBy(order, row) ?? days.of
  const worth = (left: number) =>
    Math.max(0, afterCoupon(share(amountMinor, left)) - scaleHalfUp(refunded, left, paidDays))
  // Else who begins and leaves on the same day, every day, pays for none.
  const leaving = worth(Math.max(0, days.left - ((await hasLeftBefore(db, row)) ? 1 : 0)))
  // Never more than was paid for the period: an older order of it may have been refunded.
  const paidMinor = orders.reduce((sum, one) => sum + paidForPlan(one), 0)
  const refundMinor = Math.min(scaleHalfUp(leaving, order.total_minor, ordered), paidMinor)
  const isReduced = orders.slice(1).some(({ returning_minor: back }) => back > 0)
  const most = isReduced ? scaleHalfUp(paidMinor, ordered, order.total_minor) : Infinity
  return { days, listMinor: Math.min(worth(days.left), most), refundMinor }
}

/** What an order was priced at, as list prices. */
function pricesOf(order: PaidOrder) {
  const parts = partsOf(order.parts)
  const ofKind = (wanted: OrderPart['kind']) => sumOf(parts.filter(({ kind }) => kind === wanted))
  const planMinor = ofKind('plan')
  // A coupon takes off what is for the plan; of what was used it takes nothing.
  const planNet = scaleHalfUp(planMinor, order.subtotal_minor, sumOf(parts))
  const afterCoupon = (minor: number) =>
    planNet === 0 ? 0 : scaleHalfUp(minor, Math.max(0, planNet - order.discount_minor), planNet)
  return {
    /** All of its parts, after the coupon. */
    ordered: sumOf(parts) - planMinor + afterCoupon(planMinor),
    usedMinor: ofKind('usage'),
    afterCoupon,
  }
}

/** What was paid for the days of an order and did not go back, with tax. */
function paidForPlan(order: PaidOrder): number {
  const { ordered, usedMinor } = pricesOf(order)
  if (ordered === 0) return 0
  const planMinor = scaleHalfUp(order.total_minor, ordered - usedMinor, ordered)
  return Math.max(0, planMinor - order.returning_minor)
}

/** A change within a period was paid for the days that were left of it; null: for all of them. */
function daysPaidBy({ purpose, parts }: PaidOrder, row: SubscriptionRow): number | null {
  const plan = partsOf(parts).find(({ kind }) => kind === 'plan')
  if (purpose !== 'change' || !plan) return null
  return daysLeft(paidPeriodOf(row), row.time_zone, startOfDay(row.time_zone, plan.from)).left
}

/** Whether the store has paid for the item before and left. */
const hasLeftBefore = async (
  db: Db,
  { id, store_id: storeId, item_id: itemId }: SubscriptionRow,
): Promise<boolean> =>
  (await db
    .selectFrom('subscriptions')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('id', '<>', id)
    .where('end_reason', '=', 'cancelled')
    .where('period_no', '>', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined
