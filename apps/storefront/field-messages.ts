import type { MessageKey } from '#locales/keys.ts'
import type { Translate } from '#lib/locale.ts'
import { fieldId, type FieldErrors } from '#ui/use-form-check.ts'
import type { ErrorSummaryItem } from '#ui/error-summary.tsx'

/**
 * Translated errors for the fields and for the error summary. `labelOf` returns a field's label.
 */
export function fieldMessages(
  t: Translate<MessageKey>,
  fieldErrors: FieldErrors,
  labelOf: (name: string) => string,
) {
  const errors: Record<string, string> = {}
  const list: ErrorSummaryItem[] = []
  for (const [name, { code, params }] of Object.entries(fieldErrors)) {
    const field = labelOf(name)
    const text = t(`errors.${code}` as MessageKey, { field, ...params })
    errors[name] = text
    // Some messages already begin with the field's label.
    list.push({
      fieldId: fieldId(name),
      text: code === 'field.invalid' ? text : `${field}: ${text}`,
    })
  }
  return { errors, list }
}
