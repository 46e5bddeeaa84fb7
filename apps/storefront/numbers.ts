import type { Locale } from '#lib/locale.ts'

const formats = new Map<string, Intl.NumberFormat>()

/**
 * "4,5", "20.000": Latin digits in Arabic too (D18). `decimals` are always shown; without it there
 * are as many as there are.
 */
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
