import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import { sameText } from '#lib/same-text.ts'
import {
  type DeclineReason,
  type Gateway,
  type GatewayPayment,
  GatewayUnavailable,
  type OrderSnapshot,
  type PaymentStep,
  type SetupStep,
} from './gateway.ts'
import {
  type Called,
  chargeBody,
  checkBody,
  isPayable,
  noticeBody,
  type PaymentAnswer,
  paymentAnswer,
  quoteAnswer,
  readMovements,
  refundAnswer,
  refusalAnswer,
  returnForm,
  sandboxCalls,
  sandboxSigner,
  savedCardOf,
  savedCardRef,
  startBody,
} from './sandbox-wire.ts'

interface SandboxGatewaySettings {
  /** Origin of the bank, e.g. `http://bank.localhost:3400`. */
  url: string
  merchantId: string
  merchantSecret: string
  /** Timeout of one request, default 15 s. */
  timeoutMs?: number
}

/** Lost and stolen cards look like plain declines to the buyer. */
const REASONS: Record<string, DeclineReason> = {
  not_sufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_cvc: 'invalid_cvc',
  unknown_card: 'invalid_card',
  not_permitted_to_cardholder: 'not_permitted',
  not_permitted_to_terminal: 'not_permitted',
  fraud_suspect: 'suspected_fraud',
  limit_exceeded: 'limit',
  general_error: 'gateway_error',
  three_d_start_failed: 'three_d_failed',
  three_d_failed: 'three_d_failed',
  three_d_cancelled: 'three_d_failed',
  three_d_expired: 'three_d_failed',
  authentication_required: 'authentication_required',
  holder_not_verified: 'authentication_required',
}

/** With these a card will never pay again. */
const FINAL_REASONS = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'closed_card',
  'expired_card',
  'unknown_card',
])

const NOTICE_TOLERANCE_SECONDS = 300

interface Expected {
  attemptId: string
  orderNumber: string
  amountMinor: number
  currency: string
  gatewayRef?: string
}

/**
 * The adapter of the sandbox bank (`demo/sandbox-bank`). Errors and results contain no card data.
 */
