import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'earnings.day_begun': 409,
  'earnings.rule_there': 409,
  'earnings.rule_begun': 409,
  'earnings.not_due': 409,
  'earnings.nothing_left': 409,
  'payouts.not_confirmed': 409,
  'payouts.under_way': 409,
  'payouts.changed': 409,
  'payouts.nobody_ready': 409,
  'payouts.second_person': 409,
  'payouts.no_bank': 409,
  'payouts.not_exported': 409,
  'payouts.ended': 409,
  'payouts.with_provider': 409,
  'payouts.not_reversible': 409,
  'payouts.no_provider': 409,
  'payouts.provider_refused': 409,
  'payouts.provider_away': 503,
  not_found: 404,
  'input.invalid': 400,
})
