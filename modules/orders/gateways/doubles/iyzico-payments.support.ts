import { randomInt, randomUUID } from 'node:crypto'
import { behaviourOf } from './start.support.ts'

/** A number in JSON exactly as it is written: 249.90000000. */
export const literal = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

interface CardRef {
  cardUserKey: string
  cardToken: string
}

export interface Payment {
  paymentId: string
  conversationId: string
  basketId: string
  currency: string
  priceMinor: number
  paidMinor: number
  installment: number
  paymentStatus: 'INIT_THREEDS' | 'CALLBACK_THREEDS' | 'SUCCESS' | 'FAILURE' | null
  mdStatus: string | null
  fraudStatus: 1 | 0 | -1
  error: BankError | null
  number: string
  callbackUrl: string
  /** What the bank's page gave back, which the completing call must repeat. */
  conversationData: string
  keepAs: { alias: string; cardUserKey: string | undefined } | null
  keptCard: CardRef | null
  /** The kept card that pays. */
  payingCard: CardRef | null
  charges: number
  refunds: { conversationId: string; minor: number; currency: string; at: number }[]
  chargedAt: number
  /** Of the hosted page. */
  token: string | null
  /** Whose saved cards the hosted page shows, and adds to. */
  cardUserKey: string | undefined
}

interface KeptCard {
  cardToken: string
  cardAlias: string
  number: string
  /** How many payments with it its holder has confirmed. */
  confirmed: number
}

/** The double's memory: it lives as long as its process. */
export function createBooks() {
  const payments = new Map<string, Payment>()
  const cards = new Map<string, KeptCard[]>()
  const used = new Set<string>()
  return {
    payments,
    /** True the first time that this is asked. */
    once(key: string): boolean {
      if (used.has(key)) return false
      used.add(key)
      return true
    },
    find: (test: (payment: Payment) => boolean) => [...payments.values()].find(test),
    add(
      fields: Pick<
        Payment,
        | 'conversationId'
        | 'basketId'
        | 'currency'
        | 'priceMinor'
        | 'paidMinor'
        | 'installment'
        | 'number'
        | 'callbackUrl'
        | 'keepAs'
      > &
        Partial<Payment>,
    ): Payment {
      const payment: Payment = {
        paymentId: String(randomInt(20_000_000, 2_000_000_000)),
        paymentStatus: 'INIT_THREEDS',
        mdStatus: null,
        fraudStatus: 1,
        error: null,
        conversationData: '',
        keptCard: null,
        payingCard: null,
        charges: 0,
        refunds: [],
        chargedAt: 0,
        token: null,
        cardUserKey: undefined,
        ...fields,
      }
      payments.set(payment.paymentId, payment)
      return payment
    },
    cardsOf: (cardUserKey: string): KeptCard[] | undefined => cards.get(cardUserKey),
    cardOf: (ref: CardRef): KeptCard | undefined =>
      cards.get(ref.cardUserKey)?.find((card) => card.cardToken === ref.cardToken),
    /** The same card of a customer is kept once. */
    storeCard(cardUserKey: string, number: string, cardAlias: string): KeptCard {
      const kept = cards.get(cardUserKey) ?? []
      const known = kept.find((one) => one.number === number)
      if (known) return known
      const card = { cardToken: randomUUID(), cardAlias, number, confirmed: 0 }
      cards.set(cardUserKey, [...kept, card])
      return card
    },
    keepCard(payment: Payment): void {
      if (!payment.keepAs) return
      const cardUserKey = payment.keepAs.cardUserKey ?? randomUUID()
      const card = {
        cardToken: randomUUID(),
        cardAlias: payment.keepAs.alias,
        number: payment.number,
        confirmed: 0,
      }
      cards.set(cardUserKey, [...(cards.get(cardUserKey) ?? []), card])
      payment.keptCard = { cardUserKey, cardToken: card.cardToken }
    },
    dropCard(cardUserKey: string, cardToken: string): boolean {
      const before = cards.get(cardUserKey) ?? []
      if (cards.has(cardUserKey))
        cards.set(
          cardUserKey,
          before.filter((card) => card.cardToken !== cardToken),
        )
      return before.some((card) => card.cardToken === cardToken)
    },
  }
}
export type Books = ReturnType<typeof createBooks>

