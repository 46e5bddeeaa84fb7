/**
 * What the bank does with a card is decided by its number. The first table is that of iyzico's
 * sandbox (docs.iyzico.com, "test cards"), so that a demo, a test and a real sandbox behave alike;
 * the second is a range of our own for everything that can go wrong on the wire. A number in
 * neither is declined: nobody should ever type a real card here.
 */
export type Brand = 'visa' | 'mastercard' | 'amex' | 'troy'

export type BankReason =
  | 'not_sufficient_funds'
  | 'do_not_honour'
  | 'invalid_transaction'
  | 'lost_card'
  | 'stolen_card'
  | 'pickup_card'
  | 'closed_card'
  | 'expired_card'
  | 'invalid_cvc'
  | 'not_permitted_to_cardholder'
  | 'not_permitted_to_terminal'
  | 'fraud_suspect'
  | 'limit_exceeded'
  | 'general_error'
  | 'unknown_card'
  | 'authentication_required'
  | 'three_d_start_failed'
  | 'three_d_failed'
  | 'three_d_cancelled'
  | 'three_d_expired'

/**
 * Where a fault happens: `charge` is the call in which money moves, `complete` or a `start` without
 * challenge.
 */
export type Step = 'charge' | 'start' | 'lookup' | 'refund'

export type Fault =
  | 'hang_before'
  | 'hang_after'
  | 'reset_before'
  | 'reset_after'
  | 'error_500_before'
  | 'error_500_after'
  | 'error_502_before'
  | 'error_502_after'
  | 'slow_body'
  | 'answer_late'
  | 'wrong_amount'
  | 'wrong_currency'
  | 'wrong_order'
  | 'answer_badly_signed'
  | 'answer_malformed'
  | 'notice_twice'
  | 'notice_badly_signed'
  | 'notice_missing'
  | 'notice_first'
  | 'return_badly_signed'

interface LaterCharge {
  decline?: BankReason
  /** Until the holder has paid with the kept card once more, through a challenge. */
  untilHolderPays?: true
  /** Is charged at once, and answered when no merchant waits any more. */
  late?: true
}

/** What may become of a kept card that is charged without its holder. */
export const LATER = {
  no_funds: { decline: 'not_sufficient_funds', untilHolderPays: true },
  closed: { decline: 'closed_card' },
  wants_holder: { decline: 'authentication_required' },
  answers_late: { late: true },
  expired: { decline: 'expired_card' },
} as const satisfies Record<string, LaterCharge>
export type Later = keyof typeof LATER

/** Kept with the payment in place of the card's number. */
export interface CardPlan {
  decline?: BankReason
  threeDStartFails?: true
  /** What the challenge ends with, whatever code is typed (1 = verified). */
  mdStatus?: number
  notRefundable?: true
  /** Pays without a challenge when the merchant leaves it to the bank. */
  noChallengeInAuto?: true
  /** The holder's own payments with it are paid. */
  later?: Later
  fault?: { kind: Fault; at: Step; everyTime: boolean }
}

export interface TestCard {
  number: string
  /** For the tables that people read. */
  meaning: string
  plan: CardPlan
  /** A credit card of this country: its holder may pay in parts. */
  inParts?: true
}

const card = (number: string, meaning: string, plan: CardPlan = {}): TestCard => ({
  number,
  meaning,
  plan,
})
const credit = (number: string, meaning: string): TestCard => ({
  ...card(number, meaning),
  inParts: true,
})

export const KNOWN_CARDS: readonly TestCard[] = [
  credit('5528790000000008', 'Mastercard credit, pays'),
  credit('5526080000000006', 'Mastercard credit, pays'),
  credit('5311570000000005', 'Mastercard credit, pays'),
  credit('5400360000000003', 'Mastercard credit, pays'),
  credit('5504720000000003', 'Mastercard credit, pays'),
  credit('5451030000000000', 'Mastercard credit, pays'),
  card('5890040000000016', 'Mastercard debit, pays'),
  card('5170410000000004', 'Mastercard debit, pays'),
  card('5892830000000000', 'Mastercard debit, pays'),
  card('5168880000000002', 'Mastercard debit, pays'),
  card('4766620000000001', 'Visa debit, pays'),
  card('4987490000000002', 'Visa debit, pays'),
  card('4475050000000003', 'Visa debit, pays'),
  card('4059030000000009', 'Visa debit, pays'),
  card('4910050000000006', 'Visa debit, pays'),
  credit('4603450000000000', 'Visa credit, pays'),
  credit('4729150000000005', 'Visa credit, pays'),
  credit('4543590000000006', 'Visa credit, pays'),
  credit('4157920000000002', 'Visa credit, pays'),
  card('9792020000000001', 'Troy debit, pays'),
  credit('9792030000000000', 'Troy credit, pays'),
  credit('9792072000017956', 'Troy credit, pays'),
  credit('6501700194147183', 'Troy credit, pays'),
  credit('374427000000003', 'American Express, pays (four-digit code)'),
  card('4054180000000007', 'foreign Visa debit, pays'),
  card('5400010000000004', 'foreign Mastercard credit, pays'),
  card('5406670000000009', 'pays, but cannot be refunded or voided', { notRefundable: true }),
  card('4111111111111129', 'not sufficient funds', { decline: 'not_sufficient_funds' }),
  card('4129111111111111', 'do not honour', { decline: 'do_not_honour' }),
  card('4128111111111112', 'invalid transaction', { decline: 'invalid_transaction' }),
  card('4127111111111113', 'lost card', { decline: 'lost_card' }),
  card('4126111111111114', 'stolen card', { decline: 'stolen_card' }),
  card('4125111111111115', 'expired card', { decline: 'expired_card' }),
  card('4124111111111116', 'wrong security code', { decline: 'invalid_cvc' }),
  card('4123111111111117', 'not permitted to the card holder', {
    decline: 'not_permitted_to_cardholder',
  }),
  card('4122111111111118', 'not permitted to the terminal', {
    decline: 'not_permitted_to_terminal',
  }),
  card('4121111111111119', 'fraud suspected', { decline: 'fraud_suspect' }),
  card('4120111111111110', 'pick the card up', { decline: 'pickup_card' }),
  card('4130111111111118', 'general error', { decline: 'general_error' }),
  card('4131111111111117', 'challenge says success, but mdStatus 0', { mdStatus: 0 }),
  card('4141111111111115', 'challenge says success, but mdStatus 4', { mdStatus: 4 }),
  card('4151111111111112', '3-D Secure cannot begin', { threeDStartFails: true }),
]

