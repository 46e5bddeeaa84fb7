import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { latinDigits } from './digits.ts'

const MAX_TYPED = 16

/**
 * Forms that are in use and that the library does not know: Saudi codes with the four digits of the
 * building, new Kazakh ones, …
 */
const ALSO: Readonly<Record<string, RegExp>> = {
  SA: /^\d{9}$/,
  KZ: /^[A-Z]\d{2}[A-Z]\d[A-Z]\d$/,
  SV: /^\d{4}$/,
  SO: /^[A-Z]{2}\d{5}$/,
  VE: /^\d{4}[A-Z]$/,
}

/**
 * A code as typed, without spaces and hyphens, and again with one of them at each place: people
 * leave them out or put them elsewhere.
 */
function spellings(text: string): string[] {
  const bare = text.replace(/[\s-]/g, '')
  const divided = [...bare].flatMap((_, place) =>
    [' ', '-'].map((mark) => bare.slice(0, place) + mark + bare.slice(place)),
  )
  return [text, bare, ...divided]
}

/**
 * Can `text` be a postal code of `country` (ISO 3166-1 alpha-2)? Case, spaces, hyphens and the
 * country's own letters in front ("D-" is not, "DE-" is) are forgiven. True for every text where a
 * country has no codes, or none that are known.
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
