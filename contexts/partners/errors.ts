import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'input.invalid': 400,
  'not_found': 404,
  'partners.draft_changed': 409,
})
