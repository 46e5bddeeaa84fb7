import { type Currency, digitsOf } from './currencies.ts'

export { CURRENCIES, type Currency } from './currencies.ts'

/**
 * Money is an integer of minor units with its currency (D9, lib/currencies.ts); in the API it is a
 * number in major units. Formats: S9.4 (USD en-US, TRY tr-TR, EUR de, SAR ar), S9.5 (card view
 * without decimals, plain view with the currency's own).
 */

const LOCALE_OF: Partial<Record<Currency, string>> = {
  TRY: 'tr-TR',
  USD: 'en-US',
  EUR: 'de',
  SAR: 'ar-u-nu-latn',
}

/** Minor units → major units, e.g. 24990 TRY → 249.9, 1250 KWD → 1.25, 980 JPY → 980. */
export const toMajor = (amountMinor: number, currency: string): number =>
  amountMinor / 10 ** digitsOf(currency)

/** With all decimals of its currency, e.g. "249.90", for files and form fields. */
export const plainAmount = (amountMinor: number, currency: string): string =>
  toMajor(amountMinor, currency).toFixed(digitsOf(currency))

/**
 * Major units → minor units; `null` when the number has more decimals than the currency, or is not
 * finite.
 */
export function toMinor(amount: number, currency: string): number | null {
  const unit = 10 ** digitsOf(currency)
  const minor = Math.round(amount * unit)
  return Number.isSafeInteger(minor) && Math.abs(minor / unit - amount) < 1e-9 ? minor : null
}

/**
 * `amountMinor * numerator / denominator`, rounded half away from zero; exact for every safe
 * integer.
 */
export function scaleHalfUp(amountMinor: number, numerator: number, denominator: number): number {
  const product = BigInt(amountMinor) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const twice = (product < 0n ? -product : product) * 2n + divisor
  const rounded = twice / (divisor * 2n)
  return Number(product < 0n ? -rounded : rounded)
}

/**
 * An amount divided by weights, exactly: each part is rounded down, and what is left over goes, one
 * minor unit each, to those that lost most by it, the first of equals. No part is more than its
 * weight unless the amount is more than all of them.
 */
export function divide(amountMinor: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, one) => all + BigInt(one), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const products = weights.map((weight) => BigInt(amountMinor) * BigInt(weight))
  const parts = products.map((product) => Number(product / sum))
  const left = amountMinor - parts.reduce((all, one) => all + one, 0)
  const losers = products
    .map((product, place) => ({ place, lost: product % sum }))
    .toSorted((a, b) => (a.lost === b.lost ? a.place - b.place : a.lost > b.lost ? -1 : 1))
  for (const { place } of losers.slice(0, left)) parts[place] = (parts[place] ?? 0) + 1
  return parts
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: Currency, decimals: number): Intl.NumberFormat {
  const key = `${currency}${decimals}`
  let format = formats.get(key)
  if (!format) {
    const locale = LOCALE_OF[currency]
    format = new Intl.NumberFormat(locale ?? 'en', {
      style: 'currency',
      currency,
      // "$" alone is the US dollar; the Canadian one is "CA$" in English.
      currencyDisplay: locale ? 'narrowSymbol' : 'symbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(key, format)
  }
  return format
}

/**
 * Removes the direction marks of ICU and replaces its no-break spaces: pages isolate amounts
 * themselves (`<bdi>`), and server and browser must give the same text with different ICU versions.
 */
const plain = (text: string) =>
  text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim()

/** With all decimals: "₺249,90", "$29.00", "24,50 €", "99.00 ر.س", "¥980", "KWD 1.250". */
export function formatAmount(amountMinor: number, currency: Currency): string {
  return plain(formatOf(currency, digitsOf(currency)).format(toMajor(amountMinor, currency)))
    .replace(/^-/, '−')
    .replace('ر.س.', 'ر.س')
}

/** S9.5 card view: no decimals, except for a positive price that would round to 0 (D9). */
export function formatRounded(amountMinor: number, currency: Currency): string {
  const rounded = scaleHalfUp(amountMinor, 1, 10 ** digitsOf(currency))
  if (rounded === 0 && amountMinor !== 0) return formatAmount(amountMinor, currency)
  return plain(formatOf(currency, 0).format(rounded)).replace('ر.س.', 'ر.س')
}

export interface PriceWords {
  free: string
  inAppPurchase: string
}

/** S9.5: the price on a card; the in-app purchase text when the price is 0 and the flag is 1. */
export function cardPrice(
  item: { priceMinor: number; currency: Currency; inAppPurchase: boolean },
  words: PriceWords,
): string {
  if (item.priceMinor > 0) return formatRounded(item.priceMinor, item.currency)
  return item.inAppPurchase ? words.inAppPurchase : words.free
}

/** S9.5: the plain view with two decimals, or Free. */
export function plainPrice(
  item: { priceMinor: number; currency: Currency },
  words: Pick<PriceWords, 'free'>,
): string {
  return item.priceMinor > 0 ? formatAmount(item.priceMinor, item.currency) : words.free
}
