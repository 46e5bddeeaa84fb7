import { digitsOf, latinDigits } from './text.ts'
import type { FieldMessage } from './refusal.ts'

/**
 * S5.7: the rules of a form's text fields, defined once for both sides: pages call `checkField`
 * while a person types (S5.8), contracts derive schemas (`field-schema.ts`). Free of the schema
 * library because it runs in the browser.
 */
export interface FieldRules {
  required?: boolean
  /** An empty text passes. */
  email?: boolean
  /**
   * Whether it can be a phone number; only the server knows whether it is one. An empty text
   * passes.
   */
  phone?: boolean
  /** Characters, not bytes; an empty text passes. */
  min?: number
  max: number
  /** Line breaks are allowed. */
  lines?: boolean
}

const ONE_ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}.]+$/u
/**
 * Excludes lists of addresses, display names and anything that could inject a mail header (ABU-1).
 * Does not check dots and hyphens.
 */
export const isOneAddress = (text: string): boolean => text.length <= 254 && ONE_ADDRESS.test(text)

/** Misplaced dots and hyphens, and an all-digit last label: an IP address is not a mail domain. */
const SLIPS = /^\.|\.\.|\.@|@[.-]|-\.(?=[^@]*$)|\.-(?=[^@]*$)|-$|\.\d+$/
/**
 * S5.7: the loose check for pages. Small, linear, and never stricter than `isEmail` (lib/email.ts),
 * the server's check.
 */
export const looksLikeEmail = (text: string): boolean => isOneAddress(text) && !SLIPS.test(text)

/** White space and invisible characters count as empty. */
const isEmpty = (text: string): boolean => !/[^\s\p{Cf}\p{Cc}]/u.test(text)

/** Trims a typed text; a single-line field also loses line breaks and other control characters. */
export const cleanText = (text: string, { lines }: Pick<FieldRules, 'lines'> = {}): string =>
  (lines
    ? text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
    : text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  ).trim()

/** So long that cleaning cannot make it fit; saves the work of cleaning it. */
export const isFarTooLong = ({ max }: Pick<FieldRules, 'max'>, text: string): boolean =>
  text.length > 4 * max + 1_024

/**
 * The first error of `text`, or null. Length is checked before anything that reads each character.
 */
export function checkField(rules: FieldRules, text: string): FieldMessage | null {
  const tooLong: FieldMessage = { code: 'field.max', params: { n: rules.max } }
  if (isFarTooLong(rules, text)) return tooLong
  const given = cleanText(text, rules)
  if (isEmpty(given)) return rules.required ? { code: 'field.required' } : null
  const length = [...given].length
  if (length > rules.max) return tooLong
  if (rules.email && !looksLikeEmail(given)) return { code: 'field.email' }
  if (rules.phone && digitsOf(given).length < 7) return { code: 'field.phone' }
  // Typed texts are stored, card numbers must not be (I12). Phone numbers are shorter.
  if (hasCardNumber(given) && !(rules.phone && digitsOf(given).length < 16))
    return { code: 'field.card_here' }
  return rules.min !== undefined && length < rules.min
    ? { code: 'field.min', params: { n: rules.min } }
    : null
}

/** Field errors in the order of `rules`; empty when all are valid. */
export const checkFields = (
  rules: Readonly<Record<string, FieldRules>>,
  textOf: (name: string) => string,
): Record<string, FieldMessage> =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, one]) => {
      const found = checkField(one, textOf(name))
      return found ? [[name, found]] : []
    }),
  )

/**
 * Detects card numbers in texts that must not contain them (PCI DSS 3.3, 3.4), however they are
 * spaced. Also runs in the browser, where a form can refuse them before anything is sent.
 */

/** ISO/IEC 7812-1 annex B, 13 to 19 digits. */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place])
    const weighed = place % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return /^\d{13,19}$/.test(number) && sum % 10 === 0
}

/** Prefixes and lengths of the numbers of each brand. */
const BRANDS: readonly [RegExp, readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(?:9792|65)/, [16]],
  [/^(?:6011|64[4-9]|65|62|35(?:2[89]|[3-8]))/, [16, 17, 18, 19]],
  [/^(?:30[0-5]|3[689])/, [14]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6)/, [13, 14, 15, 16, 17, 18, 19]],
]

/** Whether `digits` has a brand's prefix and length and a valid check digit. */
export const isCardNumber = (digits: string): boolean =>
  BRANDS.some(([begins, lengths]) => lengths.includes(digits.length) && begins.test(digits)) &&
  passesLuhn(digits)

/**
 * Longest runs of digits with at most one separator between two, as found in texts, URLs and JSON.
 */
const RUN = /\d(?:(?:[ \u00a0\u202f.\-–_+/]|%20|%2D|\\u00a0)?\d){12,}/gi

/**
 * Whether `text` contains a card number made of whole groups of digits, so that part of an IBAN
 * does not match.
 */
export function hasCardNumber(text: string): boolean {
  for (const [run] of latinDigits(text).matchAll(RUN)) {
    const groups = run.match(/\d+/g) ?? []
    for (let from = 0; from < groups.length; from += 1) {
      let digits = ''
      for (let to = from; to < groups.length && digits.length < 19; to += 1) {
        digits += groups[to] ?? ''
        if (digits.length >= 13 && isCardNumber(digits)) return true
      }
    }
  }
  return false
}

const CODE =
  /\b((?:cvc|cvv)2?|csc|cid|security[ _-]?code|g[üu]venlik kodu|رمز الأمان)(["'\\\s:=]{1,6})\d{3,4}\b/gi

/**
 * For logs and stored texts: masks every possible card number except its first six and last four
 * digits, and security codes completely.
 */
export function maskCards(text: string): string {
  const latin = latinDigits(text)
  const masked = latin.replace(RUN, (run) => maskRun(run))
  return masked.replace(CODE, '$1$2***')
}

/**
 * Masks a card number at any offset, not only at the start of a group: masking too much does no
 * harm.
 */
function maskRun(run: string): string {
  const plain = run.replace(/%20|%2D|\\u00a0/gi, ' ')
  const places = [...plain.matchAll(/\d/g)].map(({ index }) => index)
  const digits = places.map((place) => plain[place]).join('')
  let [out, written] = ['', 0]
  for (let from = 0; from < digits.length; from += 1) {
    const length = [19, 18, 17, 16, 15, 14, 13].find(
      (one) => from + one <= digits.length && isCardNumber(digits.slice(from, from + one)),
    )
    if (length === undefined) continue
    const [begin, end] = [places[from] ?? 0, (places[from + length - 1] ?? 0) + 1]
    out += `${plain.slice(written, begin)}${digits.slice(from, from + 6)}…${digits.slice(from + length - 4, from + length)}`
    written = end
    from += length - 1
  }
  return written === 0 ? run : out + plain.slice(written)
}
