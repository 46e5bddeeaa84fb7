import { z } from 'zod'
import { checkField, cleanText, isFarTooLong, type FieldRules } from './field-rules.ts'

/** The schema of a text field whose rules a page knows too: cleaned, then checked by the same function. */
export const textField = (rules: FieldRules) =>
  z.string()
    .transform(text => (isFarTooLong(rules, text) ? text : cleanText(text, rules)))
    .superRefine((text, check) => {
      const found = checkField(rules, text)
      if (found) check.addIssue({ code: 'custom', message: found.code, params: found.params })
    })
    .meta({
      ...((rules.required || rules.min !== undefined) && { minLength: rules.min ?? 1 }),
      maxLength: rules.max,
      ...(rules.email && { format: 'email' }),
    })
