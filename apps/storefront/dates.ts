import { DATE_TAGS as TAGS } from '#lib/dates.ts'
import type { Locale } from '#lib/locale.ts'

export { formatDay } from '#lib/dates.ts'

/** "12 Kasım 14:05 UTC"; without `timeZone` in the zone of whoever runs this. */
export const formatMinute = (iso: string, locale: Locale, timeZone?: string): string =>
  new Intl.DateTimeFormat(TAGS[locale], {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(iso))

/** "14 kB": bytes as people say them. */
export function formatSize(bytes: number, locale: Locale): string {
  const [amount, unit] = bytes < 1_000_000 ? ([bytes / 1000, 'kilobyte'] as const) : ([bytes / 1_000_000, 'megabyte'] as const)
  return new Intl.NumberFormat(TAGS[locale], { style: 'unit', unit, maximumFractionDigits: amount < 10 ? 1 : 0 }).format(amount)
}
