import { DATE_TAGS } from '#lib/dates.ts'
import type { Locale } from '#lib/locale.ts'

/** The month as a word in every language: of an Arabic "medium" date only numbers and strokes are left, which stand in another order than they are read. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Europe/Istanbul' } as const

/** "21 Kas 2026"; the same on server and in the browser, so in one time zone, which operators share. */
export const dayOf = (iso: string, locale: Locale): string => new Intl.DateTimeFormat(DATE_TAGS[locale], DAY).format(new Date(iso))

export const timeOf = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(DATE_TAGS[locale], { ...DAY, hour: locale === 'ar' ? 'numeric' : '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(iso))

export const countOf = (count: number, locale: Locale): string => new Intl.NumberFormat(DATE_TAGS[locale]).format(count)

/** Türkiye has one time, the whole year. */
const ISTANBUL = '+03:00'

/** "2026-11-21T09:30" as a field for a moment shows it, in the operators' time zone. */
export const localTimeOf = (iso: string): string => new Date(new Date(iso).getTime() + 3 * 3_600_000).toISOString().slice(0, 16)

/** What such a field was given, as a moment; null when it is empty. What is none is left for the operation to refuse. */
export const fromLocalTime = (text: string): string | null => (text === '' ? null : `${text.length === 16 ? `${text}:00` : text}${ISTANBUL}`)
