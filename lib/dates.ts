import type { Locale } from './locale.ts'

/** Latin digits and the common calendar in Arabic too (D18). Days are UTC's, so that server and browser write the same. */
export const DATE_TAGS: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' }

/** "12 Kasım 2026" */
export const formatDay = (at: string | Date, locale: Locale): string =>
  new Intl.DateTimeFormat(DATE_TAGS[locale], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(at))

/** "12 Kasım 2026 14:05 UTC", for mails: nobody knows the reader's zone there. */
export const formatMinute = (at: string | Date, locale: Locale): string =>
  `${new Intl.DateTimeFormat(DATE_TAGS[locale], { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(new Date(at))} UTC`

/** So many calendar months later, at the same time of the day; the last day of a month that has no such day. */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
