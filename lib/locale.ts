/** S1.8, S9.3: Turkish is the default, English the fallback, Arabic runs right to left. */
export const LOCALES = ['tr', 'en', 'ar'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'tr'
export const FALLBACK_LOCALE: Locale = 'en'

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')

/** Parses `hl` in any case ("TR", "tr"); null for unsupported languages. */
export function readLocale(value: string | null | undefined): Locale | null {
  const lower = value?.toLowerCase()
  return LOCALES.find((locale) => locale === lower) ?? null
}

/** D18: `hl` in the query, then the cookie, then Accept-Language, then Turkish. */
export function chooseLocale(sources: {
  query?: string | null
  cookie?: string | null
  acceptLanguage?: string | null
}): Locale {
  return (
    readLocale(sources.query) ??
    readLocale(sources.cookie) ??
    fromAcceptLanguage(sources.acceptLanguage) ??
    DEFAULT_LOCALE
  )
}

function fromAcceptLanguage(header: string | null | undefined): Locale | null {
  if (!header) return null
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const quality = Number(
        rest
          .find((piece) => piece.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? '1',
      )
      return {
        locale: readLocale(tag.split('-')[0]),
        quality: Number.isFinite(quality) ? quality : 0,
      }
    })
  const best = wanted
    .filter((one) => one.locale !== null && one.quality > 0)
    .sort((a, b) => b.quality - a.quality)[0]
  return best?.locale ?? null
}

/** A text in some languages; shown in the requested one, else English, else any (D18). */
export type Text = Partial<Record<Locale, string>>
export const pickText = (text: Text, locale: Locale): string =>
  text[locale] ?? text[FALLBACK_LOCALE] ?? Object.values(text)[0] ?? ''
