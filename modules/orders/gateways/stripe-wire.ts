import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type HttpClient, HttpFailure } from '#lib/http.ts'
import {
  type AttemptReference,
  type DeclineReason,
  type GatewayMovement,
  type GatewayPayment,
  GatewayUnavailable,
  type PaymentStep,
  type SavedCard,
  type SetupStep,
} from './gateway.ts'
import { minorOfStripe, stripeAmount } from '../stripe-units.ts'

/** The fields of Stripe's objects that we rely on, checked because the SDK only declares them. */

const minor = z.number().int().nonnegative()
const card = z.object({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  exp_month: z.number().int().nullish(),
  exp_year: z.number().int().nullish(),
  /** Per account. */
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
  last_payment_error: z.object({ code: text, decline_code: text, advice_code: text }).nullish(),
  payment_method: z
    .union([z.string(), z.object({ id: z.string(), card: card.nullish() })])
    .nullish(),
  latest_charge: z.union([z.string(), z.object({ amount_refunded: minor })]).nullish(),
})
export type PaymentIntent = z.infer<typeof paymentIntent>

/** A card that is saved without a payment. */
export const setupIntent = z.object({
  object: z.literal('setup_intent'),
  id: z.string().min(1),
  status: z.string(),
  metadata: z.record(z.string(), z.string()),
  customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  next_action: z
    .object({
      redirect_to_url: z.object({ url: z.url({ protocol: /^https?$/ }).nullish() }).nullish(),
    })
    .nullish(),
  last_setup_error: z.object({ code: text, decline_code: text, advice_code: text }).nullish(),
  payment_method: z
    .union([z.string(), z.object({ id: z.string(), card: card.nullish() })])
    .nullish(),
})
export type SetupIntent = z.infer<typeof setupIntent>

/** Maps a setup to a step; `unknown` when it is another one than was asked for. */
export function setupStepOf(intent: SetupIntent, setupId: string): SetupStep {
  const gatewayRef = intent.id
  if (intent.metadata.attempt_id !== setupId) return { kind: 'unknown' }
  switch (intent.status) {
    case 'succeeded': {
      const saved = savedCardOf({ ...intent, setup_future_usage: 'off_session' })
      return saved ? { kind: 'saved', card: saved, gatewayRef } : { kind: 'unknown', gatewayRef }
    }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      return url ? { kind: 'challenge', url, gatewayRef } : { kind: 'unknown', gatewayRef }
    }
    case 'requires_payment_method':
      return {
        kind: 'declined',
        reason: declineOf(intent.last_setup_error ?? {}).reason,
        gatewayRef,
      }
    case 'canceled':
      return { kind: 'declined', reason: 'gateway_error', gatewayRef }
    default:
      return { kind: 'unknown', gatewayRef }
  }
}

export const refundObject = z.object({
  object: z.literal('refund'),
  amount: minor,
  currency: z.string(),
  payment_intent: z.string().nullish(),
  status: z.string().nullish(),
})

/** An event about a payment or charge; others do not concern us. */
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

/** The intent of an attempt. Identical requests give the same intent. */
export const intentOf = ({
  attemptId,
  orderNumber,
  amountMinor,
  currency,
}: Omit<AttemptReference, 'gatewayRef'>) => ({
  amount: stripeAmount(amountMinor, currency),
  currency: currency.toLowerCase(),
  payment_method_types: ['card'],
  metadata: { attempt_id: attemptId, order_number: orderNumber },
})

function cardOf({ payment_method: method }: PaymentIntent) {
  const known = typeof method === 'object' ? method?.card : null
  return known?.last4 ? { card: { brand: known.brand ?? 'card', lastFour: known.last4 } } : {}
}

