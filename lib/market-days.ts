import { dayAfter, dayIn, startOfDay } from './time-zone.ts'

/** A time zone of the market's days, from a day on; `beginsAt` is that day's midnight in it. */
export interface MarketZone {
  fromDay: string
  beginsAt: Date
  timeZone: string
}

/** The zones of a market in their order; the first one has always held. */
export type MarketZones = readonly MarketZone[]

export const DEFAULT_ZONE = 'Europe/Istanbul'

/** A market that has had a single zone. */
export const zonesFrom = (timeZone: string): MarketZone[] => [
  { fromDay: '0001-01-01', beginsAt: new Date(-8.64e15), timeZone },
]

/** The time zone of the market at a moment. */
export const zoneAt = (zones: MarketZones, at: Date): string =>
  zones.findLast((one) => one.beginsAt <= at)?.timeZone ?? DEFAULT_ZONE

/** The market's day at a moment, "2026-11-21": what `figure_day` is in SQL. */
export function marketDay(zones: MarketZones, at: Date): string {
  const day = dayIn(zoneAt(zones, at), at)
  // A zone that begins later in the same day takes over with its own midnight.
  const next = zones.find((one) => one.beginsAt > at)
  return next && day >= next.fromDay ? dayAfter(next.fromDay, -1) : day
}

/** The first moment of a market's day: what `day_start` is in SQL. */
export function marketDayStart(zones: MarketZones, day: string): Date {
  const start = startOfDay(
    zones.findLast((one) => one.fromDay <= day)?.timeZone ?? DEFAULT_ZONE,
    day,
  )
  // Between zones that are a day apart a day may be left out: it ends as it begins.
  const next = zones.find((one) => one.fromDay > day)
  return next && next.beginsAt < start ? next.beginsAt : start
}

/** Another zone begins with the first day that has not begun in it. */
export function nextZone(zones: MarketZones, timeZone: string, now: Date): MarketZone {
  for (let day = dayAfter(marketDay(zones, now)); ; day = dayAfter(day)) {
    const beginsAt = startOfDay(timeZone, day)
    if (beginsAt > now) return { fromDay: day, beginsAt, timeZone }
  }
}
