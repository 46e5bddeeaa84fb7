import type { AttemptReference, DeclineReason, GatewayPayment, PaymentStep } from './gateway.ts'
import { readRefusal } from './iyzico-reasons.ts'
import { minorOf, type IyzicoSigner, type PaymentAnswer } from './iyzico-wire.ts'

/** Signed by iyzico, and about this attempt. An answer with another's signature says nothing. */
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

/**
 * iyzico's states in ours. Without a state it is the answer to the completing call, which is a
 * success.
 */
function stateOf(answer: PaymentAnswer): GatewayPayment['state'] {
  switch (answer.paymentStatus ?? 'SUCCESS') {
    case 'SUCCESS':
      // 0: under review, do not deliver yet. −1: refused by the review.
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

function reasonOf(answer: PaymentAnswer): DeclineReason {
  if (answer.errorCode) {
    const refusal = readRefusal({ errorCode: answer.errorCode, errorGroup: answer.errorGroup })
    if (refusal.kind === 'declined') return refusal.reason
  }
  return answer.mdStatus !== undefined && answer.mdStatus !== null && answer.mdStatus !== '1'
    ? 'three_d_failed'
    : 'card_declined'
}

/** An authentic answer as checkout reads it. What was given back stands in another report. */
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
    ...(state === 'declined' && { reason: reasonOf(answer) }),
  }
}

/**
 * A payment as a step of the attempt it was looked up for; unknown when it is not what was asked
 * for, to the last minor unit.
 */
export function stepOf(payment: GatewayPayment, asked: AttemptReference): PaymentStep {
  const { gatewayRef, card } = payment
  const same =
    payment.amountMinor === asked.amountMinor &&
    payment.currency === asked.currency &&
    payment.orderNumber === asked.orderNumber &&
    (asked.gatewayRef === null || asked.gatewayRef === gatewayRef)
  if (!same) return { kind: 'unknown', ...(asked.gatewayRef && { gatewayRef: asked.gatewayRef }) }
  if (payment.state === 'paid') return { kind: 'paid', payment }
  if (payment.state === 'declined')
    return {
      kind: 'declined',
      reason: payment.reason ?? 'card_declined',
      gatewayRef,
      ...(card && { card }),
    }
  return { kind: 'unknown', gatewayRef }
}
