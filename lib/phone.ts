import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Longer is no phone number, whatever the form it is written in. */
const MAX_TYPED = 40

/**
 * A phone number in any common form → E.164, or null when it is none. `country` (ISO 3166-1
 * alpha-2) is where numbers without a country code are read; one that the library does not know
 * only takes numbers with a country code. Never throws.
 */
export function parsePhone(text: string, country: string): string | null {
  if (text.length > MAX_TYPED) return null
  const home = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...home, extract: false })
  return number?.isValid() ? number.number : null
}
