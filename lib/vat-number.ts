import * as jsvat from 'jsvat-next'

/**
 * Member states of the European Union by ISO code, with the rules and check digits of their VAT
 * numbers.
 */
const EU: Readonly<Record<string, jsvat.Country>> = {
  AT: jsvat.austria,
  BE: jsvat.belgium,
  BG: jsvat.bulgaria,
  CY: jsvat.cyprus,
  CZ: jsvat.czechRepublic,
  DE: jsvat.germany,
  DK: jsvat.denmark,
  EE: jsvat.estonia,
  ES: jsvat.spain,
  FI: jsvat.finland,
  FR: jsvat.france,
  GR: jsvat.greece,
  HR: jsvat.croatia,
  HU: jsvat.hungary,
  IE: jsvat.ireland,
  IT: jsvat.italy,
  LT: jsvat.lithuania,
  LU: jsvat.luxembourg,
  LV: jsvat.latvia,
  MT: jsvat.malta,
  NL: jsvat.netherlands,
  PL: jsvat.poland,
  PT: jsvat.portugal,
  RO: jsvat.romania,
  SE: jsvat.sweden,
  SI: jsvat.slovenia,
  SK: jsvat.slovakiaRepublic,
}
/** Greek numbers begin with EL. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL' }
const MAX_TYPED = 32

/**
 * Fifteen digits: the first is the country's code in the Gulf Cooperation Council, the last the
 * kind of tax. No check digit is published.
 */
const SAUDI = /^(SA)?3\d{13}3$/

/**
 * Whether `text` can be a VAT number of a company in `country` (ISO 3166-1 alpha-2). The prefix is
 * optional; spaces, dots and hyphens are ignored. True for countries outside the European Union and
 * Saudi Arabia. Does not check whether the number was issued.
 */
export function isVatNumber(country: string, text: string): boolean {
  const rules = EU[country]
  if (!rules && country !== 'SA') return true
  if (text.length > MAX_TYPED) return false
  const given = text.toUpperCase().replace(/[\s.-]/g, '')
  if (!rules) return SAUDI.test(given)
  return [given, `${PREFIXES[country] ?? country}${given}`].some(
    (one) => jsvat.checkVAT(one, [rules]).isValid,
  )
}

/**
 * A VAT id of a member state as the EU's VAT service wants it: `EL` and the digits for Greece.
 * Given with or without the prefix.
 */
export function vatIdParts(country: string, text: string): { prefix: string; number: string } {
  const prefix = PREFIXES[country] ?? country
  const given = text.toUpperCase().replace(/[\s.-]/g, '')
  return { prefix, number: given.startsWith(prefix) ? given.slice(prefix.length) : given }
}
