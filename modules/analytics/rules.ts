import { dayAfter } from '#lib/time-zone.ts'

/** Days of a report. */
export const RANGES = [7, 30, 90, 365] as const
export type Range = (typeof RANGES)[number]

/** The days that end today, and as many before them. */
export function periodOf(
  today: string,
  days: Range,
): { from: string; to: string; beforeFrom: string; beforeTo: string } {
  const from = dayAfter(today, 1 - days)
  return { from, to: today, beforeFrom: dayAfter(from, -days), beforeTo: dayAfter(from, -1) }
}

export interface DaySums {
  views: number
  installs: number
  uninstalls: number
  ratings: number
  stars: number
}
const NOTHING: DaySums = { views: 0, installs: 0, uninstalls: 0, ratings: 0, stars: 0 }

export const addSums = (rows: readonly DaySums[]): DaySums =>
  rows.reduce(
    (all, one) => ({
      views: all.views + one.views,
      installs: all.installs + one.installs,
      uninstalls: all.uninstalls + one.uninstalls,
      ratings: all.ratings + one.ratings,
      stars: all.stars + one.stars,
    }),
    NOTHING,
  )

/**
 * Installs per hundred views, to a tenth; null without views. Above a hundred when owners install
 * without viewing the page.
 */
export const conversionOf = ({ views, installs }: DaySums): number | null =>
  views === 0 ? null : Math.round((installs / views) * 1000) / 10

/** The average to two decimal places. */
export const starsOf = ({ ratings, stars }: DaySums): number | null =>
  ratings === 0 ? null : Math.round((stars / ratings) * 100) / 100

/** Every day of a period with the active installations at its end, counted back from now. */
export function everyDay<R extends DaySums & { day: string }>(
  rows: readonly R[],
  from: string,
  to: string,
  activeAtEnd: number,
): (DaySums & { day: string; active: number })[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days: (DaySums & { day: string; active: number })[] = []
  let active = activeAtEnd
  for (let day = to; day >= from; day = dayAfter(day, -1)) {
    const sums = byDay.get(day) ?? NOTHING
    days.unshift({
      day,
      views: sums.views,
      installs: sums.installs,
      uninstalls: sums.uninstalls,
      ratings: sums.ratings,
      stars: sums.stars,
      active,
    })
    active -= sums.installs - sums.uninstalls
  }
  return days
}

/** Months of the figures of subscriptions. */
const MONTHS = 12

/** The last twelve months, the present one included: `YYYY-MM`. */
export function monthsOf(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}

/** Sums of a currency in a month; those of all time before have the month ''. */
export interface SubscriptionSums {
  currency: string
  month: string
  active: number
  trialing: number
  past_due: number
  paused: number
  monthly_minor: number
  started: number
  ended: number
  failed: number
  failed_minor: number
  recovered: number
  recovered_minor: number
}
const STATES = ['active', 'trialing', 'past_due', 'paused'] as const

/** To a tenth of a per cent; null of none. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

const sumBy = (
  rows: readonly SubscriptionSums[],
  key: Exclude<keyof SubscriptionSums, 'month' | 'currency'>,
) => rows.reduce((sum, row) => sum + row[key], 0)

/** How many there were in each state after all changes in `rows`. */
const standing = (rows: readonly SubscriptionSums[]) =>
  Object.fromEntries(STATES.map((state) => [state, sumBy(rows, state)])) as Record<
    (typeof STATES)[number],
    number
  >

/** Each month with how many there were at its end and what happened in it. */
export const countMonths = (rows: readonly SubscriptionSums[], months: readonly string[]) =>
  months.map((month) => {
    const own = rows.filter((row) => row.month === month)
    const before = standing(rows.filter((row) => row.month < month))
    const ended = sumBy(own, 'ended')
    return {
      month,
      ...standing(rows.filter((row) => row.month <= month)),
      started: sumBy(own, 'started'),
      ended,
      churn: percentOf(ended, before.active + before.past_due + before.paused),
      failed: sumBy(own, 'failed'),
      recovered: sumBy(own, 'recovered'),
    }
  })

/** By currency, the largest first: amounts of different currencies are never added. */
export const moneyByMonth = (rows: readonly SubscriptionSums[], months: readonly string[]) =>
  [...new Set(rows.map((row) => row.currency))]
    .map((currency) => {
      const mine = rows.filter((row) => row.currency === currency)
      return {
        currency,
        monthly_minor: sumBy(mine, 'monthly_minor'),
        series: months.map((month) => {
          const own = mine.filter((row) => row.month === month)
          return {
            month,
            monthly_minor: sumBy(
              mine.filter((row) => row.month <= month),
              'monthly_minor',
            ),
            failed_minor: sumBy(own, 'failed_minor'),
            recovered_minor: sumBy(own, 'recovered_minor'),
          }
        }),
      }
    })
    .sort((a, b) => b.monthly_minor - a.monthly_minor || a.currency.localeCompare(b.currency))

/** What an item is compared with its category by, in per cent. */
export const METRICS = ['conversion', 'churn', 'trials', 'kept_30'] as const
export type Metric = (typeof METRICS)[number]
/** A category has a median from so many partners on. */
export const FEWEST_PARTNERS = 5

/**
 * Days that each metric is of; none counts today, which is not over. A trial is over and its first
 * charge decided after 30 days, and so is whether an install lasted; older ones say little of
 * today.
 */
export function windowsOf(today: string) {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const firstOf = (back: number) => new Date(Date.UTC(year, month - 1 - back, 1))
  const asDay = (date: Date) => date.toISOString().slice(0, 10)
  return {
    views: { from: dayAfter(today, -30), to: dayAfter(today, -1) },
    month: { from: asDay(firstOf(1)), to: dayAfter(asDay(firstOf(0)), -1) },
    trials: { from: dayAfter(today, -60), to: dayAfter(today, -30) },
    kept: { from: dayAfter(today, -60), to: dayAfter(today, -31) },
  }
}
