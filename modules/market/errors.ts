import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'texts.no_draft': 409,
  'texts.not_own': 409,
  'texts.unreadable': 409,
  'texts.colour_pair': 409,
  'texts.second_first': 409,
  'input.invalid': 400,
  'texts.language_incomplete': 409,
  not_found: 404,
  'backoffice.job_gone': 409,
  'backoffice.asked_already': 409,
  'backoffice.still_installed': 409,
  'inbox.nobody': 409,
  'views.too_many': 409,
  'exports.too_many': 409,
  'bulk.nothing': 409,
  'bulk.too_many': 409,
  'bulk.not_checked': 409,
  'bulk.over': 409,
  'bulk.no_undo': 409,
  'bulk.undo_open': 409,
})
