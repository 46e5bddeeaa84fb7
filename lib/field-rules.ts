import { hasCardNumber } from './card-numbers.ts'
import { digitsOf } from './digits.ts'
import type { FieldMessage } from './refusal.ts'

/**
 * S5.7: the rules of a form's text fields, stated once. A page asks `checkField` while a person
 * types (S5.8), a contract makes its schema of the same rules (`field-schema.ts`), so both say the
 * same. No schema library here: this travels to the browser.
 */
export interface FieldRules {
  required?: boolean
  /** Empty passes. */
  email?: boolean
  /**
   * Can it be a phone number? Whether it is one, and where, only the server knows. Empty passes.
   */
  phone?: boolean
  /** Characters, not bytes; empty passes. */
  min?: number
  max: number
  /** More than one line may be written. */
  lines?: boolean
}

const ONE_ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}.]+$/u
/**
 * Never two addresses, a name beside one, or anything that a mail's header could be made of
 * (ABU-1). Says nothing of dots and hyphens.
 */
export const isOneAddress = (text: string): boolean => text.length <= 254 && ONE_ADDRESS.test(text)

/** Misplaced dots and hyphens, and a last label of digits: an IP address is no mail domain. */
const SLIPS = /^\.|\.\.|\.@|@[.-]|-\.(?=[^@]*$)|\.-(?=[^@]*$)|-$|\.\d+$/
/**
 * S5.7: the loose check of a page. Small, linear, and never stricter than `isEmail` (lib/email.ts),
 * which the server asks.
 */
export const looksLikeEmail = (text: string): boolean => isOneAddress(text) && !SLIPS.test(text)

/** White space and characters that nobody can see are no text. */
const isEmpty = (text: string): boolean => !/[^\s\p{Cf}\p{Cc}]/u.test(text)

/**
 * What of a typed text counts: no space around it, in a field of one line no line break or other
 * control character.
 */
export const cleanText = (text: string, { lines }: Pick<FieldRules, 'lines'> = {}): string =>
  (lines
    ? text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
    : text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  ).trim()

/** So long that cleaning cannot make it fit: not worth looking at. */
export const isFarTooLong = ({ max }: Pick<FieldRules, 'max'>, text: string): boolean =>
  text.length > 4 * max + 1_024

/**
 * What is wrong with `text`, the first thing only; null when nothing is. Length comes before
 * whatever looks at each character.
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
  // What is typed here is kept: a card's number is not, by nobody (I12). No phone number is as
  // long.
  if (hasCardNumber(given) && !(rules.phone && digitsOf(given).length < 16))
    return { code: 'field.card_here' }
  return rules.min !== undefined && length < rules.min
    ? { code: 'field.min', params: { n: rules.min } }
    : null
}

/** Field by field, in the order of `rules`; empty when nothing is wrong. */
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
