import type { Locale } from '#lib/locale.ts'

const LANGUAGE: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' }

/** "21 Kasım 2026"; the same on server and in the browser, so in one time zone, which operators share. */
export const dayOf = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { dateStyle: 'medium', timeZone: 'Europe/Istanbul' }).format(new Date(iso))

export const timeOf = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Istanbul' }).format(new Date(iso))

export const countOf = (count: number, locale: Locale): string => new Intl.NumberFormat(LANGUAGE[locale]).format(count)
