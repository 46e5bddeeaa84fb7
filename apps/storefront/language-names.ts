import type { Locale } from '#lib/locale.ts'

/** Each language is named in itself. */
export const LANGUAGE_NAMES: Record<Locale, string> = { tr: 'Türkçe', en: 'English', ar: 'العربية' }
