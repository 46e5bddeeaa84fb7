import { EU_COUNTRIES } from '#lib/countries.ts'
import { type FieldRules, passesLuhn } from '#lib/field-rules.ts'
import { monthsAfter } from '#lib/clock.ts'
import { type Market, MARKET_FACTS } from '#lib/market.ts'
import { divide, scaleHalfUp } from '#lib/money.ts'
import type { FieldMessage } from '#lib/refusal.ts'
import { addressFormOf } from './address-forms.ts'
import { plateOf, provinceNamed, provinceOfPostcode } from './ui/provinces.ts'

/** An open order keeps its price for this long. */
export const ORDER_SECONDS = 24 * 3600
/** D30: drafts end after 30 days. */
export const DRAFT_SECONDS = 30 * 24 * 3600
/** A challenge may take this long. */
export const CHALLENGE_SECONDS = 15 * 60
/** Declined or abandoned attempts of a store per hour (card testing). */
export const MAX_ATTEMPTS_PER_HOUR = 10
export const MAX_ADDRESSES = 20
/** Lifetime of an idempotency key. */
export const KEY_SECONDS = 24 * 3600
/**
 * An attempt without an outcome is looked up after this long: with recovery every 10 s it settles
 * within 30 s (PAY-5).
 */
export const SETTLE_AFTER_SECONDS = 15
/** A buyer at the challenge is not looked up before this. */
export const CHALLENGE_LOOK_SECONDS = 60
/** Interval between looks while the gateway does not answer. */
export const RECHECK_SECONDS = 10
/** First and longest interval while the gateway has not decided; doubled each time. */
export const UNDECIDED_SECONDS = [10, 600] as const
/**
 * An attempt that the gateway does not know was never sent after this long: longer than any
 * client's timeout.
 */
export const LOST_SECONDS = 20
/**
 * The same for charges without the buyer, who does not wait: longer than any process may be stuck
 * before it sends one.
 */
export const LOST_CHARGE_SECONDS = 180
/** A refund without an outcome is retried after this long. */
export const REFUND_RETRY_SECONDS = 15
/** Retry interval for deleting a card at its gateway. */
export const CARD_DELETION_RETRY_SECONDS = 600
/** An item stays on the store this long after a full refund (D10). */
export const USE_NOTICE_SECONDS = 7 * 86_400

/** End of an item's free support, counted from the purchase (S1.7, S9.8); null without support. */
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
 * Prices an order (D9). Tax is rounded half up on the discounted net. From list prices with tax the
 * net is taken out with the home country's rate, so that buyers there pay exactly the list price.
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
  const subtotalMinor = netPrice(input, listPriceMinor)
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

/** What a line of a bundle is priced by. */
export interface BundleLine {
  listPriceMinor: number
  homeRateBp: number
  rateBp: number
}

/**
 * Prices the lines of a bundle: the percentage is taken off the sum of their prices without tax and
 * divided over them, and each is taxed on what is left.
 */
export function priceLines(
  { includesTax, percentOff }: { includesTax: boolean; percentOff: number },
  lines: readonly BundleLine[],
): Amounts[] {
  const subtotals = lines.map(({ homeRateBp, listPriceMinor }) =>
    netPrice({ includesTax, homeRateBp }, listPriceMinor),
  )
  const sum = subtotals.reduce((all, one) => all + one, 0)
  const discounts = divide(scaleHalfUp(sum, percentOff, 100), subtotals)
  return lines.map((line, place) =>
    priceOrder({ ...line, includesTax, discountMinor: discounts[place] ?? 0 }),
  )
}

/** What of a list price is left without the tax of the home country. */
export const netPrice = (
  { includesTax, homeRateBp }: { includesTax: boolean; homeRateBp: number },
  listMinor: number,
): number => (includesTax ? scaleHalfUp(listMinor, 10_000, 10_000 + homeRateBp) : listMinor)

/** Why an order has no tax although the buyer's country has a rate. */
export const TAX_EXEMPTIONS = ['reverse_charge'] as const
export type TaxExemption = (typeof TAX_EXEMPTIONS)[number]

