import { LANGUAGE_TAGS } from '#lib/locale.ts'
import { useWords } from './messages.tsx'

/** Formatted calendar days of subscriptions. */
export interface PeriodDates {
  /** "12 Kasım 2026 Perşembe" */
  weekday(day: string): string
  /** "1–22 Kasım 2026"; of the same day, that day */
  range(from: string, until: string): string
  /** "Kas" */
  month(day: string): string
}

const WHOLE_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** Calendar days are the same in every time zone. */
export function usePeriodDates(): PeriodDates {
  const { locale } = useWords()
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...options, timeZone: 'UTC' })
  return {
    weekday: (day) => formatOf({ weekday: 'long', ...WHOLE_DAY }).format(new Date(day)),
    // Some browsers have other spaces around the dash than the server.
    range: (from, until) =>
      formatOf(WHOLE_DAY).formatRange(new Date(from), new Date(until)).replaceAll('\u2009', ' '),
    month: (day) => formatOf({ month: 'short' }).format(new Date(day)),
  }
}
