import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'input.invalid': 400,
  'contact.link_over': 404,
  'newsletter.link_unknown': 404,
  'newsletter.link_expired': 410,
})
