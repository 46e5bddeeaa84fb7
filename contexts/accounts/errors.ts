import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'session.token_invalid': 401,
  'session.unverified': 401,
  'session.store_mismatch': 401,
  'session.store_closed': 410,
})
