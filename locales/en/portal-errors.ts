import type { Message } from '#lib/messages.ts'
import type { portalErrors as source } from '../tr/portal-errors.ts'

export const portalErrors: Record<keyof typeof source, Message> = {
  'errors.partners.draft_changed': '{person} has changed this page since you opened it. What you wrote is still here: compare the two below and save again.',
  'errors.field.slug_taken': 'This address is taken',
  'errors.field.slug_reserved': 'The market uses this word for its own pages',
  'errors.field.slug_malformed': 'Small Latin letters, digits and single hyphens; at least 2 characters',
  'errors.field.prefix_taken': 'This prefix is taken',
  'errors.field.prefix_malformed': 'Begins with a letter; small Latin letters, digits and single hyphens',
  'errors.field.https': 'Write a whole address that begins with https://',
  'errors.field.colour': 'Write a colour with six digits, like #0b737e',
  'errors.field.three': 'Choose three at most',
}
