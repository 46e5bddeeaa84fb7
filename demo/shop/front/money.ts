import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import type { Currency, Locale } from '../catalogue/product.ts'

const symbols: Record<Currency, string> = { TRY: '₺', USD: '$' }
const numerals: Record<Locale, string> = { tr: 'tr-TR', en: 'en-US', ar: 'ar-u-nu-latn' }

/**
 * `₺890,00`, `$44.00`; in Arabic the sign follows the amount in reading order. Amount and whole are
 * isolated, so that what stands around them cannot turn them about.
 */
export function price(minor: number, currency: Currency, locale: Locale): Html {
  const amount = new Intl.NumberFormat(numerals[locale], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(minor / 100)
  if (locale === 'ar')
    return html`<bdi class="price" dir="rtl"><bdi dir="ltr">${amount}</bdi>\u00a0${symbols[currency]}</bdi>`
  return html`<bdi class="price" dir="ltr">${symbols[currency]}${amount}</bdi>`
}

/** Date and minute of a moment given in seconds, in the reader's way and with Latin digits. */
export function moment(seconds: number, locale: Locale): string {
  return new Intl.DateTimeFormat(numerals[locale], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Istanbul',
  }).format(seconds * 1000)
}
