import type { Locale } from '#lib/locale.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** "4,5", "20.000": Latin digits in Arabic too (D18). `decimals` are always shown; without it there are as many as there are. */
export function formatFigure(figure: number, locale: Locale, decimals?: number): string {
  const key = `${locale}${decimals}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(key, format)
  }
  return format.format(figure)
}

/** "84 kB", "1.2 MB": as sizes are said, 1000 to the next. */
export function formatBytes(bytes: number, locale: Locale): string {
  const [unit, value] = bytes >= 1_000_000 ? ['megabyte', bytes / 1_000_000] as const : ['kilobyte', Math.max(1, bytes / 1000)] as const
  const digits = value < 10 && unit === 'megabyte' ? 1 : 0
  return new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(value)
}
