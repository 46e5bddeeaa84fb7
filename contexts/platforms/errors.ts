import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'platform.unavailable': 503,
  'session.store_closed': 410,
})
