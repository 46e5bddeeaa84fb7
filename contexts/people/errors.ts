import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'people.sign_in_failed': 422,
  'people.code_wrong': 422,
  'people.code_over': 410,
  'people.link_over': 410,
  'people.passkey_failed': 422,
  'people.sign_in_again': 409,
  'people.email_taken': 409,
  'people.app_code_there': 409,
  'people.app_code_missing': 409,
  'people.other_address': 409,
  'people.sign_in_first': 409,
  'people.member_already': 409,
  'people.last_owner': 409,
  'people.not_yourself': 409,
  'input.invalid': 400,
  'rate.limited': 429,
  'session.required': 401,
  'not_found': 404,
})
