import type { DeclineReason } from './gateway.ts'

/**
 * Why Stripe's card networks said no (docs.stripe.com/declines/codes). What speaks of theft or
 * fraud is not told apart from a plain decline: the buyer learns no more.
 */
const REASONS: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'invalid_cvc',
  invalid_cvc: 'invalid_cvc',
  incorrect_number: 'invalid_card',
  invalid_number: 'invalid_card',
  invalid_account: 'invalid_card',
  authentication_required: 'three_d_failed',
  payment_intent_authentication_failure: 'three_d_failed',
  card_not_supported: 'not_permitted',
  currency_not_supported: 'not_permitted',
  service_not_allowed: 'not_permitted',
  transaction_not_allowed: 'not_permitted',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  processing_error: 'gateway_error',
  issuer_not_available: 'gateway_error',
  try_again_later: 'gateway_error',
}

/** The bank's own code says more than Stripe's. */
export const reasonOf = (error: {
  code?: string | null | undefined
  decline_code?: string | null | undefined
}): DeclineReason =>
  REASONS[error.decline_code ?? ''] ?? REASONS[error.code ?? ''] ?? 'card_declined'
