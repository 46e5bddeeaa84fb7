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
  'errors.partners.picture_svg': 'SVG cannot be uploaded: code can run in it. Export the picture as PNG.',
  'errors.partners.picture_mixed': 'This file is a picture and something else besides. Save the picture anew in a picture editor.',
  'errors.partners.picture_unreadable': 'This file is no picture that can be read. Upload PNG, JPEG, WebP or AVIF.',
  'errors.partners.picture_large': 'The picture is too large: a side may have {most} pixels at most.',
  'errors.partners.picture_small': 'The part that is kept is {width} pixels wide; it must be {least} at least. Choose a larger picture or a larger part.',
  'errors.partners.picture_many': 'There can be {most} pictures at most. Remove one first.',
  'errors.field.amount': 'Write an amount that fits the plan: 249.90',
  'errors.field.percent': 'Write a percentage from 1 to 100',
  'errors.field.past': 'Choose a day in the future',
  'errors.field.code_taken': 'This code is in use',
  'errors.field.code_malformed': 'Latin letters and digits, 3 to 40 characters',
}