const plain = (minor: number): string => String(minor / 100)
const padded = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}000000`

/**
 * A payment as the calls answer it; `long` writes amounts with the zeros that iyzico's JSON shows
 * elsewhere, signed without them.
 */
export function paymentBody(
  payment: Payment,
  hmac: (values: string[]) => string,
  { long, look }: { long: boolean; look: boolean },
) {
  const { paymentId, currency, basketId, conversationId, priceMinor, paidMinor, number, token } =
    payment
  const amounts = [plain(paidMinor), plain(priceMinor)]
  const values = [
    ...(token === null ? [] : [payment.paymentStatus ?? '']),
    paymentId,
    currency,
    basketId,
    conversationId,
    ...amounts,
    ...(token === null ? [] : [token]),
  ]
  const write = (minor: number) => literal(long ? padded(minor) : plain(minor))
  return {
    status: 'success',
    locale: 'en',
    systemTime: Date.now(),
    conversationId,
    price: write(priceMinor),
    paidPrice: write(paidMinor),
    installment: payment.installment,
    paymentId,
    fraudStatus: payment.fraudStatus,
    merchantCommissionRate: literal('0.00000000'),
    cardType: 'CREDIT_CARD',
    cardAssociation: associationOf(number),
    cardFamily: 'Bonus',
    binNumber: number.slice(0, 6),
    lastFourDigits: number.slice(-4),
    basketId,
    currency,
    itemTransactions: [
      {
        itemId: basketId,
        paymentTransactionId: `${paymentId}1`,
        transactionStatus: 2,
        price: write(priceMinor),
        paidPrice: write(paidMinor),
      },
    ],
    phase: 'AUTH',
    mdStatus: payment.mdStatus === null ? null : Number(payment.mdStatus),
    hostReference: 'mock00007iyzihostrfn',
    authCode: '123456',
    ...payment.keptCard,
    ...(look && { paymentStatus: payment.paymentStatus }),
    ...(look && payment.error),
    ...(token !== null && { token }),
    signature: hmac(values),
  }
}

interface BankError {
  errorCode: string
  errorGroup: string
  errorMessage: string
}

const error = (errorCode: number, errorGroup: string): BankError => ({
  errorCode: String(errorCode),
  errorGroup,
  errorMessage: errorGroup.toLowerCase().replaceAll('_', ' '),
})

/**
 * The test cards of docs.iyzico.com/en/add-ons/test-cards that the bank declines, and three of our
 * own range.
 */
const DECLINED: Record<string, BankError> = {
  '4111111111111129': error(10_051, 'NOT_SUFFICIENT_FUNDS'),
  '4129111111111111': error(10_005, 'DO_NOT_HONOUR'),
  '4128111111111112': error(10_012, 'INVALID_TRANSACTION'),
  '4127111111111113': error(10_041, 'LOST_CARD'),
  '4126111111111114': error(10_043, 'STOLEN_CARD'),
  '4125111111111115': error(10_054, 'EXPIRED_CARD'),
  '4124111111111116': error(10_084, 'INVALID_CVC2'),
  '4123111111111117': error(10_057, 'NOT_PERMITTED_TO_CARDHOLDER'),
  '4122111111111118': error(10_058, 'NOT_PERMITTED_TO_TERMINAL'),
  '4121111111111119': error(10_034, 'FRAUD_SUSPECT'),
  '4120111111111110': error(10_041, 'PICKUP_CARD'),
  '4130111111111118': error(10_200, 'GENERAL_ERROR'),
}

/** What the bank says when money is asked for, or nothing. */
export function declineOf(number: string): BankError | null {
  if (behaviourOf(number) === '30') return error(10_061, 'EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT')
  if (behaviourOf(number) === '31') return error(10_215, 'INVALID_CARD_NUMBER')
  if (behaviourOf(number) === '32') return error(10_093, 'RESTRICTED_BY_LAW')
  return DECLINED[number] ?? null
}

/**
 * What the bank says when a kept card is charged without its holder, who has confirmed so many
 * payments with it.
 */
export function laterDeclineOf({ number, confirmed }: KeptCard): BankError | null {
  switch (behaviourOf(number)) {
    case '50':
      return confirmed > 1 ? null : error(10_051, 'NOT_SUFFICIENT_FUNDS')
    case '51':
      return error(10_209, 'BLOCKED_CARD')
    case '52':
      return error(10_217, 'DEBIT_CARDS_REQUIRES_3DS')
    case '54':
      return error(10_054, 'EXPIRED_CARD')
    default:
      return declineOf(number)
  }
}

/** 42 and 43: the bank charges, and iyzico answers that it does not know. */
export function unsureOf(number: string): BankError | null {
  if (behaviourOf(number) === '42') return error(10_214, 'COMMUNICATION_OR_SYSTEM_ERROR')
  return behaviourOf(number) === '43' ? error(10_219, 'REQUEST_TIMEOUT') : null
}

const MD_STATUS: Record<string, string> = { '4131111111111117': '0', '4141111111111115': '4' }
/** What the holder's confirmation comes to: 1 is verified. */
export const mdStatusOf = (number: string): string => MD_STATUS[number] ?? '1'

/** 40: under review, 41: refused by the review. */
export const fraudStatusOf = (number: string): 1 | 0 | -1 =>
  behaviourOf(number) === '40' ? 0 : behaviourOf(number) === '41' ? -1 : 1
export const failsAtStart = (number: string): boolean => number === '4151111111111112'
export const isRefundable = (number: string): boolean => number !== '5406670000000009'

function associationOf(number: string): string {
  if (/^3[47]/.test(number)) return 'AMERICAN_EXPRESS'
  if (/^(9792|650)/.test(number)) return 'TROY'
  return number.startsWith('4') ? 'VISA' : 'MASTER_CARD'
}

/** Credit cards of the table pay in parts. */
const CREDIT_BINS = ['552879', '552608', '460345', '979207', '979203', '374427', '650170', '490000']
export const isCredit = (bin: string): boolean => CREDIT_BINS.some((known) => bin.startsWith(known))
