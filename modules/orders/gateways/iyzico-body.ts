import type { OrderSnapshot, PaymentMeans, StartOptions } from './gateway.ts'
import { decimalOf } from './iyzico-wire.ts'

/**
 * What iyzico wants as the identity number of a buyer who gave none: the customary number of
 * consumer invoices, never stored as theirs.
 */
export const NO_IDENTITY_NUMBER = '11111111111'

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const nameOf = (country: string): string =>
  /^[A-Z]{2}$/.test(country) ? (COUNTRIES.of(country) ?? country) : country

/**
 * iyzico caps texts; a long name or address is no reason to refuse a payment. An empty one would
 * be.
 */
const clip = (text: string, max: number) => text.trim().slice(0, max) || '-'

/** The last word is the surname. One word is both. */
function nameParts(full: string): { name: string; surname: string } {
  const words = full.trim().split(/\s+/)
  const surname = words.at(-1) ?? ''
  return { name: clip(words.slice(0, -1).join(' ') || surname, 100), surname: clip(surname, 100) }
}

/**
 * What both ways of starting say of an order. One line, of a virtual good, whose price is the
 * order's: discounts and tax are in it already. What the card is charged may be more, by what the
 * bank takes for paying in parts. `buyer.id` is the e-mail's holder, not the store: iyzico only
 * wants something stable.
 */
export function orderBody(order: OrderSnapshot, options: StartOptions, callbackUrl: string) {
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
    paymentGroup: 'PRODUCT',
    callbackUrl,
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

/**
 * `AA` + the card's expiry: iyzico keeps our label with the card and tells no expiry of its own.
 */
export const cardAlias = (storeName: string | undefined, month: number, year: number): string =>
  `${clip(storeName ?? '', 60)} ${String(month).padStart(2, '0')}/${year}`

/** The expiry of a card by the label that we gave it. */
export function readAlias(
  alias: string | undefined,
): { expiryMonth: number; expiryYear: number } | null {
  const read = /(0[1-9]|1[0-2])\/(20\d{2})$/.exec(alias ?? '')
  return read ? { expiryMonth: Number(read[1]), expiryYear: Number(read[2]) } : null
}

/**
 * The card, or the handle of a kept one. A new one that is to be kept joins those of the same
 * store.
 */
export function paymentCard(
  means: Extract<PaymentMeans, { kind: 'card' | 'saved' }>,
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
