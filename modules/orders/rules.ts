import { passesLuhn } from '#lib/card-numbers.ts'
import type { FieldRules } from '#lib/field-rules.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { scaleHalfUp } from '#lib/money.ts'
import { monthsAfter } from '#lib/dates.ts'
import { MARKET_FACTS, type Market } from '#lib/market.ts'
import { plateOf, provinceNamed, provinceOfPostcode } from './ui/provinces.ts'

/** How long an open order keeps its price. */
export const ORDER_SECONDS = 24 * 3600
/**
 * D30: an opened checkout is a draft; it ends after 30 days unless Pay is pressed, which gives the
 * order its own time.
 */
export const DRAFT_SECONDS = 30 * 24 * 3600
/** How long a bank's challenge may take before the attempt is given up. */
export const CHALLENGE_SECONDS = 15 * 60
/** Declined or abandoned attempts of one store in an hour before it must wait (card testing). */
export const MAX_ATTEMPTS_PER_HOUR = 10
export const MAX_ADDRESSES = 20
/** How long an idempotency key answers the same. */
export const KEY_SECONDS = 24 * 3600
/**
 * An attempt that rests this long without an end is looked up at the gateway. With the worker's
 * sweep every 10 s it is settled within 30 s of a healthy gateway (PAY-5).
 */
export const SETTLE_AFTER_SECONDS = 15
/** How long somebody at the challenge is left alone before the gateway is asked. */
export const CHALLENGE_LOOK_SECONDS = 60
/**
 * Between two looks at an attempt of which nothing is heard: the sweep's own pace, so that it is
 * settled soon after an outage.
 */
export const LOOK_AGAIN_SECONDS = 10
/**
 * Between two looks at an attempt that the gateway itself has not decided: twice as long each time,
 * from the first to the second of these.
 */
export const UNDECIDED_SECONDS = [10, 600] as const
/**
 * After this long, an attempt that the gateway has never heard of was never sent: longer than any
 * gateway client waits for an answer.
 */
export const LOST_SECONDS = 20
/** A refund whose end is not known is asked for again when it has rested this long. */
export const REFUND_AGAIN_SECONDS = 15
/** A gateway that could not be asked to forget a card is asked again after this long. */
export const FORGET_AGAIN_SECONDS = 600
/** How long an item stays on a store after its whole price went back (D10). */
export const USE_NOTICE_SECONDS = 7 * 86_400

/**
 * S1.7, S9.8: until when an item's free support lasts, counted from its purchase; null for what has
 * none.
 */
export const supportEndsAt = (market: Market, paidAt: Date): Date | null => {
  const months = MARKET_FACTS[market].supportMonths
  return months > 0 ? monthsAfter(paidAt, months) : null
}

export interface Amounts {
  subtotalMinor: number
  discountMinor: number
  taxMinor: number
  totalMinor: number
}

/**
 * What an order costs (D9): tax is rounded half up on the discounted net. Where list prices include
 * tax, the net is taken out of them with the home country's rate, so that a buyer there pays
 * exactly the price shown and a buyer abroad the net with their own rate.
 */
export function priceOrder(input: {
  listPriceMinor: number
  includesTax: boolean
  homeRateBp: number
  rateBp: number
  discountMinor?: number
}): Amounts {
  const { listPriceMinor, includesTax, homeRateBp, rateBp, discountMinor = 0 } = input
  const atHome = includesTax && rateBp === homeRateBp
  const subtotalMinor = includesTax
    ? scaleHalfUp(listPriceMinor, 10_000, 10_000 + homeRateBp)
    : listPriceMinor
  const discount = Math.min(discountMinor, subtotalMinor)
  const taxMinor =
    atHome && discount === 0
      ? listPriceMinor - subtotalMinor
      : scaleHalfUp(subtotalMinor - discount, rateBp, 10_000)
  return {
    subtotalMinor,
    discountMinor: discount,
    taxMinor,
    totalMinor: subtotalMinor - discount + taxMinor,
  }
}

/** Where a tax day is not UTC's. */
export const TAX_ZONES: Readonly<Record<string, string>> = { TR: 'Europe/Istanbul' }