/** What the EU's VAT service says of a VAT id; `waiting`: nothing yet. */
export const VAT_STATUSES = ['waiting', 'confirmed', 'refused'] as const
export type VatStatus = (typeof VAT_STATUSES)[number]
/** Questions to it that a store may cause by saving addresses; more are left to the job. */
export const VAT_QUESTIONS = { most: 20, seconds: 3600 } as const
/** An answer of the VAT service older than this is asked for again before a renewal. */
export const VAT_CONFIRMED_SECONDS = 30 * 86_400
/** How long to wait after `tries` unanswered questions before the last one: 5 minutes to a day. */
export const vatRetrySeconds = (tries: number): number => Math.min(86_400, 300 * 2 ** tries)

/** Who sells and who buys. `rateBp`: of the buyer's country, null when it has none. */
export interface TaxCase {
  seller: { country: string; vatId?: string | undefined }
  buyer: {
    country: string
    isCompany: boolean
    /** By the tax authority, not by its form: anybody can make up an id. */
    hasConfirmedVatId: boolean
  }
  rateBp: number | null
  sellerRateBp: number
}

const isAcrossTheEu = (seller: string, buyer: string): boolean =>
  buyer !== seller && [buyer, seller].every((one) => EU_COUNTRIES.includes(one))

/** Whether a VAT id decides on the tax of companies in a country. */
export const dependsOnVatId = (seller: TaxCase['seller'], country: string): boolean =>
  Boolean(seller.vatId) && isAcrossTheEu(seller.country, country)

/**
 * The tax of an order (D9). Within the European Union a company in another country owes the tax
 * itself when both have a VAT id and the buyer's is confirmed (Directive 2006/112/EC, articles 44
 * and 196); others pay the rate of their country, or the seller's while the market has none for it
 * (article 59c). Elsewhere a country without a rate has no tax.
 */
export function taxOf({ seller, buyer, rateBp, sellerRateBp }: TaxCase): {
  rateBp: number
  exemption: TaxExemption | null
} {
  if (!isAcrossTheEu(seller.country, buyer.country)) return { rateBp: rateBp ?? 0, exemption: null }
  if (seller.vatId && buyer.isCompany && buyer.hasConfirmedVatId)
    return { rateBp: 0, exemption: 'reverse_charge' }
  return { rateBp: rateBp ?? sellerRateBp, exemption: null }
}

const digits = (text: string) => Array.from(text, Number)

/** Turkish identity number: 11 digits, two of them check digits. */
export function isIdentityNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const digit = (place: number) => Number(text[place])
  const odd = digit(0) + digit(2) + digit(4) + digit(6) + digit(8)
  const even = digit(1) + digit(3) + digit(5) + digit(7)
  const tenth = (((odd * 7 - even) % 10) + 10) % 10
  return digit(9) === tenth && digit(10) === (odd + even + tenth) % 10
}

/** Turkish tax number: 10 digits, one of them a check digit. */
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

/** Rules of each address field on its own (S3.1, S5.7), in the order of the page. */
export const ADDRESS_RULES = {
  company: { max: 160 },
  firstname: { max: 80 },
  lastname: { max: 80 },
  tax_office: { max: 80 },
  tax_number: { max: 32 },
  identity_number: { max: 20 },
  registration_number: { max: 32 },
  email: { required: true, email: true, max: 160 },
  phone: { required: true, phone: true, max: 32 },
  country: { required: true, max: 2 },
  city: { required: true, max: 80 },
  district: { max: 80 },
  zip_code: { max: 16 },
  building_number: { max: 16 },
  additional_number: { max: 16 },
  address: { required: true, max: 400 },
  name: { required: true, max: 80 },
} as const satisfies Record<string, FieldRules>

type AddressFields = { [name in keyof typeof ADDRESS_RULES]?: string | undefined } & {
  invoice_type: string
  city: string
}

export const CARD_HOLDER_RULES = { required: true, max: 80 } as const satisfies FieldRules

