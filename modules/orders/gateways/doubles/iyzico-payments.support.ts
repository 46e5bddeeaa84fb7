import { randomInt, randomUUID } from 'node:crypto'
import { associationOf, type BankError } from './iyzico-cards.support.ts'

/** A number in JSON exactly as it is written: 249.90000000. */
export const literal = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

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
  keptCard: { cardUserKey: string; cardToken: string } | null
  charges: number
  refunds: { conversationId: string; minor: number; currency: string; at: number }[]
  chargedAt: number
  /** Of the hosted page. */
  token: string | null
}

interface KeptCard {
  cardToken: string
  cardAlias: string
  number: string
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
        charges: 0,
        refunds: [],
        chargedAt: 0,
        token: null,
        ...fields,
      }
      payments.set(payment.paymentId, payment)
      return payment
    },
    cardsOf: (cardUserKey: string): KeptCard[] | undefined => cards.get(cardUserKey),
    keepCard(payment: Payment): void {
      if (!payment.keepAs) return
      const cardUserKey = payment.keepAs.cardUserKey ?? randomUUID()
      const card = {
        cardToken: randomUUID(),
        cardAlias: payment.keepAs.alias,
        number: payment.number,
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
