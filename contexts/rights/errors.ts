import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'rights.required': 409,
  'rights.not_asked_for': 422,
  'rights.no_access': 409,
  'rights.unknown_client': 404,
  'rights.redirect_uri': 422,
  'rights.scope_missing': 422,
  'app.token_invalid': 401,
  'catalog.item_not_found': 404,
  'installs.not_installed': 404,
  'installs.busy': 409,
  'session.store_changed': 409,
})
