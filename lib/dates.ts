import type { Locale } from './locale.ts'

/** Latin digits and the common calendar in Arabic too (D18). */
export const DATE_TAGS: Record<Locale, string> = {
  tr: 'tr-TR',
  en: 'en-GB',
  ar: 'ar-u-nu-latn-ca-gregory',
}

/**
 * Where the market is: what mails and papers say, and pages before they know where they are read.
 */
export const MARKET_ZONE = 'Europe/Istanbul'

/** "2026-11-12" is a day of the calendar, the same one everywhere; everything else is a moment. */
export const isCalendarDay = (at: string | Date): boolean =>
  typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)

/** "12 Kasım 2026", as the calendar in `timeZone` has it. */
export const formatDay = (at: string | Date, locale: Locale, timeZone = MARKET_ZONE): string =>
  new Intl.DateTimeFormat(DATE_TAGS[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: isCalendarDay(at) ? 'UTC' : timeZone,
  }).format(new Date(at))

/** "12 Kasım 2026 14:05 UTC", for mails: nobody knows the reader's zone there. */
export const formatMinute = (at: string | Date, locale: Locale): string =>
  `${new Intl.DateTimeFormat(DATE_TAGS[locale], { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(new Date(at))} UTC`

/**
 * So many calendar months later, at the same time of the day; the last day of a month that has no
 * such day.
 */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
