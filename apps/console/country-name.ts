import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'

/** The name of a country by its ISO 3166-1 code. */
export const countryName = (code: string, locale: Locale): string | undefined =>
  /^[A-Z]{2}$/.test(code)
    ? new Intl.DisplayNames(LANGUAGE_TAGS[locale], { type: 'region' }).of(code)
    : undefined
