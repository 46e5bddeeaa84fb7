import type { Message } from '#lib/locale.ts'
import type { portalErrors as source } from '../tr/portal-errors.ts'

export const portalErrors: Record<keyof typeof source, Message> = {
  'errors.partners.draft_changed':
    '{person} has changed this page since you opened it. What you wrote is still here: compare the two below and save again.',
  'errors.field.slug_taken': 'This address is taken',
  'errors.field.slug_reserved': 'The market uses this word for its own pages',
  'errors.field.slug_malformed':
    'Small Latin letters, digits and single hyphens; at least 2 characters',
  'errors.field.prefix_taken': 'This prefix is taken',
  'errors.field.prefix_malformed':
    'Begins with a letter; small Latin letters, digits and single hyphens',
  'errors.field.https': 'Write a whole address that begins with https://',
  'errors.field.colour': 'Write a colour with six digits, like #0b737e',
  'errors.field.three': 'Choose three at most',
  'errors.field.five': 'Choose five at most',
  'errors.partners.picture_svg':
    'SVG cannot be uploaded: code can run in it. Export the picture as PNG.',
  'errors.partners.picture_mixed':
    'This file is a picture and something else besides. Save the picture anew in a picture editor.',
  'errors.partners.picture_unreadable':
    'This file is no picture that can be read. Upload PNG, JPEG, WebP or AVIF.',
  'errors.partners.picture_large':
    'The picture is too large: a side may have {most} pixels at most.',
  'errors.partners.picture_small':
    'The part that is kept is {width} pixels wide; it must be {least} at least. Choose a larger picture or a larger part.',
  'errors.partners.picture_many': 'There can be {most} pictures at most. Remove one first.',
  'errors.field.amount': 'Write an amount that fits the plan: 249.90',
  'errors.field.percent': 'Write a percentage from 1 to 100',
  'errors.field.past': 'Choose a day in the future',
  'errors.field.code_taken': 'This code is in use',
  'errors.field.code_malformed': 'Latin letters and digits, 3 to 40 characters',
  'errors.field.name_taken': 'Another developer has this name',
  'errors.field.name_claims': 'The name sounds official or like another’s brand; write your own',
  'errors.field.company_tax_number': 'A company’s tax number has 10 digits; check it',
  'errors.field.personal_number':
    'This is a personal identity number, and everybody would see it. Write your registry number instead',
  'errors.partners.developer_not_found':
    'There is no such developer, or nothing of theirs is listed yet.',
  'errors.partners.no_site': 'First write your website and save.',
  'errors.partners.no_support_mail': 'First write your support mail and save.',
  'errors.partners.proof_nowhere':
    'We found neither the record nor the file for {domain}. A DNS record may take an hour to spread; then try again.',
  'errors.partners.proof_unreachable': 'We could not reach {domain}. Try again in a while.',
  'errors.partners.mail_link_over':
    'This link is no longer good. Ask for a new one on the profile page.',
  'errors.partners.message_spam': 'This question was reported as spam and is not answered.',
  'errors.contact.link_over': 'This link is not good. You can ask anew on the item’s page.',
}
