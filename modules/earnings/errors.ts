import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'earnings.day_begun': 409,
  'earnings.rule_there': 409,
  'earnings.rule_begun': 409,
  'earnings.not_due': 409,
  'earnings.nothing_left': 409,
  not_found: 404,
  'input.invalid': 400,
})
