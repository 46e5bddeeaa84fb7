import { formatDay, formatShortDay } from '#lib/clock.ts'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { useReaderZone } from '#ui/reader-zone.ts'
import { useWords } from './messages.tsx'
import { useShell } from './shell.tsx'

/** Formatted days and times. */
export interface Dates {
  /** "12 Kasım 2026" */
  day(iso: string): string
  /** "12 Kas 2026" */
  shortDay(iso: string): string
  /** "12 Kasım 14:05 GMT+3" */
  minute(iso: string): string
}

export const datesIn = (locale: Locale, timeZone: string): Dates => ({
  day: (iso) => formatDay(iso, locale, timeZone),
  shortDay: (iso) => formatShortDay(iso, locale, timeZone),
  minute: (iso) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'shortOffset',
    }).format(new Date(iso)),
})

/**
 * Date formats in the page's language and the browser's time zone. Use these for every date on a
 * screen.
 */
export const useDates = (): Dates => datesIn(useWords().locale, useReaderZone(useShell().timeZone))

const formats = new Map<string, Intl.NumberFormat>()

/** Formatters are kept: to make one takes as long as to format a page's figures. */
function formatOf(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.unit} ${options.minimumFractionDigits} ${options.maximumFractionDigits}`
  const known = formats.get(key) ?? new Intl.NumberFormat(LANGUAGE_TAGS[locale], options)
  formats.set(key, known)
  return known
}

/** Whole per cent: "%20", "20 %". */
export const formatPercent = (percent: number, locale: Locale): string =>
  formatOf(locale, { style: 'percent', unit: 'percent' }).format(percent / 100)

/** A size in bytes, formatted: "14 kB". */
export function formatSize(bytes: number, locale: Locale): string {
  const [amount, unit] =
    bytes < 1_000_000
      ? ([bytes / 1000, 'kilobyte'] as const)
      : ([bytes / 1_000_000, 'megabyte'] as const)
  return formatOf(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount)
}

/** A loading time on one line: "1,9 sn", "1.9 sec". */
export const formatSeconds = (ms: number, locale: Locale): string =>
  formatOf(locale, {
    style: 'unit',
    unit: 'second',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
    .format(ms / 1000)
    .replace(/\.$/, '')
    .replace(' ', '\u00A0')

/** What something adds to a loading time: "+36 ms". */
export const formatAddedMs = (ms: number, locale: Locale): string =>
  `${ms > 0 ? '+' : ''}${formatFigure(ms, locale)} ms`

/**
 * "4,5", "20.000": with Latin digits in Arabic too (D18). `decimals`: a fixed number of decimals;
 * by default as many as needed.
 */
export const formatFigure = (figure: number, locale: Locale, decimals?: number): string =>
  formatOf(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    figure,
  )
