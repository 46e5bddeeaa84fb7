import type {
  AttemptReference,
  ChargeOptions,
  DeclineReason,
  GatewayPayment,
  OrderSnapshot,
  PaymentMethod,
  PaymentStep,
} from './gateway.ts'
import {
  decimalOf,
  type IyzicoSigner,
  minorOf,
  type PaymentAnswer,
  readRefusal,
} from './iyzico-wire.ts'

/** Whether the answer is signed by iyzico and about this attempt. */
export function isAuthentic(
  answer: PaymentAnswer,
  attemptId: string,
  signer: IyzicoSigner,
): boolean {
  const { paymentId, currency, basketId, conversationId, token } = answer
  const values = [
    ...(token === undefined ? [] : [answer.paymentStatus ?? '']),
    paymentId,
    currency,
    basketId,
    conversationId,
  ]
  const signed = signer.isSigned(
    answer.signature,
    values,
    [answer.paidPrice, answer.price],
    token === undefined ? [] : [token],
  )
  return signed && conversationId === attemptId && minorOf(answer.paidPrice) !== null
}

const cardOf = (answer: PaymentAnswer) =>
  answer.lastFourDigits === undefined
    ? {}
    : { card: { brand: brandOf(answer.cardAssociation), lastFour: answer.lastFourDigits } }

const BRANDS: Record<string, string> = {
  VISA: 'visa',
  MASTER_CARD: 'mastercard',
  AMERICAN_EXPRESS: 'amex',
  TROY: 'troy',
}
export const brandOf = (association: string | undefined): string =>
  BRANDS[association ?? ''] ?? 'card'

/** Without a state it is the answer of the completing call, which succeeded. */
function stateOf(answer: PaymentAnswer): GatewayPayment['state'] {
  switch (answer.paymentStatus ?? 'SUCCESS') {
    case 'SUCCESS':
      // 0: under review, do not deliver. −1: refused by the review.
      if (answer.fraudStatus === 0) return 'pending'
      return answer.fraudStatus === -1 ? 'declined' : 'paid'
    case 'INIT_THREEDS':
      return 'challenge'
    case 'CALLBACK_THREEDS':
      return 'ready'
    case 'FAILURE':
      return 'declined'
    default:
      return 'pending'
  }
}

function declineOf(answer: PaymentAnswer): { reason: DeclineReason; final?: true } {
  if (answer.errorCode) {
    const refusal = readRefusal({ errorCode: answer.errorCode, errorGroup: answer.errorGroup })
    if (refusal.kind === 'declined') {
      const { kind: _declined, ...decline } = refusal
      return decline
    }
  }
  const isVerified =
    answer.mdStatus === undefined || answer.mdStatus === null || answer.mdStatus === '1'
  return { reason: isVerified ? 'card_declined' : 'three_d_failed' }
}

/** Maps an authentic answer; refunds are in another report. */
export function paymentOf(answer: PaymentAnswer, refundedMinor = 0): GatewayPayment {
  const state = stateOf(answer)
  return {
    attemptId: answer.conversationId,
    gatewayRef: answer.paymentId,
    orderNumber: answer.basketId,
    state,
    amountMinor: minorOf(answer.paidPrice) ?? -1,
    currency: answer.currency,
    refundedMinor,
    ...cardOf(answer),
    ...(state === 'declined' && declineOf(answer)),
  }
}

/** Maps a payment to a step; `unknown` when it differs from what was requested. */
export function stepOf(payment: GatewayPayment, expected: AttemptReference): PaymentStep {
  const { gatewayRef, card } = payment
  const same =
    payment.amountMinor === expected.amountMinor &&
    payment.currency === expected.currency &&
    payment.orderNumber === expected.orderNumber &&
    (expected.gatewayRef === null || expected.gatewayRef === gatewayRef)
  if (!same)
    return { kind: 'unknown', ...(expected.gatewayRef && { gatewayRef: expected.gatewayRef }) }
  if (payment.state === 'paid') return { kind: 'paid', payment }
  if (payment.state === 'declined')
    return {
      kind: 'declined',
      reason: payment.reason ?? 'card_declined',
      ...(payment.final && { final: true }),
      gatewayRef,
      ...(card && { card }),
    }
  return { kind: 'unknown', gatewayRef }
}

