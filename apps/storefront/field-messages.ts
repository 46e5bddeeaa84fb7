import type { MessageKey } from '#locales/keys.ts'
import type { Translate } from '#lib/messages.ts'
import { fieldId, type FieldErrors } from '#ui/use-form-check.ts'
import type { ErrorSummaryItem } from '#ui/error-summary.tsx'

/**
 * What stands under each field, and in the list over the form. `labelOf` names a field as the page
 * does.
 */
export function fieldMessages(
  t: Translate<MessageKey>,
  mistakes: FieldErrors,
  labelOf: (name: string) => string,
) {
  const errors: Record<string, string> = {}
  const list: ErrorSummaryItem[] = []
  for (const [name, { code, params }] of Object.entries(mistakes)) {
    const field = labelOf(name)
    const text = t(`errors.${code}` as MessageKey, { field, ...params })
    errors[name] = text
    // Some sentences begin with the field's name themselves.
    list.push({
      fieldId: fieldId(name),
      text: code === 'field.invalid' ? text : `${field}: ${text}`,
    })
  }
  return { errors, list }
}
