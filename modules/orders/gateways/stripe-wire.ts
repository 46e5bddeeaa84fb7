import { z } from 'zod'
import type { AttemptReference, GatewayPayment, PaymentStep, SavedCard } from './gateway.ts'
import { reasonOf } from './stripe-reasons.ts'

/**
 * What is read of Stripe's objects: the SDK's types promise it, and an answer is believed only when
 * it is so.
 */

const minor = z.number().int().nonnegative()
const card = z.object({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  exp_month: z.number().int().nullish(),
  exp_year: z.number().int().nullish(),
  /** Of the number, within the account. */
  fingerprint: z.string().min(1).max(100).nullish(),
})
const text = z.string().nullish()

export const paymentIntent = z.object({
  object: z.literal('payment_intent'),
  id: z.string().min(1),
  amount: minor,
  currency: z.string().regex(/^[a-z]{3}$/),
  status: z.string(),
  metadata: z.record(z.string(), z.string()),
  customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  setup_future_usage: text,
  next_action: z
    .object({
      type: z.string(),
      redirect_to_url: z.object({ url: z.url({ protocol: /^https?$/ }).nullish() }).nullish(),
    })
    .nullish(),
  last_payment_error: z.object({ code: text, decline_code: text }).nullish(),
  payment_method: z
    .union([z.string(), z.object({ id: z.string(), card: card.nullish() })])
    .nullish(),
  latest_charge: z.union([z.string(), z.object({ amount_refunded: minor })]).nullish(),
})
export type PaymentIntent = z.infer<typeof paymentIntent>

export const refundObject = z.object({
  object: z.literal('refund'),
  amount: minor,
  currency: z.string(),
  payment_intent: z.string().nullish(),
  status: z.string().nullish(),
})

/** An event about a payment or its charge; others name nothing of ours. */
export const eventObject = z.object({
  id: z.string().min(1).max(200),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string(),
      payment_intent: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
})

export const EXPANDED = ['payment_method', 'latest_charge']

/** What makes an intent the one of an attempt: the same again is the same intent, whoever asks. */
export const intentOf = ({
  attemptId,
  orderNumber,
  amountMinor,
  currency,
}: Omit<AttemptReference, 'gatewayRef'>) => ({
  amount: amountMinor,
  currency: currency.toLowerCase(),
  payment_method_types: ['card'],
  metadata: { attempt_id: attemptId, order_number: orderNumber },
})

function cardOf({ payment_method: method }: PaymentIntent) {
  const known = typeof method === 'object' ? method?.card : null
  return known?.last4 ? { card: { brand: known.brand ?? 'card', lastFour: known.last4 } } : {}
}

/** Kept for this customer with this payment. */
function savedCardOf({
  customer,
  payment_method: method,
  setup_future_usage: usage,
}: PaymentIntent): SavedCard | null {
  const customerRef = typeof customer === 'object' ? customer?.id : customer
  if (!usage || !customerRef || typeof method !== 'object' || !method?.card) return null
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear, fingerprint } = method.card
  return last4 && expiryMonth && expiryYear
    ? {
        customerRef,
        cardRef: method.id,
        brand: brand ?? 'card',
        lastFour: last4,
        expiryMonth,
        expiryYear,
        fingerprint: fingerprint ?? null,
      }
    : null
}

function stateOf(intent: PaymentIntent): GatewayPayment['state'] {
  switch (intent.status) {
    case 'succeeded':
      return 'paid'
    case 'requires_action':
      return 'challenge'
    case 'requires_payment_method':
      return intent.last_payment_error ? 'declined' : 'started'
    case 'requires_confirmation':
      return 'started'
    case 'canceled':
      return 'voided'
    default:
      return 'pending'
  }
}

export function paymentOf(intent: PaymentIntent): GatewayPayment {
  const state = stateOf(intent)
  const savedCard = state === 'paid' ? savedCardOf(intent) : null
  return {
    attemptId: intent.metadata.attempt_id ?? '',
    gatewayRef: intent.id,
    orderNumber: intent.metadata.order_number ?? '',
    state,
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    refundedMinor:
      typeof intent.latest_charge === 'object' ? (intent.latest_charge?.amount_refunded ?? 0) : 0,
    ...cardOf(intent),
    ...(state === 'declined' && { reason: reasonOf(intent.last_payment_error ?? {}) }),
    ...(savedCard && { savedCard }),
  }
}

/**
 * An intent as a step of the attempt it should be of; unknown when it is not what was asked for, to
 * the last minor unit.
 */
export function stepOf(intent: PaymentIntent, asked: AttemptReference): PaymentStep {
  const payment = paymentOf(intent)
  const { gatewayRef, card: facts } = payment
  const same =
    payment.attemptId === asked.attemptId &&
    payment.orderNumber === asked.orderNumber &&
    payment.amountMinor === asked.amountMinor &&
    payment.currency === asked.currency &&
    (asked.gatewayRef === null || asked.gatewayRef === gatewayRef)
  if (!same) return { kind: 'unknown', ...(asked.gatewayRef && { gatewayRef: asked.gatewayRef }) }
  switch (payment.state) {
    case 'paid':
      return { kind: 'paid', payment }
    case 'declined':
      return {
        kind: 'declined',
        reason: payment.reason ?? 'card_declined',
        gatewayRef,
        ...(facts && { card: facts }),
      }
    case 'voided':
      return { kind: 'declined', reason: 'gateway_error', gatewayRef }
    case 'challenge': {
      const url = intent.next_action?.redirect_to_url?.url
      return url
        ? { kind: 'challenge', url, gatewayRef, ...(facts && { card: facts }) }
        : { kind: 'unknown', gatewayRef }
    }
    default:
      return { kind: 'unknown', gatewayRef }
  }
}