/** The day, in the country whose tax it is, that decides which rate holds: "2026-11-21". */
export const taxDay = (country: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: TAX_ZONES[country] ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)

const digits = (text: string) => Array.from(text, Number)

/** Turkish identity number: 11 digits, two check digits. */
export function isIdentityNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const d = digits(text) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const odd = d[0] + d[2] + d[4] + d[6] + d[8]
  const even = d[1] + d[3] + d[5] + d[7]
  const tenth = (((odd * 7 - even) % 10) + 10) % 10
  return d[9] === tenth && d[10] === d.slice(0, 10).reduce((sum, digit) => sum + digit, 0) % 10
}

/** Turkish tax number: 10 digits, one check digit. */
export function isTaxNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text) || /^0+$/.test(text)) return false
  const d = digits(text)
  let sum = 0
  for (let place = 1; place <= 9; place += 1) {
    const shifted = ((d[place - 1] as number) + 10 - place) % 10
    sum += shifted === 9 ? 9 : (shifted * 2 ** (10 - place)) % 9
  }
  return d[9] === (10 - (sum % 10)) % 10
}

/** S3.1, S5.7: what each field of an address must be by itself, in the order of the page. */
export const ADDRESS_RULES = {
  company: { max: 160 },
  firstname: { max: 80 },
  lastname: { max: 80 },
  tax_office: { max: 80 },
  tax_number: { max: 32 },
  identity_number: { max: 20 },
  email: { required: true, email: true, max: 160 },
  phone: { required: true, phone: true, max: 32 },
  country: { required: true, max: 2 },
  city: { required: true, max: 80 },
  district: { max: 80 },
  zip_code: { max: 16 },
  address: { required: true, max: 400 },
  name: { required: true, max: 80 },
} as const satisfies Record<string, FieldRules>

type AddressFields = { [name in keyof typeof ADDRESS_RULES]?: string | undefined } & {
  invoice_type: string
  city: string
}

/** Longer than any coupon code, however it is spaced out; what is longer is refused unread. */
export const MAX_COUPON_CODE_LENGTH = 64

export const CARD_HOLDER_RULES = { required: true, max: 80 } as const satisfies FieldRules

/**
 * What the form alone cannot check (S5.1): rules by invoice type and country. Spaces in numbers are
 * forgiven.
 */
export function checkAddress(input: AddressFields): Record<string, FieldMessage> {
  const fields: Record<string, FieldMessage> = {}
  const required = (name: keyof AddressFields) => {
    if (!input[name]) fields[name] = { code: 'field.required' }
  }
  const turkish = input.country === 'TR'
  if (input.invoice_type === 'individual') {
    required('firstname')
    required('lastname')
    if (turkish && input.identity_number && !isIdentityNumber(input.identity_number))
      fields.identity_number = { code: 'field.identity_number' }
  } else {
    required('company')
    if (turkish) {
      required('tax_office')
      required('tax_number')
      if (input.tax_number) Object.assign(fields, checkTaxNumber(input.tax_number))
    }
  }
  if (turkish) {
    required('district')
    required('zip_code')
    const province = provinceNamed(input.city)
    if (input.city && !province) fields.city = { code: 'field.province' }
    if (input.zip_code && !/^(0[1-9]|[1-7]\d|8[01])\d{3}$/.test(input.zip_code))
      fields.zip_code = { code: 'field.zip_code' }
    else if (input.zip_code && province && provinceOfPostcode(input.zip_code) !== province) {
      fields.zip_code = {
        code: 'field.zip_code_province',
        params: { province, plate: plateOf(province) },
      }
    }
  }
  return fields
}

/** A sole trader's tax number is the 11-digit identity number. */
function checkTaxNumber(text: string): Record<string, FieldMessage> {
  if (isTaxNumber(text) || isIdentityNumber(text)) return {}
  if (/^\d{1,9}$/.test(text))
    return { tax_number: { code: 'field.tax_number_missing', params: { count: 10 - text.length } } }
  return { tax_number: { code: 'field.tax_number' } }
}

