import { z } from 'zod'
import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import { sameText } from '#lib/same-text.ts'
import {
  type AttemptReference,
  type CardSetup,
  type ChargeOptions,
  type Gateway,
  type GatewayPayment,
  GatewayUnavailable,
  type OrderSnapshot,
  type PaymentMethod,
  type PaymentReference,
  type PaymentStep,
  readSignedReturn,
  type SavedCardHandle,
  serializeByKey,
  type SetupOptions,
  signedReturnUrl,
  type StartOptions,
  type StartStep,
} from './gateway.ts'
import { iyzicoCards, storeCard } from './iyzico-cards.ts'
import { iyzicoRefunds, readIyzicoMovements, readReport, recentlyUnsure } from './iyzico-ledger.ts'
import { isAuthentic, orderBody, paymentCard, paymentOf, stepOf } from './iyzico-payment.ts'
import {
  type Called,
  decimalOf,
  isAboutMissing,
  iyzicoCalls,
  iyzicoSigner,
  noticeBody,
  pageAnswer,
  parseAnswer,
  type PaymentAnswer,
  paymentAnswer,
  readRefusal,
  returnForm,
  startAnswer,
} from './iyzico-wire.ts'

export interface IyzicoSettings {
  /** `https://api.iyzipay.com` or its sandbox. */
  url: string
  apiKey: string
  secretKey: string
  /**
   * `page`: iyzico's payment page takes the card (SAQ A). `ours`: our form does, and card data
   * passes through our memory (SAQ D).
   */
  cardFields: 'page' | 'ours'
  /** Origins of iyzico's payment page. */
  pageOrigins?: readonly string[]
  /** Timeout of one request, default 20 s. */
  timeoutMs?: number
  /** How late a refund or a charge may appear in iyzico's records, default 60 s. */
  reportLagSeconds?: number
}

/** The hosted page's answer before anybody paid. */
const openPageAnswer = z.object({ status: z.literal('success') })
const CURRENCIES = ['TRY', 'USD', 'EUR']
const PAGE_ORIGINS = ['https://cpp.iyzipay.com', 'https://sandbox-cpp.iyzipay.com']
const HOSTED = '/payment/iyzipos/checkoutform'

/**
 * The iyzico adapter. Errors and results contain no card data. Every payment uses 3-D Secure,
 * except charges without the buyer.
 */
