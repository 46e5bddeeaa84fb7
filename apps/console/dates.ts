import { DATE_TAGS, isCalendarDay } from '#lib/dates.ts'
import type { Locale } from '#lib/locale.ts'
import { useReaderZone } from '#ui/reader-zone.ts'
import { useWords } from './words.tsx'

/**
 * The month as a word in every language: of an Arabic "medium" date only numbers and strokes are
 * left, which stand in another order than they are read.
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
    new Intl.DateTimeFormat(DATE_TAGS[locale], {
      ...DAY,
      timeZone: isCalendarDay(iso) ? 'UTC' : timeZone,
    }).format(new Date(iso)),
  time: (iso) =>
    new Intl.DateTimeFormat(DATE_TAGS[locale], {
      ...DAY,
      hour: locale === 'ar' ? 'numeric' : '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
      timeZoneName: 'shortOffset',
    }).format(new Date(iso)),
})

/** In the page's language and the reader's time zone. The only way to a date on a screen. */
export const useDates = (): Dates => datesIn(useWords().locale, useReaderZone())

export const countOf = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(DATE_TAGS[locale]).format(count)

/** Türkiye has one time, the whole year. */
const ISTANBUL = '+03:00'

/** "2026-11-21T09:30" as a field for a moment shows it, in the operators' time zone. */
export const localTimeOf = (iso: string): string =>
  new Date(new Date(iso).getTime() + 3 * 3_600_000).toISOString().slice(0, 16)

/**
 * What such a field was given, as a moment; null when it is empty. What is none is left for the
 * operation to refuse.
 */
export const fromLocalTime = (text: string): string | null =>
  text === '' ? null : `${text.length === 16 ? `${text}:00` : text}${ISTANBUL}`

const LANGUAGE: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn' }
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 saat", "2 days": in the largest unit that it fills. */
export function durationOf(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['minute', 60]
  return new Intl.NumberFormat(LANGUAGE[locale], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(Math.max(1, Math.round(seconds / size)))
}

/** Bytes as people read them. */
export const sizeOf = (bytes: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE[locale], {
    style: 'unit',
    unit: bytes >= 1_000_000 ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  }).format(bytes / (bytes >= 1_000_000 ? 1_000_000 : 1000))
