import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'backoffice.not_published': 409,
  'backoffice.not_taken_down': 409,
  'backoffice.stopped': 409,
  'backoffice.not_stopped': 409,
  'backoffice.release_state': 409,
  'backoffice.slug_taken': 409,
  'backoffice.category_full': 409,
  'backoffice.refund_refused': 409,
  'backoffice.code_taken': 409,
  'backoffice.day_begun': 409,
  'backoffice.settled_already': 409,
  'backoffice.review_state': 409,
  'backoffice.answered_already': 409,
  'backoffice.not_subscribed': 409,
  'backoffice.job_gone': 409,
  'backoffice.key_taken': 409,
  'backoffice.last_key': 409,
  'not_found': 404,
  'input.invalid': 400,
})
