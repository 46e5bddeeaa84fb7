import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'installs.not_entitled': 422,
  'installs.permissions_required': 422,
  'installs.agreement_required': 422,
  'installs.inputs_invalid': 422,
  'installs.busy': 409,
  'installs.unfinished': 409,
  'installs.not_installed': 404,
  'installs.already_installed': 409,
  'installs.unsupported': 422,
  'installs.not_for_storefront': 422,
  'installs.no_preview': 422,
  'platform.unavailable': 503,
  'installs.release_not_found': 404,
  'installs.same_release': 409,
  'installs.not_os2': 422,
  'session.store_changed': 409,
  'session.store_closed': 410,
  'catalog.item_not_found': 404,
  'catalog.not_installable': 422,
})