/**
 * Two digits of our own range → what happens. The order is that of docs/protocols/sandbox-bank.md.
 */
export const BEHAVIOURS: Readonly<
  Record<string, { fault?: Fault; decline?: BankReason; later?: Later }>
> = {
  '00': {},
  '01': { fault: 'hang_before' },
  '02': { fault: 'hang_after' },
  '03': { fault: 'reset_before' },
  '04': { fault: 'reset_after' },
  '05': { fault: 'error_500_before' },
  '06': { fault: 'error_500_after' },
  '07': { fault: 'error_502_before' },
  '08': { fault: 'error_502_after' },
  '09': { fault: 'slow_body' },
  '10': { fault: 'wrong_amount' },
  '11': { fault: 'wrong_currency' },
  '12': { fault: 'wrong_order' },
  '13': { fault: 'answer_badly_signed' },
  '14': { fault: 'answer_malformed' },
  '20': { fault: 'notice_twice' },
  '21': { fault: 'notice_badly_signed' },
  '22': { fault: 'notice_missing' },
  '23': { fault: 'notice_first' },
  '24': { fault: 'return_badly_signed' },
  '30': { decline: 'limit_exceeded' },
  '50': { later: 'no_funds' },
  '51': { later: 'closed' },
  '52': { later: 'wants_holder' },
  '53': { later: 'answers_late' },
  '54': { later: 'expired' },
}

export const STEPS: readonly Step[] = ['charge', 'start', 'lookup', 'refund']

/**
 * Our own range: 490000, behaviour (2 digits), step, flags (+1 no challenge in auto mode, +2 every
 * time), five digits of any card, check digit.
 */
const OWN_RANGE = /^490000(\d\d)([0-3])([0-3])\d{6}$/

interface Flags {
  noChallengeInAuto?: boolean
  everyTime?: boolean
}

/** The number of our own range for a behaviour; throws for one that does not exist. */
export function ownNumber(behaviour: string, at: Step = 'charge', flags: Flags = {}): string {
  const flag = (flags.noChallengeInAuto ? 1 : 0) + (flags.everyTime ? 2 : 0)
  const body = `490000${behaviour}${STEPS.indexOf(at)}${flag}00000`
  const number = body + checkDigit(body)
  if (!planOf(number)) throw new Error(`no such behaviour: ${behaviour} at ${at}`)
  return number
}

/** What the bank will do with this number; `null` for a number that is in no table. */
export function planOf(number: string): CardPlan | null {
  if (!passesLuhn(number)) return null
  const known = KNOWN_CARDS.find((one) => one.number === number)
  if (known) return known.plan
  const [, code = '', stepDigit = '', flagDigit = ''] = OWN_RANGE.exec(number) ?? []
  const behaviour = BEHAVIOURS[code]
  const at = STEPS[Number(stepDigit)]
  if (!behaviour || !at) return null
  const onWholePayment = !behaviour.fault || /^(notice|return)_/.test(behaviour.fault)
  if (onWholePayment && at !== 'charge') return null
  const flags = Number(flagDigit)
  return {
    ...(behaviour.decline && { decline: behaviour.decline }),
    ...(flags % 2 === 1 && { noChallengeInAuto: true as const }),
    ...(behaviour.later && { later: behaviour.later }),
    ...(behaviour.fault && { fault: { kind: behaviour.fault, at, everyTime: flags >= 2 } }),
  }
}

/**
 * The plan of a charge without the holder, who has confirmed so many payments with this kept card.
 */
export function planWithoutHolder({ later, ...plan }: CardPlan, holderPayments: number): CardPlan {
  const charge: LaterCharge = later ? LATER[later] : {}
  if (charge.untilHolderPays && holderPayments > 1) return plan
  return {
    ...plan,
    ...(charge.decline && { decline: charge.decline }),
    ...(charge.late && { fault: { kind: 'answer_late', at: 'charge', everyTime: false } }),
  }
}

export function brandOf(number: string): Brand | 'unknown' {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(9792|65)/.test(number)) return 'troy'
  if (number.startsWith('4')) return 'visa'
  return /^(5|2[2-7])/.test(number) ? 'mastercard' : 'unknown'
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const weighted = place % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum
}

export const passesLuhn = (number: string): boolean =>
  /^\d{12,19}$/.test(number) && luhnSum(number) % 10 === 0

const checkDigit = (body: string): string => String((10 - (luhnSum(`${body}0`) % 10)) % 10)
