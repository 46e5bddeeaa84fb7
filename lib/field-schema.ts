import { z } from 'zod'
import { isEmail } from './email.ts'
import { checkField, cleanText, isFarTooLong, type FieldRules } from './field-rules.ts'
import { LOCALES, type Locale, type Text } from './locale.ts'
import type { FieldMessage } from './refusal.ts'

/**
 * Pages check e-mail addresses loosely, the server strictly (lib/email.ts). An empty text passes.
 */
const checkEmail = (rules: FieldRules, text: string): FieldMessage | null =>
  rules.email && text !== '' && !isEmail(text) ? { code: 'field.email' } : null

/**
 * The schema of a text field whose rules the page shares: cleaned, then checked by the same
 * function.
 */
export const textField = (rules: FieldRules) =>
  z
    .string()
    .transform((text) => (isFarTooLong(rules, text) ? text : cleanText(text, rules)))
    .superRefine((text, check) => {
      const found = checkField(rules, text) ?? checkEmail(rules, text)
      if (found) check.addIssue({ code: 'custom', message: found.code, params: found.params })
    })
    .meta({
      ...((rules.required || rules.min !== undefined) && { minLength: rules.min ?? 1 }),
      maxLength: rules.max,
      ...(rules.email && { format: 'email' }),
    })

/** One required e-mail address, for schemas without a form. */
export const emailField = (max = 254) => textField({ required: true, email: true, max })

/**
 * An amount in major units with the decimals that some currency has; `toMinor` checks those of its
 * own. `z.number().positive()` would accept numbers that round to 0 (5e-324), which the database
 * refuses.
 */
export const amountField = (min: number, max: number) =>
  z.coerce.number().min(min).max(max).multipleOf(0.001)

/** A percentage with at most two decimals. */
export const hundredths = (min: number, max: number, params?: { error: string }) =>
  z.coerce.number().min(min, params).max(max, params).multipleOf(0.01, params)

/** A text in some of the languages. */
export const byLocale = <S extends z.ZodType>(schema: S) => z.partialRecord(z.enum(LOCALES), schema)

/** A field for each language, all optional: `notes_tr`, `notes_en` … */
export const localeFields = <N extends string, S extends z.ZodType>(name: N, schema: S) =>
  Object.fromEntries(
    LOCALES.map((locale) => [`${name}_${locale}`, schema.optional()]),
  ) as unknown as Record<`${N}_${Locale}`, z.ZodOptional<S>>

/** The texts of such fields, without the empty ones. */
export const textOfFields = <N extends string>(
  name: N,
  given: Partial<Record<`${N}_${Locale}`, string | undefined>>,
): Text =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const text = given[`${name}_${locale}`]
      return text ? [[locale, text]] : []
    }),
  )
