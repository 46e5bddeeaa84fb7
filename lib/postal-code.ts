import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { latinDigits } from './text.ts'

const MAX_TYPED = 16

/**
 * Valid formats that the library lacks: Saudi codes with four building digits, new Kazakh ones, …
 */
const ALSO: Readonly<Record<string, RegExp>> = {
  SA: /^\d{9}$/,
  KZ: /^[A-Z]\d{2}[A-Z]\d[A-Z]\d$/,
  SV: /^\d{4}$/,
  SO: /^[A-Z]{2}\d{5}$/,
  VE: /^\d{4}[A-Z]$/,
}

/**
 * The code without spaces and hyphens, and with one at each position, because people omit or
 * misplace them.
 */
function spellings(text: string): string[] {
  const bare = text.replace(/[\s-]/g, '')
  const divided = [...bare].flatMap((_, place) =>
    [' ', '-'].map((mark) => bare.slice(0, place) + mark + bare.slice(place)),
  )
  return [text, bare, ...divided]
}

/**
 * Whether `text` can be a postal code of `country` (ISO 3166-1 alpha-2). Ignores case, spaces,
 * hyphens and the country's own prefix ("DE-", not "D-"). True for every text when the country has
 * no known codes.
 */
export function isPostalCode(country: string, text: string): boolean {
  if (text.length > MAX_TYPED) return false
  if (!postcodeValidatorExistsForCountry(country)) return true
  const given = latinDigits(text).trim().toUpperCase()
  if (given === '') return false
  return [given, given.replace(new RegExp(`^${country}[ -]?`), '')].some(
    (one) =>
      spellings(one).some((spelling) => postcodeValidator(spelling, country)) ||
      ALSO[country]?.test(one.replace(/[\s-]/g, '')),
  )
}
