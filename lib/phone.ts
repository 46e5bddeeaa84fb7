import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** No phone number is longer, in any notation. */
const MAX_TYPED = 40

/**
 * A phone number in any common notation → E.164, or null. Numbers without a country code are read
 * as numbers of `country` (ISO 3166-1 alpha-2); they are refused when the library does not know it.
 * Never throws.
 */
export function parsePhone(text: string, country: string): string | null {
  if (text.length > MAX_TYPED) return null
  const home = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...home, extract: false })
  return number?.isValid() ? number.number : null
}