export function createIyzicoGateway(
  {
    url,
    apiKey,
    secretKey,
    cardFields,
    pageOrigins = PAGE_ORIGINS,
    timeoutMs = 20_000,
    reportLagSeconds = 60,
  }: IyzicoSettings,
  { http, clock }: { http: HttpClient; clock: Clock },
): Gateway {
  const signer = iyzicoSigner(secretKey)
  const calls = iyzicoCalls({ url, apiKey, timeoutMs }, signer, http)
  const cards = iyzicoCards(calls)
  const refund = iyzicoRefunds({ calls, signer, clock, reportLagSeconds })
  const [starting, completing] = [serializeByKey<StartStep>(), serializeByKey<PaymentStep>()]
  const charging = serializeByKey<PaymentStep>()
  const unsureCharges = recentlyUnsure(clock, reportLagSeconds)

  const withCard = async (answer: PaymentAnswer, refundedMinor = 0): Promise<GatewayPayment> => {
    const payment = paymentOf(answer, refundedMinor)
    const savedCard = payment.state === 'paid' ? await cards.savedCard(answer) : null
    return { ...payment, ...(savedCard && { savedCard }) }
  }

  /** Null when iyzico has no payment for the attempt. Throws `GatewayUnavailable`. */
  async function lookUp(attempt: AttemptReference): Promise<PaymentAnswer | 'page_open' | null> {
    const token = tokenOf(attempt.gatewayRef)
    const body = { locale: 'en', conversationId: attempt.attemptId }
    const called =
      token === null
        ? await calls.post(
            '/payment/detail',
            {
              ...body,
              paymentConversationId: attempt.attemptId,
              ...(attempt.gatewayRef && { paymentId: attempt.gatewayRef }),
            },
            paymentAnswer,
          )
        : await calls.post(
            `${HOSTED}/auth/ecom/detail`,
            { ...body, token },
            z.union([paymentAnswer, openPageAnswer]),
          )
    if (called.kind === 'silent') throw new GatewayUnavailable('iyzico', called.reached)
    if (called.kind === 'failure') {
      if (!isAboutMissing(called.errorCode))
        throw new GatewayUnavailable('iyzico', readRefusal(called).kind !== 'busy')
      return token === null ? null : 'page_open'
    }
    // After a decline the hosted page allows another try.
    if (
      !('signature' in called.answer) ||
      (token !== null && called.answer.paymentStatus !== 'SUCCESS')
    )
      return 'page_open'
    if (!isAuthentic(called.answer, attempt.attemptId, signer))
      throw new GatewayUnavailable('iyzico', true)
    return called.answer
  }

  async function retrieve(attempt: AttemptReference): Promise<GatewayPayment | null> {
    const found = await lookUp(attempt)
    if (found === null) {
      // A charge whose answer was lost may not be in iyzico's records yet.
      if (unsureCharges.has(attempt.attemptId)) throw new GatewayUnavailable('iyzico', true)
      return null
    }
    const { attemptId, orderNumber, amountMinor, currency } = attempt
    if (found === 'page_open')
      return {
        attemptId,
        gatewayRef: attempt.gatewayRef ?? '',
        orderNumber,
        amountMinor,
        currency,
        state: 'challenge',
        refundedMinor: 0,
      }
    const payment = paymentOf(found)
    // A signed return says that the challenge was passed, even if the lookup is behind.
    if (payment.state === 'challenge' && attempt.returned !== undefined)
      return { ...payment, state: 'ready' }
    if (payment.state !== 'paid') return payment
    const back = await readReport(calls, { paymentId: found.paymentId })
    if (back === null) throw new GatewayUnavailable('iyzico', true)
    return withCard(
      found,
      back === 'refused' ? 0 : back.reduce((sum, { amountMinor: minor }) => sum + (minor ?? 0), 0),
    )
  }

  /** The step of an attempt that iyzico knows or may know; null when it may be begun. */
  async function knownStep(order: OrderSnapshot): Promise<PaymentStep | null> {
    const attempt = { ...order, gatewayRef: null }
    try {
      const known = await lookUp(attempt)
      return known === null || known === 'page_open' ? null : stepOf(await withCard(known), attempt)
    } catch (error) {
      if (error instanceof GatewayUnavailable)
        return error.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
      throw error
    }
  }

  /** Does not restart an attempt that iyzico knows: its challenge cannot be shown twice. */
  async function startOnce(
    order: OrderSnapshot,
    means: PaymentMethod,
    options: StartOptions,
  ): Promise<StartStep> {
    const known = await knownStep(order)
    if (known !== null) return known
    return means.kind === 'page'
      ? openPage(order, options)
      : startChallenge(order, means as CardMeans, options)
  }

  async function startChallenge(
    order: OrderSnapshot,
    means: CardMeans,
    options: StartOptions,
  ): Promise<StartStep> {
    const called = await calls.post(
      '/payment/3dsecure/initialize',
      {
        ...orderBody(order, options),
        paymentGroup: 'PRODUCT',
        callbackUrl: options.returnUrl,
        installment: options.installments,
        paymentChannel: 'WEB',
        paymentCard: paymentCard(means, options.customerRef),
      },
      startAnswer,
    )
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
    if (called.kind === 'failure') return startRefused(called)
    const { paymentId, conversationId, threeDSHtmlContent, signature } = called.answer
    if (
      conversationId !== order.attemptId ||
      !signer.isSigned(signature, [paymentId, conversationId])
    )
      return { kind: 'unknown' }
    const html = Buffer.from(threeDSHtmlContent, 'base64').toString('utf8')
    return {
      kind: 'challenge',
      html,
      gatewayRef: paymentId,
      ...(means.kind === 'card' && { card: { brand: 'card', lastFour: means.number.slice(-4) } }),
    }
  }

  async function openPage(order: OrderSnapshot, options: StartOptions): Promise<StartStep> {
    const called = await calls.post(
      `${HOSTED}/initialize/auth/ecom`,
      {
        ...orderBody(order, options),
        paymentGroup: 'PRODUCT',
        callbackUrl: signedReturnUrl(options.returnUrl, secretKey, order.attemptId),
        enabledInstallments: [options.installments],
        forceThreeDS: 1,
        ...(options.customerRef && { cardUserKey: options.customerRef }),
      },
      pageAnswer,
    )
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
    if (called.kind === 'failure') return startRefused(called)
    const { token, conversationId, paymentPageUrl, signature } = called.answer
    if (conversationId !== order.attemptId || !signer.isSigned(signature, [conversationId, token]))
      return { kind: 'unknown' }
    return { kind: 'challenge', url: paymentPageUrl, gatewayRef: `${TOKEN_PREFIX}${token}` }
  }

  /**
   * Charges without 3-D Secure. Money moves in this call, and iyzico has no idempotency keys: when
   * its outcome is unknown, it is not repeated before a look-up can find it.
   */
  async function chargeOnce(
    order: OrderSnapshot,
    card: SavedCardHandle,
    options: ChargeOptions,
  ): Promise<PaymentStep> {
    const known = await knownStep(order)
    if (known !== null) return known
    if (unsureCharges.has(order.attemptId)) return { kind: 'unknown' }
    const called = await calls.post(
      '/payment/auth',
      {
        ...orderBody(order, options),
        paymentGroup: 'SUBSCRIPTION',
        installment: 1,
        paymentChannel: 'WEB',
        paymentCard: { cardUserKey: card.customerRef, cardToken: card.cardRef },
      },
      paymentAnswer,
    )
    const step = await chargeStep(called, order, card)
    if (step.kind === 'unknown') unsureCharges.add(order.attemptId)
    return step
  }

  async function chargeStep(
    called: Called<PaymentAnswer>,
    order: OrderSnapshot,
    card: SavedCardHandle,
  ): Promise<PaymentStep> {
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
    if (called.kind === 'answer')
      return isAuthentic(called.answer, order.attemptId, signer)
        ? stepOf(paymentOf(called.answer), { ...order, gatewayRef: null })
        : { kind: 'unknown' }
    if (readRefusal(called).kind === 'refused' && (await cards.isMissing(card)))
      return { kind: 'declined', reason: 'invalid_card', final: true }
    return startRefused(called)
  }

  async function completeOnce(reference: PaymentReference): Promise<PaymentStep> {
    const { attemptId, gatewayRef, orderNumber, amountMinor, currency, returned } = reference
    const look = async (): Promise<PaymentStep> => {
      try {
        const payment = await retrieve(reference)
        return payment === null
          ? { kind: 'unknown', gatewayRef }
          : stepOf(
              payment,
              tokenOf(gatewayRef) === null ? reference : { ...reference, gatewayRef: null },
            )
      } catch (error) {
        if (error instanceof GatewayUnavailable) return { kind: 'unknown', gatewayRef }
        throw error
      }
    }
    // The hosted page captured the money itself.
    if (tokenOf(gatewayRef) !== null) return look()
    const called = await calls.post(
      '/payment/v2/3dsecure/auth',
      {
        locale: 'en',
        conversationId: attemptId,
        paymentId: gatewayRef,
        paidPrice: decimalOf(amountMinor),
        basketId: orderNumber,
        currency,
        ...(returned && { conversationData: returned }),
      },
      paymentAnswer,
    )
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown', gatewayRef } : { kind: 'unreachable' }
    if (called.kind === 'answer') {
      return isAuthentic(called.answer, attemptId, signer)
        ? stepOf(await withCard(called.answer), reference)
        : { kind: 'unknown', gatewayRef }
    }
    const refusal = readRefusal(called)
    if (refusal.kind === 'declined') return { ...refusal, gatewayRef }
    // Already completed, challenge not passed, or another amount: iyzico knows which.
    return refusal.kind === 'refused' ? look() : { kind: 'unknown', gatewayRef }
  }

  return {
    name: 'iyzico',
    capabilities: {
      cardFields,
      savedCards: true,
      installments: true,
      partialRefund: true,
      isTest: new URL(url).hostname.startsWith('sandbox-'),
    },
    browser: { forms: cardFields === 'page' ? pageOrigins : [] },

    async start(order, means, options) {
      const taken = cardFields === 'page' ? 'page' : 'card'
      if (![taken, 'saved'].includes(means.kind) || !CURRENCIES.includes(order.currency))
        return { kind: 'declined', reason: 'not_permitted' }
      return starting(order.attemptId, () => startOnce(order, means, options))
    },
    async charge(order, card, options) {
      if (!CURRENCIES.includes(order.currency)) return { kind: 'declined', reason: 'not_permitted' }
      return charging(order.attemptId, () => chargeOnce(order, card, options))
    },
    complete: (reference) => completing(reference.gatewayRef, () => completeOnce(reference)),
    retrieve,
    refund,
    // iyzico's own page takes no card without a payment.
    ...(cardFields === 'ours' && {
      saveCard: (setup: CardSetup, means: PaymentMethod, options: SetupOptions) =>
        storeCard(calls, setup, means, options),
      // Its answer is all that there is of a setup: one that was lost is begun anew.
      findSetup: () => Promise.resolve(null),
    }),
    deleteCard: cards.deleteCard,
    quoteInstallments: cards.quoteInstallments,
    listMovements: (from, until) => readIyzicoMovements(calls, from, until),

    readReturn(form) {
      const ours = readSignedReturn(form, secretKey)
      // The hosted page signs no return, so the address is signed by us.
      if (ours !== null && form.token)
        return {
          attemptId: ours,
          gatewayRef: `${TOKEN_PREFIX}${form.token}`,
          challengePassed: false,
        }
      const read = returnForm.safeParse(form)
      if (!read.success) return null
      const { status, mdStatus, paymentId, conversationId, conversationData, signature } = read.data
      if (
        !signer.isSigned(signature, [conversationData, conversationId, mdStatus, paymentId, status])
      )
        return null
      // Only 1 is verified; others come with `success` as well.
      const challengePassed = status === 'success' && mdStatus === '1'
      return {
        attemptId: conversationId,
        gatewayRef: paymentId,
        challengePassed,
        ...(conversationData && { carry: conversationData }),
      }
    },

    readNotice(rawBody, headers) {
      const given = Object.entries(headers).find(
        ([name]) => name.toLowerCase() === 'x-iyz-signature-v3',
      )?.[1]
      const read = noticeBody.safeParse(parseAnswer(rawBody))
      if (!read.success) return null
      const {
        iyziEventType,
        paymentId,
        iyziPaymentId,
        token,
        paymentConversationId,
        status,
        iyziReferenceCode,
      } = read.data
      const payment = token === undefined ? paymentId : iyziPaymentId
      if (payment === undefined) return null
      const expected = signer.notice([
        iyziEventType,
        payment,
        ...(token === undefined ? [] : [token]),
        paymentConversationId,
        status,
      ])
      return sameText(given, expected)
        ? { eventId: iyziReferenceCode, attemptId: paymentConversationId, gatewayRef: payment }
        : null
    },
  }

  function startRefused(called: {
    errorCode: number
    errorGroup: string | undefined
  }): PaymentStep {
    const refusal = readRefusal(called)
    if (refusal.kind === 'declined') return refusal
    if (refusal.kind === 'busy') return { kind: 'unreachable' }
    return refusal.kind === 'unsure'
      ? { kind: 'unknown' }
      : { kind: 'declined', reason: 'gateway_error' }
  }
}

type CardMeans = Extract<PaymentMethod, { kind: 'card' | 'saved' }>

/** A hosted payment has no number before it is paid, so its token is the reference. */
const TOKEN_PREFIX = 'token:'
const tokenOf = (gatewayRef: string | null): string | null =>
  gatewayRef?.startsWith(TOKEN_PREFIX) ? gatewayRef.slice(TOKEN_PREFIX.length) : null