function savedCardOf({
  customer,
  payment_method: method,
  setup_future_usage: usage,
}: Pick<PaymentIntent, 'customer' | 'payment_method' | 'setup_future_usage'>): SavedCard | null {
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
    amountMinor: minorOfStripe(intent.amount, intent.currency),
    currency: intent.currency.toUpperCase(),
    refundedMinor: minorOfStripe(
      typeof intent.latest_charge === 'object' ? (intent.latest_charge?.amount_refunded ?? 0) : 0,
      intent.currency,
    ),
    ...cardOf(intent),
    ...(state === 'declined' && declineOf(intent.last_payment_error ?? {})),
    ...(savedCard && { savedCard }),
  }
}

/** Maps an intent to a step; `unknown` when it differs from what was requested. */
export function stepOf(intent: PaymentIntent, expected: AttemptReference): PaymentStep {
  const payment = paymentOf(intent)
  const { gatewayRef, card: facts } = payment
  const same =
    payment.attemptId === expected.attemptId &&
    payment.orderNumber === expected.orderNumber &&
    payment.amountMinor === expected.amountMinor &&
    payment.currency === expected.currency &&
    (expected.gatewayRef === null || expected.gatewayRef === gatewayRef)
  if (!same)
    return { kind: 'unknown', ...(expected.gatewayRef && { gatewayRef: expected.gatewayRef }) }
  switch (payment.state) {
    case 'paid':
      return { kind: 'paid', payment }
    case 'declined':
      return {
        kind: 'declined',
        reason: payment.reason ?? 'card_declined',
        ...(payment.final && { final: true }),
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

/** Routes the SDK through our HTTP client with its guards and timeouts. */
function fetchThrough(http: HttpClient, timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers).entries())
    const body = typeof init?.body === 'string' && init.body !== '' ? init.body : undefined
    const answer = await http.request(String(input), {
      method: init?.method ?? 'GET',
      headers,
      timeoutMs,
      maxBytes: 2 * 1024 * 1024,
      ...(body !== undefined && { body }),
    })
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'request-id': '', ...answer.headers },
    })
  }
}

/** Only a market that uses it loads the SDK: its two hundred files take a tenth of a start. */
const loadStripe = () => createRequire(import.meta.url)('stripe') as typeof Stripe

