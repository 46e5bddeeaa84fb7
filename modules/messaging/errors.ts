import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'input.invalid': 400,
  'contact.link_over': 404,
  'contact.thread_unknown': 404,
  'contact.thread_closed': 409,
  'newsletter.link_unknown': 404,
  'newsletter.link_expired': 410,
  'backoffice.answered_already': 409,
  'backoffice.not_subscribed': 409,
  not_found: 404,
})
