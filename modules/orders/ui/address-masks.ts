import { applyMask } from '#ui/mask.ts'

/**
 * S5.6: postal codes that have one form, by country. Elsewhere, as in Great Britain, codes of
 * several lengths are typed freely; the server judges all.
 */
const POSTAL: Readonly<Record<string, string>> = {
  BR: '#####-###',
  CA: '@#@ #@#',
  CZ: '### ##',
  GR: '### ##',
  IE: '*** ****',
  IN: '### ###',
  JP: '###-####',
  MT: '@@@ ####',
  NL: '#### @@',
  PL: '##-###',
  PT: '####-###',
  SA: '#####-####',
  SE: '### ##',
  SK: '### ##',
  TR: '#####',
  US: '#####-####',
}

export function maskPostalCode(country: string, text: string): string {
  const mask = POSTAL[country]
  return mask === undefined ? text : applyMask(mask, text).toUpperCase()
}

/**
 * Of eleven digits. A saved number comes back hidden but for its end, and stays so until another
 * one is typed.
 */
export const maskIdentityNumber = (text: string): string =>
  text.includes('•') ? text : applyMask('### ### ### ##', text)

/**
 * A company's; a sole trader's has eleven digits. Other countries' numbers have letters and lengths
 * of their own.
 */
export const maskTaxNumber = (country: string, text: string): string =>
  country === 'TR' ? applyMask('### ### ### ##', text) : text
