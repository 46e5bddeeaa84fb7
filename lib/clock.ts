import { LANGUAGE_TAGS, type Locale } from './locale.ts'

/** The only source of the current time, so that tests can control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that only moves when told to. */
export function movableClock(start: Date): Clock & { moveSeconds(seconds: number): void } {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    moveSeconds: (seconds) => {
      at += seconds * 1000
    },
  }
}

export const secondsAfter = (date: Date, seconds: number): Date =>
  new Date(date.getTime() + seconds * 1000)

/** "2026-11-12" is a calendar day, independent of time zones; any other value is an instant. */
export const isCalendarDay = (at: string | Date): boolean =>
  typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)

/** By language and time zone: making one takes much longer than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormatOf(
  locale: Locale,
  timeZone: string,
  month: 'long' | 'short' = 'long',
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${month}`
  let format = dayFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      day: 'numeric',
      month,
      year: 'numeric',
      timeZone,
    })
    dayFormats.set(key, format)
  }
  return format
}

/** "12 Kasım 2026", in `timeZone`. */
export const formatDay = (at: string | Date, locale: Locale, timeZone: string): string =>
  dayFormatOf(locale, isCalendarDay(at) ? 'UTC' : timeZone).format(new Date(at))

/** "12 Kas 2026", in `timeZone`: where there is no room for more. */
export const formatShortDay = (at: string | Date, locale: Locale, timeZone: string): string =>
  dayFormatOf(locale, isCalendarDay(at) ? 'UTC' : timeZone, 'short').format(new Date(at))

/** "12 Kasım 2026 14:05 GMT+3", for mails, where the reader's time zone is unknown. */
export const formatMinute = (at: string | Date, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'shortOffset',
  }).format(new Date(at))

/** Adds calendar months at the same time of day; falls back to the last day of a shorter month. */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
