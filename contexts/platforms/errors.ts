import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'platform.unavailable': 503,
  'session.store_closed': 410,
  'site.not_a_site': 404,
  'site.rule_invalid': 422,
  'site.too_many_rules': 422,
  'site.same_address': 422,
  'site.address_invalid': 422,
  'site.no_move': 409,
  'site.not_proved': 422,
  'site.already_connected': 409,
})
