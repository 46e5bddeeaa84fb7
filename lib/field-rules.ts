import { hasCardNumber } from './card-numbers.ts'
import { digitsOf } from './digits.ts'
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