export function openStripe(
  { url, secretKey, timeoutMs }: { url: string; secretKey: string; timeoutMs: number },
  http: HttpClient,
): Stripe {
  const { hostname, port, protocol } = new URL(url)
  const StripeClient = loadStripe()
  return new StripeClient(secretKey, {
    host: hostname,
    ...(port && { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: StripeClient.createFetchHttpClient(fetchThrough(http, timeoutMs)),
    // Our timeout ends first. Lost answers are looked up, not retried by the SDK.
    timeout: timeoutMs + 1_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Why Stripe, or the bank by way of Stripe, refused. */
export interface StripeRefusal {
  code?: string | null | undefined
  decline_code?: string | null | undefined
  advice_code?: string | null | undefined
}

/**
 * An answer of the expected shape, a refusal, or nothing readable: `reached` is false when Stripe
 * certainly did nothing.
 */
export type Called<Answer> =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | {
      kind: 'refused'
      type: string
      error: StripeRefusal
      intent: unknown
    }
  | { kind: 'silent'; reached: boolean }

/** Makes one SDK call. Results contain nothing of the request. */
export async function calling<S extends z.ZodType>(
  shape: S,
  work: () => Promise<{ lastResponse: { headers: unknown } }>,
): Promise<Called<z.output<S>>> {
  try {
    const answer = await work()
    const read = shape.safeParse(answer)
    return read.success
      ? { kind: 'answer', answer: read.data, replayed: isReplay(answer.lastResponse.headers) }
      : { kind: 'silent', reached: true }
  } catch (error) {
    if (!(error instanceof loadStripe().errors.StripeError)) throw error
    const failure = failureIn(error)
    if (failure) return { kind: 'silent', reached: failure.sent }
    // Rate limited: nothing happened.
    if (error.statusCode === 429) return { kind: 'silent', reached: false }
    const { statusCode = 0, rawType, code, decline_code, advice_code, payment_intent } = error
    const answered =
      statusCode >= 400 && statusCode < 500 && statusCode !== 409 && rawType !== undefined
    return answered
      ? {
          kind: 'refused',
          type: rawType,
          error: { code, decline_code, advice_code },
          intent: payment_intent,
        }
      : { kind: 'silent', reached: true }
  }
}

/** The fetch client gives `Headers`, contrary to the SDK's types. */
const isReplay = (headers: unknown): boolean =>
  headers instanceof Headers && headers.get('idempotent-replayed') === 'true'

function failureIn(error: { detail?: unknown; cause?: unknown }): HttpFailure | null {
  for (const inner of [error.detail, error.cause]) if (inner instanceof HttpFailure) return inner
  return null
}

const PAGE = 100

const line = z.object({
  id: z.string().min(1),
  amount: z.number().int().nonnegative(),
  currency: z.string().regex(/^[a-z]{3}$/),
  created: z.number().int().positive(),
  status: z.string().nullish(),
  payment_intent: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const list = z.object({ object: z.literal('list'), has_more: z.boolean(), data: z.array(line) })
type Line = z.infer<typeof line>

/** No money moved. */
const FAILED = ['failed', 'canceled', 'requires_action']

async function readAll(
  fetchPage: (after: { starting_after?: string }) => Promise<Called<z.infer<typeof list>>>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (let last: string | undefined; ;) {
    const called = await fetchPage(last === undefined ? {} : { starting_after: last })
    if (called.kind !== 'answer')
      throw new GatewayUnavailable('stripe', called.kind === 'refused' || called.reached)
    const { data, has_more: more } = called.answer
    lines.push(...data)
    const next = data.at(-1)?.id
    if (!more || next === undefined || next === last) return lines
    last = next
  }
}

/**
 * Stripe's charges and refunds in whole seconds. A charge has the attempt's metadata; a refund is
 * matched by its intent.
 */
export async function readStripeMovements(
  stripe: Stripe,
  from: Date,
  until: Date,
): Promise<GatewayMovement[]> {
  const seconds = (at: Date) => Math.ceil(at.getTime() / 1000)
  const between = { created: { gte: seconds(from), lt: seconds(until) }, limit: PAGE }
  const charges = await readAll((after) =>
    calling(list, () => stripe.charges.list({ ...between, ...after })),
  )
  const refunds = await readAll((after) =>
    calling(list, () => stripe.refunds.list({ ...between, ...after })),
  )
  const movement =
    (kind: GatewayMovement['kind']) =>
    (one: Line): GatewayMovement => ({
      kind,
      gatewayRef: one.payment_intent ?? one.id,
      attemptId: one.metadata?.attempt_id ?? null,
      orderNumber: one.metadata?.order_number ?? null,
      amountMinor: minorOfStripe(one.amount, one.currency),
      currency: one.currency.toUpperCase(),
      at: new Date(one.created * 1000),
    })
  const moved = (one: Line) => one.amount > 0 && !FAILED.includes(one.status ?? '')
  return [
    ...charges.filter(moved).map(movement('charge')),
    ...refunds.filter(moved).map(movement('refund')),
  ]
}

/**
 * Decline codes (docs.stripe.com/declines/codes). Theft and fraud look like plain declines to the
 * buyer.
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
  authentication_required: 'authentication_required',
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

/** With these a card will never pay again. */
const FINAL_CODES = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'expired_card',
  'incorrect_number',
  'invalid_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
])

const isFinal = ({ code, decline_code, advice_code }: StripeRefusal): boolean =>
  advice_code === 'do_not_try_again' ||
  FINAL_CODES.has(decline_code ?? '') ||
  FINAL_CODES.has(code ?? '')

/** The bank's code is more specific than Stripe's. */
export const declineOf = (error: StripeRefusal): { reason: DeclineReason; final?: true } => ({
  reason: REASONS[error.decline_code ?? ''] ?? REASONS[error.code ?? ''] ?? 'card_declined',
  ...(isFinal(error) && { final: true }),
})