/**
 * Quotes of instalments for one store: enough for somebody who types a few cards, not for reading a
 * bank's table out.
 */
export const QUOTES = { most: 60, seconds: 600 }

/** S5.2: a card is valid through the last day of its month. */
export const isExpired = (
  card: { expiry_year: number; expiry_month: number },
  now: Date,
): boolean =>
  card.expiry_year * 12 + card.expiry_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1

/** A name for a card must not hold its number. */
export const holdsCardNumber = (text: string): boolean => /\d{12}/.test(text.replace(/\D/g, ''))

/** S5.2. American Express has four digits of security code. */
export function checkCard(
  card: { number: string; expiry_month: number; expiry_year: number; cvc: string },
  now: Date,
): Record<string, FieldMessage> {
  const fields: Record<string, FieldMessage> = {}
  if (!passesLuhn(card.number)) fields['card.number'] = { code: 'field.card_number' }
  if (isExpired(card, now)) fields['card.expiry_month'] = { code: 'field.expired' }
  if (card.cvc.length !== (/^3[47]/.test(card.number) ? 4 : 3))
    fields['card.cvc'] = { code: 'field.cvc' }
  return fields
}

export const ORDER_STATES = [
  'draft',
  'awaiting_payment',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const ATTEMPT_STATES = [
  'created',
  'challenge',
  'authorising',
  'succeeded',
  'declined',
  'unknown',
  'voided',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/**
 * The state machines of orders and payment attempts (D10). Rows move only along them (`data.ts`),
 * and the diagrams in the README are drawn from them.
 */
export const ORDER_MOVES: Record<OrderState, readonly OrderState[]> = {
  draft: ['awaiting_payment', 'paid', 'cancelled', 'expired'],
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  cancelled: [],
  expired: [],
}

export const ATTEMPT_MOVES: Record<AttemptState, readonly AttemptState[]> = {
  created: ['challenge', 'authorising', 'succeeded', 'declined', 'unknown', 'voided'],
  challenge: ['authorising', 'succeeded', 'declined', 'unknown', 'voided'],
  authorising: ['succeeded', 'declined', 'unknown', 'voided'],
  unknown: ['challenge', 'authorising', 'succeeded', 'declined', 'voided'],
  succeeded: [],
  declined: [],
  voided: [],
}

export const LIVE_ATTEMPTS: readonly AttemptState[] = [
  'created',
  'challenge',
  'authorising',
  'unknown',
]
/**
 * Money may be moving: nobody may start another attempt now. A challenge is not among them: no
 * money moves before we ask for it.
 */
export const MOVING_ATTEMPTS: readonly AttemptState[] = ['created', 'authorising', 'unknown']

/** An attempt that has not ended. */
export const isLive = (attempt: { state: string }): boolean =>
  LIVE_ATTEMPTS.some((state) => state === attempt.state)

/**
 * Is there a payment for which money may be moving? Then the order stays as it is until that has
 * ended.
 */
export const isMoving = (attempt: { state: string } | undefined): boolean =>
  MOVING_ATTEMPTS.some((state) => state === attempt?.state)

/** An order in these may still be paid, until it expires. */
export const OPEN_ORDERS: readonly OrderState[] = ['draft', 'awaiting_payment']

export const canMoveOrder = (from: OrderState, to: OrderState): boolean =>
  ORDER_MOVES[from].includes(to)
export const canMoveAttempt = (from: AttemptState, to: AttemptState): boolean =>
  ATTEMPT_MOVES[from].includes(to)

export const orderCan = {
  pay: (order: { state: string; expires_at: Date }, now: Date): boolean =>
    OPEN_ORDERS.some((state) => state === order.state) && order.expires_at > now,
}

/** Why somebody gets money back, as orders keep it. */
export const REFUND_REASONS = [
  'buyer_request',
  'not_delivered',
  'duplicate',
  'fraud',
  'other',
] as const
/** The operator's note when a discrepancy is resolved. */
export const RESOLUTION_NOTE_RULES = {
  required: true,
  min: 5,
  max: 1000,
  lines: true,
} as const satisfies FieldRules