export function createSandboxGateway(
  { url, merchantId, merchantSecret, timeoutMs = 15_000 }: SandboxGatewaySettings,
  { http, clock }: { http: HttpClient; clock: Clock },
): Gateway {
  const signer = sandboxSigner(merchantSecret)
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  const call = sandboxCalls({ url, merchantId, merchantSecret, timeoutMs }, { http, clock })

  const errorOf = (body: unknown) => refusalAnswer.safeParse(body).data?.error

  /** An answer that differs from what was requested means `unknown`. */
  function stepOf(expected: Expected, body: unknown): PaymentStep {
    const unknown: PaymentStep = {
      kind: 'unknown',
      ...(expected.gatewayRef && { gatewayRef: expected.gatewayRef }),
    }
    const read = paymentAnswer.safeParse(body)
    if (!read.success) return unknown
    const answer = read.data
    const same =
      answer.attempt_id === expected.attemptId &&
      answer.order_number === expected.orderNumber &&
      answer.amount_minor === expected.amountMinor &&
      answer.currency === expected.currency &&
      (expected.gatewayRef === undefined || answer.payment_id === expected.gatewayRef)
    if (!same) return unknown
    const facts = { gatewayRef: answer.payment_id, card: cardOf(answer) }
    switch (answer.state) {
      case 'paid':
        return { kind: 'paid', payment: paymentOf(answer) }
      case 'declined':
        return { kind: 'declined', ...declineOf(answer.reason), ...facts }
      case 'voided':
        return { kind: 'declined', reason: 'gateway_error', ...facts }
      case 'challenge':
      case 'ready':
        // A passed challenge keeps its address, which then sends the buyer back to us.
        if (!answer.challenge_url) return { kind: 'unknown', gatewayRef: answer.payment_id }
        return { kind: 'challenge', url: answer.challenge_url, ...facts }
      case 'started':
        return { kind: 'unknown', gatewayRef: answer.payment_id }
    }
  }

  function setupStepOf(setupId: string, body: unknown): SetupStep {
    const read = paymentAnswer.safeParse(body)
    if (!read.success || read.data.attempt_id !== setupId || read.data.amount_minor !== 0)
      return { kind: 'unknown' }
    const { state, payment_id: gatewayRef, challenge_url: url, reason } = read.data
    const card = savedCardOf(read.data)
    if (state === 'paid' && card) return { kind: 'saved', card, gatewayRef }
    if (state === 'declined')
      return { kind: 'declined', reason: declineOf(reason).reason, gatewayRef }
    if (state === 'voided') return { kind: 'declined', reason: 'gateway_error', gatewayRef }
    return state === 'challenge' && url
      ? { kind: 'challenge', url, gatewayRef }
      : { kind: 'unknown', gatewayRef }
  }

  /** The answer to the call that begins an attempt. */
  function firstStep(order: OrderSnapshot, called: Called): PaymentStep {
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
    if (called.status === 200) return stepOf(order, called.body)
    // Refused before anything was stored; only `attempt_differs` means an existing payment.
    const error = errorOf(called.body) ?? ''
    const refused = called.status >= 400 && called.status < 500 && error !== 'attempt_differs'
    if (!refused) return { kind: 'unknown' }
    return Object.hasOwn(REASONS, error)
      ? { kind: 'declined', ...declineOf(error) }
      : { kind: 'declined', reason: 'gateway_error' }
  }

  return {
    name: 'sandbox',
    capabilities: {
      cardFields: 'ours',
      savedCards: true,
      installments: true,
      partialRefund: true,
      isTest: true,
    },
    browser: { forms: [new URL(url).origin] },

    async start(order, means, options) {
      if (!isPayable(means)) return { kind: 'declined', reason: 'not_permitted' }
      return firstStep(order, await call('POST', '/v1/payments', startBody(order, means, options)))
    },

    charge: async (order, card, options) =>
      firstStep(order, await call('POST', '/v1/charges', chargeBody(order, card, options))),

    async complete(reference) {
      const { gatewayRef, orderNumber, amountMinor, currency } = reference
      const called = await call('POST', `/v1/payments/${encodeURIComponent(gatewayRef)}/complete`, {
        order_number: orderNumber,
        amount_minor: amountMinor,
        currency,
      })
      if (called.kind === 'silent' && !called.reached) return { kind: 'unreachable' }
      if (called.kind === 'silent' || called.status !== 200) return { kind: 'unknown', gatewayRef }
      return stepOf(reference, called.body)
    },

    async retrieve({ attemptId }) {
      const called = await call('GET', `/v1/attempts/${encodeURIComponent(attemptId)}`)
      if (called.kind === 'silent') throw new GatewayUnavailable('sandbox', called.reached)
      if (called.status === 404 && errorOf(called.body) === 'unknown_attempt') return null
      const read = paymentAnswer.safeParse(called.body)
      const isOurs = called.status === 200 && read.success && read.data.attempt_id === attemptId
      if (!isOurs) throw new GatewayUnavailable('sandbox', true)
      return paymentOf(read.data)
    },

    async refund(gatewayRef, amount, key) {
      const called = await call('POST', '/v1/refunds', {
        payment_id: gatewayRef,
        amount_minor: amount.amountMinor,
        currency: amount.currency,
        key,
      })
      if (called.kind === 'silent' || called.status >= 500) return { kind: 'unknown' }
      if (called.status !== 200)
        return { kind: 'refused', reason: errorOf(called.body) ?? 'refused' }
      const read = refundAnswer.safeParse(called.body)
      const same =
        read.success &&
        read.data.payment_id === gatewayRef &&
        read.data.amount_minor === amount.amountMinor &&
        read.data.currency === amount.currency
      return same ? { kind: 'refunded', refundedMinor: amount.amountMinor } : { kind: 'unknown' }
    },

    async saveCard(setup, means, options) {
      if (means.kind !== 'card') return { kind: 'declined', reason: 'not_permitted' }
      const called = await call('POST', '/v1/card-checks', checkBody(setup, means, options))
      if (called.kind === 'silent')
        return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
      if (called.status === 200) return setupStepOf(setup.setupId, called.body)
      const error = errorOf(called.body) ?? ''
      if (called.status >= 500 || error === 'attempt_differs') return { kind: 'unknown' }
      return Object.hasOwn(REASONS, error)
        ? { kind: 'declined', reason: declineOf(error).reason }
        : { kind: 'declined', reason: 'gateway_error' }
    },

    async findSetup({ setupId }) {
      const called = await call('GET', `/v1/attempts/${encodeURIComponent(setupId)}`)
      if (called.kind === 'silent') throw new GatewayUnavailable('sandbox', called.reached)
      if (called.status === 404 && errorOf(called.body) === 'unknown_attempt') return null
      const read = paymentAnswer.safeParse(called.body)
      if (called.status !== 200 || !read.success) throw new GatewayUnavailable('sandbox', true)
      // The holder confirmed: the bank keeps the card when it is told to.
      if (read.data.state === 'ready' || read.data.state === 'started') {
        const id = encodeURIComponent(read.data.payment_id)
        const done = await call('POST', `/v1/card-checks/${id}/complete`, {})
        return done.kind === 'answer' && done.status === 200
          ? setupStepOf(setupId, done.body)
          : { kind: 'unknown', gatewayRef: read.data.payment_id }
      }
      return setupStepOf(setupId, called.body)
    },

    async deleteCard(card) {
      const called = await call('POST', '/v1/cards/forget', savedCardRef(card))
      return (
        called.kind === 'answer' &&
        (called.status === 200 ||
          (called.status === 404 && errorOf(called.body) === 'unknown_card'))
      )
    },

    async quoteInstallments(card, { amountMinor, currency }) {
      const which =
        'firstDigits' in card
          ? { first_digits: card.firstDigits }
          : { saved_card: savedCardRef(card) }
      const called = await call('POST', '/v1/installments', {
        ...which,
        amount_minor: amountMinor,
        currency,
      })
      const read = quoteAnswer.safeParse(
        called.kind === 'answer' && called.status === 200 ? called.body : undefined,
      )
      const isAsked =
        read.success && read.data.amount_minor === amountMinor && read.data.currency === currency
      if (!isAsked)
        throw new GatewayUnavailable('sandbox', called.kind === 'answer' || called.reached)
      return read.data.offers.map((offer) => ({
        count: offer.count,
        totalMinor: offer.total_minor,
      }))
    },

    listMovements: (from, until) =>
      readMovements(
        async (target) => {
          const called = await call('GET', target)
          return called.kind === 'answer' && called.status === 200 ? called.body : null
        },
        from,
        until,
      ),

    readReturn(form) {
      const read = returnForm.safeParse(form)
      if (!read.success || !sameText(read.data.signature, signer.browserReturn(read.data)))
        return null
      const { attempt_id, payment_id, status, md_status } = read.data
      // Only 1 is verified; 4 and others come with `success` as well.
      return {
        attemptId: attempt_id,
        gatewayRef: payment_id,
        challengePassed: status === 'success' && md_status === '1',
      }
    },

    readNotice(rawBody, headers) {
      const header = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      )
      const { 'bank-event-id': eventId = '', 'bank-timestamp': timestamp = '' } = header
      const authentic = sameText(
        header['bank-signature'],
        signer.notice(eventId, timestamp, rawBody),
      )
      const isRecent =
        /^\d{1,12}$/.test(timestamp) &&
        Math.abs(Number(timestamp) - nowSeconds()) <= NOTICE_TOLERANCE_SECONDS
      if (!authentic || !isRecent) return null
      const read = noticeBody.safeParse(parsed(rawBody))
      if (!read.success || read.data.event_id !== eventId || read.data.merchant_id !== merchantId)
        return null
      return { eventId, attemptId: read.data.attempt_id, gatewayRef: read.data.payment_id }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const cardOf = (answer: PaymentAnswer) => ({
  brand: answer.card.brand,
  lastFour: answer.card.last_four,
})

/** The bank's reason in our words. */
const declineOf = (reason: string | null): { reason: DeclineReason; final?: true } => ({
  reason: REASONS[reason ?? ''] ?? 'card_declined',
  ...(reason !== null && FINAL_REASONS.has(reason) && { final: true }),
})

function paymentOf(answer: PaymentAnswer): GatewayPayment {
  const savedCard = savedCardOf(answer)
  return {
    attemptId: answer.attempt_id,
    gatewayRef: answer.payment_id,
    orderNumber: answer.order_number,
    state: answer.state,
    amountMinor: answer.amount_minor,
    currency: answer.currency,
    refundedMinor: answer.refunded_minor,
    card: cardOf(answer),
    ...(answer.reason && declineOf(answer.reason)),
    ...(savedCard && { savedCard }),
  }
}
