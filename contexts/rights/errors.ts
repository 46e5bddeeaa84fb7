import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'rights.required': 409,
  'rights.not_asked_for': 422,
  'rights.no_access': 409,
  'catalog.item_not_found': 404,
  'installs.not_installed': 404,
  'installs.busy': 409,
  'session.store_changed': 409,
})
