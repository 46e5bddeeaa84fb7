import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'session.token_invalid': 401,
  'session.unverified': 401,
  'session.login': 401,
  'session.store_mismatch': 401,
  'session.store_closed': 410,
  'connect.over': 410,
  'connect.code_wrong': 422,
  'connect.no_tries_left': 422,
  'connect.other_store': 409,
  'connect.too_soon': 429,
  'connect.too_many_codes': 429,
  'site.not_here': 404,
  'site.not_a_site': 404,
  'site.same_address': 422,
  'site.mail_first': 409,
  'site.not_proved': 422,
  'site.already_connected': 409,
  'wordpress.not_ready': 409,
})
