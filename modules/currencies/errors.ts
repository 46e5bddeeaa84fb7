import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'backoffice.currency_needed': 409,
  'backoffice.rate_missing': 422,
  'input.invalid': 400,
  not_found: 404,
})
