import { refusing } from '#lib/refusal.ts'

export const refuse = refusing({
  'checkout.already_owned': 409,
  'checkout.plan_not_for_sale': 422,
  'checkout.order_not_found': 404,
  'checkout.order_not_payable': 409,
  'checkout.address_not_found': 404,
  'checkout.address_required': 422,
  'checkout.too_many_addresses': 422,
  'checkout.coupon_invalid': 422,
  'checkout.coupon_ended': 409,
  'checkout.payment_in_flight': 409,
  'checkout.total_changed': 409,
  'checkout.card_invalid': 422,
  'checkout.permissions_required': 422,
  'checkout.consent_required': 422,
  'checkout.key_reused': 422,
  'checkout.bank_unreachable': 503,
  'checkout.too_many_attempts': 429,
  'checkout.no_receipt': 404,
  'catalog.not_installable': 422,
  'input.invalid': 400,
})
