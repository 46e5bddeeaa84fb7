import type { Db } from '#db/client.ts'
import { dayIn } from '#lib/time-zone.ts'
import { grantSubscription } from '#modules/orders/public.ts'
import { anchorOf, type PlanVersion, type SubscriptionRow } from './data.ts'
import { type Anchor, graceEnd, type Period, periodStart } from './rules.ts'

/** The next paid period; a plan of another length starts counting anew with it. */
export function nextPeriod(
  row: SubscriptionRow,
  current: Pick<PlanVersion, 'period'>,
  next: Pick<PlanVersion, 'period'>,
  from: Date = row.period_until,
): { period: Period; anchor: Anchor } {
  const no = row.period_no + 1
  const moved = from.getTime() !== row.period_until.getTime() || next.period !== current.period
  const anchor = moved
    ? { anchorDay: dayIn(row.time_zone, from), anchorPeriod: no, timeZone: row.time_zone }
    : anchorOf(row)
  return { period: { no, from, until: periodStart(anchor, next.period, no + 1) }, anchor }
}

/** The first paid period after a trial: from its end on; from now on where that one is over already. */
export function periodAfterTrial(
  { period_until: trialEnd, time_zone: timeZone }: TrialEnd,
  period: PlanVersion['period'],
  now: Date,
): { from: Date; until: Date; anchor: Anchor } {
  const beginning = (from: Date) => {
    const anchor = { anchorDay: dayIn(timeZone, from), anchorPeriod: 1, timeZone }
    return { from, until: periodStart(anchor, period, 2), anchor }
  }
  const after = beginning(trialEnd)
  return after.until > now ? after : beginning(now)
}
type TrialEnd = Pick<SubscriptionRow, 'period_until' | 'time_zone'>

export const columnsOf = ({ period, anchor }: { period: Period; anchor: Anchor }) => ({
  anchor_day: anchor.anchorDay,
  anchor_period: anchor.anchorPeriod,
  period_no: period.no,
  period_from: period.from,
  period_until: period.until,
  extra_days: 0,
})

/**
 * The store may use the item to the end of the period and through the days of grace. A store with a
 * test clock has another time, so its access ends with its subscription.
 */
export const grantPeriod = (
  trx: Db,
  row: Pick<SubscriptionRow, 'id' | 'store_id' | 'item_id' | 'time_zone'>,
  until: Date,
  { now, isTest }: { now: Date; isTest: boolean },
): Promise<unknown> => {
  return grantSubscription(trx, row, isTest ? null : graceEnd(until, row.time_zone), now)
}
