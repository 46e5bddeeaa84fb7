import { isCalendarDay } from '#lib/clock.ts'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { useReaderZone } from '#ui/reader-zone.ts'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

/**
 * The month is written as a word in every language: an Arabic "medium" date consists of numbers and
 * separators only, in an order that is easily misread.
 */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

export interface Dates {
  /** "21 Kas 2026" */
  day(iso: string): string
  /** "21 Kas 2026 09:30:05 GMT+3" */
  time(iso: string): string
}

export const datesIn = (locale: Locale, timeZone: string): Dates => ({
  day: (iso) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      ...DAY,
      timeZone: isCalendarDay(iso) ? 'UTC' : timeZone,
    }).format(new Date(iso)),
  time: (iso) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      ...DAY,
      hour: locale === 'ar' ? 'numeric' : '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
      timeZoneName: 'shortOffset',
    }).format(new Date(iso)),
})

/**
 * Date formats in the page's language and the browser's time zone. Use these for every date on a
 * screen.
 */
export const useDates = (): Dates => datesIn(useWords().locale, useReaderZone(useShell().timeZone))

/** "09:00", "9:00 ص": an hour of any day, 0 to 23. */
export const hourOf = (hour: number, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(2000, 0, 1, hour)))

export const countOf = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[locale]).format(count)

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 saat", "2 days": in the largest unit that is at least 1. */
export function durationOf(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['minute', 60]
  return new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(Math.max(1, Math.round(seconds / size)))
}

/** A size in bytes, formatted. */
export const sizeOf = (bytes: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
    style: 'unit',
    unit: bytes >= 1_000_000 ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  }).format(bytes / (bytes >= 1_000_000 ? 1_000_000 : 1000))
