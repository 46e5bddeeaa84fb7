import type { Locale } from '#lib/locale.ts'

const LANGUAGE: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn' }
const UNITS = [['day', 86_400], ['hour', 3600], ['minute', 60]] as const

/** "3 saat", "2 days": in the largest unit that it fills. */
export function durationOf(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['minute', 60]
  return new Intl.NumberFormat(LANGUAGE[locale], { style: 'unit', unit, unitDisplay: 'long' }).format(Math.max(1, Math.round(seconds / size)))
}

/** Bytes as people read them. */
export const sizeOf = (bytes: number, locale: Locale): string =>
  new Intl.NumberFormat(LANGUAGE[locale], { style: 'unit', unit: bytes >= 1_000_000 ? 'megabyte' : 'kilobyte', maximumFractionDigits: 1 }).format(bytes / (bytes >= 1_000_000 ? 1_000_000 : 1000))
