import { digitsOf, latinDigits } from '#lib/digits.ts'
import { applyMask } from '#ui/mask.ts'

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'troy'

/** As the schemes write themselves; the same in every language. */
export const BRAND_NAMES: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  troy: 'Troy',
}

/**
 * By the first digits (ISO/IEC 7812); `null` while they say nothing. Troy: 9792 and its share of
 * 65.
 */
export function brandOf(number: string): CardBrand | null {
  const digits = digitsOf(number)
  if (digits.startsWith('4')) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  if (/^(9792|65)/.test(digits)) return 'troy'
  if (/^(5[1-5]|50|5[6-9]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/.test(digits)) return 'mastercard'
  return null
}

/** 4-6-5 for American Express, groups of four for all others, at most 19 digits. */
export const formatCardNumber = (text: string): string =>
  applyMask(brandOf(text) === 'amex' ? '#### ###### #####' : '#### #### #### #### ###', text)

export const cvcLength = (brand: CardBrand | null): 3 | 4 => (brand === 'amex' ? 4 : 3)

/**
 * "5" → "05 / ", "1230" → "12 / 30", "12/2030" → "12 / 30": months begin with 0 or 1, so 2 to 9 can
 * only be a month.
 */
export function formatExpiry(text: string): string {
  const [month = '', year = ''] = latinDigits(text).split(/[/.-]/)
  const apart = year.trim() !== '' && month.trim().length === 1 ? `0${month.trim()}${year}` : text
  let digits = digitsOf(apart)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  return applyMask('## / ##', digits)
}

export interface Expiry {
  month: number
  /** Four digits. */
  year: number
}

/** Reads "12 / 30", "12/30", "12 / 2030", "1230"; `null` when that is no month of a year. */
export function readExpiry(text: string): Expiry | null {
  const [, month = '', year = ''] =
    /^(\d{1,2})(?:\s*[/.-]\s*|\s+|(?<=\d{2}))(\d{4}|\d{2})$/.exec(latinDigits(text).trim()) ?? []
  const found = {
    month: Number(month),
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
  }
  return month !== '' &&
    found.month >= 1 &&
    found.month <= 12 &&
    found.year >= 2000 &&
    found.year <= 2100
    ? found
    : null
}
