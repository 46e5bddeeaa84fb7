import type { Db } from '#db/client.ts'
import { dayAfter, dayIn, startOfDay } from '#lib/time-zone.ts'
import { scaleHalfUp } from '#lib/money.ts'
import {
  type AgreedDiscount,
  findSubscriptionOrder,
  type OrderPart,
} from '#modules/orders/public.ts'
import { discountFor, findAgreedCoupon } from './coupons.ts'
import { findUsage, findVersion, type PlanVersion, type SubscriptionRow } from './data.ts'
import { planPart, usageParts } from './order-parts.ts'
import { nextPeriod } from './periods.ts'
import { type AccessChange, type EndReason, graceEnd, unpaidDays } from './rules.ts'

/** What a subscription owes when it ends. */
export interface LastCharge {
  /** Whose currency it has. */
  version: PlanVersion
  parts: OrderPart[]
  /** For the days, where one was agreed to for their period. */
  coupon: AgreedDiscount | null
  /** Days on which the item worked and that nobody paid. */
  unpaidDays: number
}

/** After these nothing is charged: a trial is free, who gives all back or lost it asks for nothing. */
const FREE_ENDS: ReadonlySet<EndReason> = new Set(['trial_over', 'returned', 'disputed'])

/**
 * What was used and not yet charged; and while an order is due, the price of the days on which the
 * item worked without being paid, but no more of its period. Who ends a subscription as an operator
 * gives those days.
 */
export async function findLastCharge(
  db: Db,
  row: SubscriptionRow,
  version: PlanVersion,
  { reason, now }: { reason: EndReason; now: Date },
): Promise<LastCharge> {
  if (FREE_ENDS.has(reason)) return { version, parts: [], coupon: null, unpaidDays: 0 }
  const used = await usedParts(db, row, version, row.period_no)
  if (row.due_order_id === null) return { version, parts: used, coupon: null, unpaidDays: 0 }
  const due = await findVersion(
    db,
    (await findSubscriptionOrder(db, row.due_order_id)).plan_version_id,
  )
  const parts = [...used, ...(await usedParts(db, row, version, row.period_no + 1))]
  if (reason === 'operator') return { version: due, parts, coupon: null, unpaidDays: 0 }
  const { period } = nextPeriod(row, version, due)
  const changes = await findAccessChanges(db, row, period.from)
  const days = unpaidDays(period, row.time_zone, changes, now)
  const amountMinor = scaleHalfUp(due.amountMinor, days.worked, days.of)
  const until = startOfDay(row.time_zone, dayAfter(dayIn(row.time_zone, period.from), days.worked))
  const worked =
    amountMinor > 0 ? [planPart(due, { from: period.from, until }, row.time_zone, amountMinor)] : []
  const whole = discountFor(await findAgreedCoupon(db, row.id), due, period.no)
  return {
    version: due,
    parts: [...worked, ...parts],
    coupon: whole && { ...whole, part: { left: days.worked, of: days.of } },
    unpaidDays: days.worked,
  }
}

/** What was used in a period, as parts of an order. A trial's use costs nothing. */
export const usedParts = async (
  db: Db,
  row: SubscriptionRow,
  version: PlanVersion,
  periodNo: number,
): Promise<OrderPart[]> =>
  periodNo === 0
    ? []
    : usageParts(
        version,
        { from: row.period_from, until: row.period_until },
        row.time_zone,
        await findUsage(db, row.id, periodNo),
      )

/**
 * When the item was paused since the end of what is paid, and when it worked again: for more days
 * of grace, or because the period before was paid late, which gives the days of grace of this one.
 */
async function findAccessChanges(
  db: Db,
  row: SubscriptionRow,
  from: Date,
): Promise<AccessChange[]> {
  const events = await db
    .selectFrom('subscription_events')
    .select(['kind', 'facts', 'at'])
    .where('subscription_id', '=', row.id)
    .where('kind', 'in', ['paused', 'thawed', 'extended', 'renewed'])
    .where('at', '>=', from)
    .orderBy('id')
    .execute()
  return events.flatMap<AccessChange>(({ kind, facts, at }, index) => {
    const { reason, day, paused } = facts as { reason?: string; day?: string; paused?: boolean }
    if (kind === 'paused' || (kind === 'thawed' && paused)) return [{ at, until: null }]
    if (kind === 'renewed') {
      if (!paused) return []
      const wasPaused = index === 0 ? [{ at: from, until: null }] : []
      return [...wasPaused, { at, until: graceEnd(from, row.time_zone) }]
    }
    return kind === 'extended' && reason === 'grace' && day !== undefined
      ? [{ at, until: startOfDay(row.time_zone, day) }]
      : []
  })
}
