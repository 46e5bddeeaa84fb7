/**
 * Money is an integer of minor units with its currency (D9); in the API it is a number in major
 * units with at most two decimals. Formats: S9.4 (USD en-US, TRY tr-TR, EUR de, SAR ar), S9.5 (card
 * view without decimals, plain view with two).
 */
export type Currency = 'TRY' | 'USD' | 'EUR' | 'SAR'
export const CURRENCIES: readonly Currency[] = ['TRY', 'USD', 'EUR', 'SAR']

const LOCALE_OF: Record<Currency, string> = {
  TRY: 'tr-TR',
  USD: 'en-US',
  EUR: 'de',
  SAR: 'ar-u-nu-latn',
}

/** Minor units → major units, e.g. 24990 → 249.9. All four currencies have two decimals. */
export const toMajor = (amountMinor: number): number => amountMinor / 100

/**
 * Major units → minor units; `null` when the number has more than two decimals or is not finite.
 */
export function toMinor(amount: number): number | null {
  const minor = Math.round(amount * 100)
  return Number.isSafeInteger(minor) && Math.abs(minor / 100 - amount) < 1e-9 ? minor : null
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

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: Currency, decimals: number): Intl.NumberFormat {
  const key = `${currency}${decimals}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(LOCALE_OF[currency], {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
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

/** With two decimals: "₺249,90", "$29.00", "24,50 €", "99.00 ر.س". */
export function formatAmount(amountMinor: number, currency: Currency): string {
  return plain(formatOf(currency, 2).format(toMajor(amountMinor)))
    .replace(/^-/, '−')
    .replace('ر.س.', 'ر.س')
}

/** S9.5 card view: no decimals, except for a positive price that would round to 0 (D9). */
export function formatRounded(amountMinor: number, currency: Currency): string {
  const rounded = scaleHalfUp(amountMinor, 1, 100)
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
