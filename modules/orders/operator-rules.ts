import type { FieldRules } from '#lib/field-rules.ts'

export const ORDER_STATES = [
  'draft',
  'awaiting_payment',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
] as const
export type OrderStateName = (typeof ORDER_STATES)[number]
/** Why somebody gets money back, as orders keep it. */
export const REFUND_REASONS = [
  'buyer_request',
  'not_delivered',
  'duplicate',
  'fraud',
  'other',
] as const
export const MONEY_RULES = {
  note: { required: true, min: 5, max: 1000, lines: true },
} as const satisfies Record<string, FieldRules>
