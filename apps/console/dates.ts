import type { Locale } from '#lib/locale.ts'

const LANGUAGE: Record<Locale, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' }

/** "21 Kasım 2026"; the same on server and in the browser, so in one time zone, which operators share. */
export const dayOf = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { dateStyle: 'medium', timeZone: 'Europe/Istanbul' }).format(new Date(iso))

export const timeOf = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Istanbul' }).format(new Date(iso))

export const countOf = (count: number, locale: Locale): string => new Intl.NumberFormat(LANGUAGE[locale]).format(count)

/** Türkiye has one time, the whole year. */
const ISTANBUL = '+03:00'

/** "2026-11-21T09:30" as a field for a moment shows it, in the operators' time zone. */
export const localTimeOf = (iso: string): string => new Date(new Date(iso).getTime() + 3 * 3_600_000).toISOString().slice(0, 16)

/** What such a field was given, as a moment; null when it is empty. What is none is left for the operation to refuse. */
export const fromLocalTime = (text: string): string | null => (text === '' ? null : `${text.length === 16 ? `${text}:00` : text}${ISTANBUL}`)
