import type { OrderSnapshot, PaymentMeans, SavedCard, StartOptions } from './gateway.ts'
import type { PaymentAnswer } from './sandbox-wire.ts'

/** The bank takes cards, typed or kept; it has no fields and no page of its own for them. */
type Payable = Extract<PaymentMeans, { kind: 'card' | 'saved' }>
export const isPayable = (means: PaymentMeans): means is Payable =>
  means.kind === 'card' || means.kind === 'saved'

/** The bank caps texts; a long name or address is no reason to refuse a payment. */
const clip = (text: string, max: number) => text.trim().slice(0, max)

function bodyOf(means: Payable, { customerRef }: StartOptions) {
  if (means.kind === 'saved')
    return { saved_card: { customer_ref: means.customerRef, card_token: means.cardRef } }
  return {
    card: {
      holder: clip(means.holder, 100),
      number: means.number.replace(/[\s-]/g, ''),
      expiry_month: means.expiryMonth,
      expiry_year: means.expiryYear,
      cvc: means.cvc,
    },
    ...(means.storeCard && { keep_card: { ...(customerRef && { customer_ref: customerRef }) } }),
  }
}

/** `POST /v1/payments` */
export function startBody(order: OrderSnapshot, means: Payable, options: StartOptions) {
  const { buyer, surchargeMinor = 0 } = order
  return {
    attempt_id: order.attemptId,
    order_number: order.orderNumber,
    item_name: clip(order.itemName, 200),
    amount_minor: order.amountMinor,
    currency: order.currency,
    installments: options.installments,
    ...(surchargeMinor > 0 && { price_minor: order.amountMinor - surchargeMinor }),
    three_d_secure: options.threeDSecure,
    locale: options.locale,
    return_url: options.returnUrl,
    notice_url: options.noticeUrl,
    ...bodyOf(means, options),
    buyer: {
      name: clip(buyer.name, 200),
      email: clip(buyer.email, 254),
      phone: clip(buyer.phone, 40),
      city: clip(buyer.city, 100),
      country: clip(buyer.country, 100),
      address: clip(buyer.address, 500),
      zip_code: clip(buyer.zipCode, 20),
      ...(buyer.identityNumber && { identity_number: clip(buyer.identityNumber, 20) }),
      ip: options.buyerIp,
    },
  }
}

/** What was kept with a payment, if anything was. */
export function savedCardOf({ saved_card: kept }: PaymentAnswer): SavedCard | null {
  return (
    kept && {
      customerRef: kept.customer_ref,
      cardRef: kept.card_token,
      brand: kept.brand,
      lastFour: kept.last_four,
      expiryMonth: kept.expiry_month,
      expiryYear: kept.expiry_year,
      fingerprint: kept.fingerprint ?? null,
    }
  )
}