/** Rules by invoice type and country (S5.1). Spaces in numbers are allowed. */
export function checkAddress(input: AddressFields): Record<string, FieldMessage> {
  const fields: Record<string, FieldMessage> = {}
  const required = (name: keyof AddressFields) => {
    if (!input[name]) fields[name] = { code: 'field.required' }
  }
  const form = addressFormOf(input.country ?? '')
  const isCompany = input.invoice_type === 'institutional'
  for (const name of isCompany ? (['company'] as const) : (['firstname', 'lastname'] as const))
    required(name)
  for (const name of [...(isCompany ? form.required.companies : []), ...form.required.everybody])
    required(name as keyof AddressFields)
  for (const [name, count] of Object.entries(form.digits ?? {})) {
    const text = input[name as keyof AddressFields]
    if (text && !(/^\d+$/.test(text) && text.length === count))
      fields[name] = { code: 'field.digits', params: { count } }
  }
  return input.country === 'TR' ? { ...fields, ...checkTurkish(input, isCompany) } : fields
}

function checkTurkish(input: AddressFields, isCompany: boolean): Record<string, FieldMessage> {
  const fields: Record<string, FieldMessage> = {}
  if (!isCompany && input.identity_number && !isIdentityNumber(input.identity_number))
    fields.identity_number = { code: 'field.identity_number' }
  if (isCompany && input.tax_number) Object.assign(fields, checkTaxNumber(input.tax_number))
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
 * Installment quotes of a store: enough for typing a few cards, not for scraping the bank's table.
 */
export const QUOTES = { most: 60, seconds: 600 }

/** A card is valid through the last day of its month (S5.2); one of unknown expiry until declined. */
export const isExpired = (
  card: { expiry_year: number | null; expiry_month: number | null },
  now: Date,
): boolean =>
  card.expiry_year !== null &&
  card.expiry_month !== null &&
  card.expiry_year * 12 + card.expiry_month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1

export const holdsCardNumber = (text: string): boolean => /\d{12}/.test(text.replace(/\D/g, ''))

/** S5.2. American Express has a four-digit security code. */
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

/** What an order of a subscription is for. */
export const ORDER_PURPOSES = ['start', 'renewal', 'change', 'final'] as const
export type OrderPurpose = (typeof ORDER_PURPOSES)[number]

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
/** Money may be moving: no other attempt may start. Nothing moves during a challenge. */
export const MOVING_ATTEMPTS: readonly AttemptState[] = ['created', 'authorising', 'unknown']

export const isLive = (attempt: { state: string }): boolean =>
  LIVE_ATTEMPTS.some((state) => state === attempt.state)

/** Whether money may be moving. The order must not change until the attempt has ended. */
export const isMoving = (attempt: { state: string } | undefined): boolean =>
  MOVING_ATTEMPTS.some((state) => state === attempt?.state)

/** States in which an order may be paid, until it expires. */
export const OPEN_ORDERS: readonly OrderState[] = ['draft', 'awaiting_payment']

export const canMoveOrder = (from: OrderState, to: OrderState): boolean =>
  ORDER_MOVES[from].includes(to)
export const canMoveAttempt = (from: AttemptState, to: AttemptState): boolean =>
  ATTEMPT_MOVES[from].includes(to)

export const orderCan = {
  pay: (order: { state: string; expires_at: Date }, now: Date): boolean =>
    OPEN_ORDERS.some((state) => state === order.state) && order.expires_at > now,
}

/** Why an owner asks for money back. */
export const REFUND_REQUEST_REASONS = [
  'not_working',
  'not_as_described',
  'by_mistake',
  'charged_twice',
  'other',
] as const
export type RefundRequestReason = (typeof REFUND_REQUEST_REASONS)[number]
export const REFUND_REQUEST_STATES = ['open', 'granted', 'declined'] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]
export const REFUND_REQUEST_RULES = {
  text: { required: true, min: 10, max: 2000, lines: true },
  answer: { required: true, min: 10, max: 2000, lines: true },
} as const satisfies Record<string, FieldRules>

export const REFUND_REASONS = [
  'buyer_request',
  'not_delivered',
  'duplicate',
  'fraud',
  'other',
] as const
/** An operator may also give a subscription a credit, which takes nothing back. */
export const OPERATOR_REFUND_REASONS = [...REFUND_REASONS, 'goodwill'] as const
/** The operator's note on a resolved discrepancy. */
export const RESOLUTION_NOTE_RULES = {
  required: true,
  min: 5,
  max: 1000,
  lines: true,
} as const satisfies FieldRules
