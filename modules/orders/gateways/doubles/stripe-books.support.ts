import { createHash, randomBytes } from 'node:crypto'
import { behaviourOf } from './start.support.ts'

export const newStripeId = (prefix: string): string =>
  `${prefix}_${randomBytes(12).toString('hex')}`

export interface CardError {
  code: string
  decline_code?: string
  advice_code?: string
}
const declined = (decline_code: string): CardError => ({ code: 'card_declined', decline_code })

/** Declining cards of docs.stripe.com/testing, and two of our own range. */
const DECLINES: Record<string, CardError> = {
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4100000000000019': declined('fraudulent'),
  '4000000000006975': declined('card_velocity_exceeded'),
  '4000000000000069': { code: 'expired_card' },
  '4000000000000127': { code: 'incorrect_cvc' },
  '4000000000000119': { code: 'processing_error' },
}
export function declineOf(number: string): CardError | null {
  if (behaviourOf(number) === '31') return { code: 'incorrect_number' }
  if (behaviourOf(number) === '32') return declined('transaction_not_allowed')
  return DECLINES[number] ?? null
}

/**
 * What becomes of a kept card that is charged without its holder, who has confirmed so many
 * payments with it. Where a challenge would be wanted, Stripe declines.
 */
export function laterDeclineOf({ number, confirmed }: Method): CardError | null {
  switch (ALWAYS_CHALLENGED.includes(number) ? '52' : behaviourOf(number)) {
    case '50':
      return confirmed > 1 ? null : declined('insufficient_funds')
    case '51':
      return { ...declined('invalid_account'), advice_code: 'do_not_try_again' }
    case '52':
      return { code: 'authentication_required', decline_code: 'authentication_required' }
    case '54':
      return { code: 'expired_card' }
    default:
      return declineOf(number)
  }
}

/** 55: begins a challenge although its holder is not there. */
export const leavesChallenge = (number: string): boolean => behaviourOf(number) === '55'

/** What comes after a challenge that the holder confirmed. */
export function afterChallenge(number: string): CardError | null {
  if (number === '4000008400001280') return { code: 'payment_intent_authentication_failure' }
  if (number === '4000008400001629') return declined('generic_decline')
  return number === '4000008260003178' ? declined('insufficient_funds') : null
}
export const AUTHENTICATION_FAILED: CardError = { code: 'payment_intent_authentication_failure' }

const ALWAYS_CHALLENGED = [
  '4000000000003220',
  '4000008400001629',
  '4000008400001280',
  '4000002760003184',
  '4000008260003178',
]
/** `any` challenges every card that can be; American Express here cannot. */
export const isChallenged = (number: string, wish: string): boolean =>
  ALWAYS_CHALLENGED.includes(number) || (wish === 'any' && !number.startsWith('37'))

export interface Card {
  number: string
  exp_month: number
  exp_year: number
}
export interface Method extends Card {
  id: string
  customer: string | null
  /** How many payments with it its holder has confirmed. */
  confirmed: number
}

export interface Setup {
  id: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  metadata: Record<string, string>
  customer: string
  last_setup_error: CardError | null
  method: Method
  return_url: string
}

/** A setup as the API shows it, with its card. */
export const setupBody = (
  { id, status, metadata, customer, last_setup_error, method, return_url }: Setup,
  origin: string,
): Record<string, unknown> => ({
  id,
  object: 'setup_intent',
  status,
  metadata,
  customer,
  usage: 'off_session',
  livemode: false,
  payment_method_types: ['card'],
  payment_method: status === 'requires_payment_method' ? null : methodBody(method),
  last_setup_error: last_setup_error && {
    type: 'card_error',
    message: 'Your card was declined.',
    ...last_setup_error,
  },
  next_action:
    status === 'requires_action'
      ? { type: 'redirect_to_url', redirect_to_url: { url: `${origin}/3ds/${id}`, return_url } }
      : null,
})

export interface Intent {
  id: string
  client_secret: string
  amount: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'processing' | 'canceled'
  metadata: Record<string, string>
  customer: string | null
  setup_future_usage: string | null
  last_payment_error: CardError | null
  method: Method | null
  return_url: string
  charges: number
  refunds: { id: string; amount: number; created: number }[]
  /** Seconds; when the money was taken. */
  chargedAt: number
}

const brandOf = (number: string) =>
  number.startsWith('4') ? 'visa' : /^3[47]/.test(number) ? 'amex' : 'mastercard'
/** Like Stripe's: sixteen letters and digits, of the number alone. */
const fingerprintOf = (number: string) =>
  createHash('sha256').update(`double ${number}`).digest('base64').replace(/\W/g, '').slice(0, 16)

export const methodBody = (method: Method) => ({
  id: method.id,
  object: 'payment_method',
  type: 'card',
  customer: method.customer,
  card: {
    brand: brandOf(method.number),
    last4: method.number.slice(-4),
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    fingerprint: fingerprintOf(method.number),
  },
})

export const refundedOf = (intent: Intent): number =>
  intent.refunds.reduce((sum, one) => sum + one.amount, 0)
export const chargeOf = (intent: Intent) => ({
  id: `ch_${intent.id.slice(3)}`,
  object: 'charge',
  amount: intent.amount,
  currency: intent.currency,
  amount_refunded: refundedOf(intent),
  payment_intent: intent.id,
  metadata: intent.metadata,
  created: intent.chargedAt,
  status: 'succeeded',
})
export const refundsOf = (intent: Intent) =>
  intent.refunds.map(({ id, amount, created }) => ({
    id,
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    metadata: {},
    created,
    status: 'succeeded',
  }))

/** An intent as the API shows it; what `expand` names is spelled out. */
export function intentBody(
  intent: Intent,
  expand: string[],
  origin: string,
): Record<string, unknown> {
  const {
    id,
    client_secret,
    amount,
    currency,
    status,
    metadata,
    customer,
    setup_future_usage,
    last_payment_error,
    method,
  } = intent
  const shownMethod = method && (expand.includes('payment_method') ? methodBody(method) : method.id)
  const charge =
    intent.charges > 0
      ? expand.includes('latest_charge')
        ? chargeOf(intent)
        : chargeOf(intent).id
      : null
  return {
    id,
    object: 'payment_intent',
    client_secret,
    amount,
    currency,
    status,
    metadata,
    customer,
    setup_future_usage,
    livemode: false,
    payment_method_types: ['card'],
    payment_method: status === 'requires_payment_method' ? null : shownMethod,
    latest_charge: charge,
    last_payment_error: last_payment_error && {
      type: 'card_error',
      message: 'Your card was declined.',
      ...last_payment_error,
    },
    next_action:
      status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: { url: `${origin}/3ds/${id}`, return_url: intent.return_url },
          }
        : null,
  }
}
