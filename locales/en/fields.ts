import type { Message } from '#lib/locale.ts'
import type { fields as source } from '../tr/fields.ts'

export const fields: Record<keyof typeof source, Message> = {
  'errors.field.required': 'This field is required',
  'errors.field.confirm': 'Tick the box to go on',
  'errors.field.email': 'This field must be a valid email',
  'errors.field.min': 'This field must be at least {n} characters',
  'errors.field.max': 'This field can be at most {n} characters',
  'errors.field.invalid': '{field} is not valid.',
  'errors.field.phone': 'Write the phone with its country code, such as +90 5xx xxx xx xx',
  'errors.field.card_here': 'Do not write a card number here: this field is kept',
}