/** The customary number for consumer invoices when the buyer gave none; never stored. */
const NO_IDENTITY_NUMBER = '11111111111'

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const nameOf = (country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (COUNTRIES.of(country) ?? country) : country

/** iyzico caps texts, and a long name must not fail a payment. An empty one would. */
const clip = (text: string, max: number) => text.trim().slice(0, max) || '-'

/** The last word is the surname; a single word is both. */
function nameParts(full: string): { name: string; surname: string } {
  const words = full.trim().split(/\s+/)
  const surname = words.at(-1) ?? ''
  return { name: clip(words.slice(0, -1).join(' ') || surname, 100), surname: clip(surname, 100) }
}

/**
 * The order for every way of paying: one virtual line whose price includes discount and tax. The
 * card may be charged more, by the surcharge. `buyer.id` only has to be stable.
 */
export function orderBody(order: OrderSnapshot, options: ChargeOptions) {
  const { buyer } = order
  const price = decimalOf(order.amountMinor - (order.surchargeMinor ?? 0))
  const address = {
    contactName: clip(buyer.name, 200),
    city: clip(buyer.city, 100),
    country: clip(nameOf(buyer.country), 100),
    address: clip(buyer.address, 500),
    ...(buyer.zipCode && { zipCode: clip(buyer.zipCode, 20) }),
  }
  return {
    locale: options.locale === 'tr' ? 'tr' : 'en',
    conversationId: order.attemptId,
    price,
    paidPrice: decimalOf(order.amountMinor),
    currency: order.currency,
    basketId: order.orderNumber,
    buyer: {
      id: clip(buyer.email, 100),
      ...nameParts(buyer.name),
      identityNumber: buyer.identityNumber ?? NO_IDENTITY_NUMBER,
      email: clip(buyer.email, 254),
      ...(buyer.phone && { gsmNumber: clip(buyer.phone, 20) }),
      registrationAddress: address.address,
      city: address.city,
      country: address.country,
      ...(address.zipCode && { zipCode: address.zipCode }),
      ip: options.buyerIp,
    },
    billingAddress: address,
    shippingAddress: address,
    basketItems: [
      {
        id: order.orderNumber,
        name: clip(order.itemName, 200),
        category1: 'Software',
        itemType: 'VIRTUAL',
        price,
      },
    ],
  }
}

/** `AA` + expiry: iyzico stores our label but returns no expiry. */
const cardAlias = (storeName: string | undefined, month: number, year: number): string =>
  `${clip(storeName ?? '', 60)} ${String(month).padStart(2, '0')}/${year}`

/** Reads the expiry from our label. */
export function readAlias(
  alias: string | undefined,
): { expiryMonth: number; expiryYear: number } | null {
  const read = /(0[1-9]|1[0-2])\/(20\d{2})$/.exec(alias ?? '')
  return read ? { expiryMonth: Number(read[1]), expiryYear: Number(read[2]) } : null
}

/** A card for the card storage, with its expiry in our label. */
export const storedCard = ({
  holder,
  number,
  expiryMonth,
  expiryYear,
  storeName,
}: Extract<PaymentMethod, { kind: 'card' }>) => ({
  cardAlias: cardAlias(storeName, expiryMonth, expiryYear),
  cardHolderName: clip(holder, 100),
  cardNumber: number.replace(/[\s-]/g, ''),
  expireMonth: String(expiryMonth).padStart(2, '0'),
  expireYear: String(expiryYear),
})

/** The card or a saved card's handle. A card to be saved joins the store's others. */
export function paymentCard(
  means: Extract<PaymentMethod, { kind: 'card' | 'saved' }>,
  customerRef: string | undefined,
) {
  if (means.kind === 'saved') return { cardUserKey: means.customerRef, cardToken: means.cardRef }
  const { expiryMonth, expiryYear } = means
  return {
    cardHolderName: clip(means.holder, 100),
    cardNumber: means.number.replace(/[\s-]/g, ''),
    cvc: means.cvc,
    expireMonth: String(expiryMonth).padStart(2, '0'),
    expireYear: String(expiryYear),
    registerCard: means.storeCard ? 1 : 0,
    ...(means.storeCard && {
      cardAlias: cardAlias(means.storeName, expiryMonth, expiryYear),
      ...(customerRef && { cardUserKey: customerRef }),
    }),
  }
}
