import { checkFields } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { THREAD_RULES } from '../rules.ts'

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The first message of a conversation; in the browser and on the server (S5.8). */
export const findHelpErrors = (form: FormData): Record<string, FieldMessage> =>
  checkFields(THREAD_RULES, (name) => text(form, name))

/** A message added to a conversation. */
export const findThreadErrors = (form: FormData): Record<string, FieldMessage> =>
  checkFields({ message: THREAD_RULES.message }, (name) => text(form, name))
