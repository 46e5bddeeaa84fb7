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
