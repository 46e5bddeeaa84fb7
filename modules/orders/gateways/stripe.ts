import { z } from 'zod'
import type { Clock } from '#lib/clock.ts'
import type { HttpClient } from '#lib/http.ts'
import {
  type AttemptReference,
  type Gateway,
  type GatewayPayment,
  GatewayUnavailable,
  type Money,
  type OrderSnapshot,
  type PaymentMethod,
  type PaymentReference,
  type PaymentStep,
  readSignedReturn,
  type RefundResult,
  type SavedCardHandle,
  serializeByKey,
  type SetupStep,
  signedReturnUrl,
  type StartOptions,
} from './gateway.ts'
import {
  type Called,
  calling,
  declineOf,
  eventObject,
  EXPANDED,
  intentOf,
  openStripe,
  type PaymentIntent,
  paymentIntent,
  paymentOf,
  readStripeMovements,
  refundObject,
  setupIntent,
  setupStepOf,
  stepOf,
} from './stripe-wire.ts'
import { isStripeAmount, minorOfStripe, stripeAmount } from '../stripe-units.ts'

interface StripeSettings {
  /** `https://api.stripe.com`. */
  url: string
  /** Stripe's script with the card fields. */
  scriptUrl: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Timeout of one request, default 20 s. */
  timeoutMs?: number
}

const NOTICE_TOLERANCE_SECONDS = 300
/** From docs.stripe.com/security/guide, for pages with the card fields. */
const STRIPE_ORIGINS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  forms: ['https://hooks.stripe.com', 'https://js.stripe.com', 'https://*.stripe.com'],
}

/**
 * The Stripe adapter, using its SDK. Stripe's fields in our page take the card and give us a
 * one-time token. A passed challenge captures the money at once; the notice and the lookup tell us.
 */
export function createStripeGateway(
  { url, scriptUrl, secretKey, publishableKey, webhookSecret, timeoutMs = 20_000 }: StripeSettings,
  { http, clock }: { http: HttpClient; clock: Clock },
): Gateway {
  const stripe = openStripe({ url, secretKey, timeoutMs }, http)
  const refunding = serializeByKey<RefundResult>()
  const isStripe = new URL(scriptUrl).origin === 'https://js.stripe.com'
  const double = [new URL(scriptUrl).origin]

  /** Creates the attempt's intent, or returns the existing one. */
  const create = (attempt: Omit<AttemptReference, 'gatewayRef'>) =>
    calling(paymentIntent, () =>
      stripe.paymentIntents.create(intentOf(attempt), { idempotencyKey: attempt.attemptId }),
    )
  const read = (intentId: string) =>
    calling(paymentIntent, () => stripe.paymentIntents.retrieve(intentId, { expand: EXPANDED }))

  /** The current intent; null when it was never confirmed. Throws `GatewayUnavailable`. */
  async function lookUp(attempt: AttemptReference): Promise<PaymentIntent | null> {
    let intentId = attempt.gatewayRef
    if (intentId === null) {
      const made = await create(attempt)
      // Just created, or refused as another order's: the attempt was never started.
      if (made.kind === 'answer' && !made.replayed) return null
      intentId = believed(made).id
    }
    const called = await read(intentId)
    if (called.kind === 'refused' && called.error.code === 'resource_missing') return null
    const intent = believed(called)
    if (intent.metadata.attempt_id !== attempt.attemptId)
      throw new GatewayUnavailable('stripe', true)
    return paymentOf(intent).state === 'started' ? null : intent
  }

  /** The store at Stripe, made for this attempt where it has no name yet. */
  async function customerFor(
    attemptId: string,
    known: string | undefined,
  ): Promise<string | Exclude<Called<unknown>, { kind: 'answer' }>> {
    if (known !== undefined) return known
    const made = await calling(z.object({ id: z.string() }), () =>
      stripe.customers.create({}, { idempotencyKey: `${attemptId}-customer` }),
    )
    return made.kind === 'answer' ? made.answer.id : made
  }

  const readSetup = (id: string) =>
    calling(setupIntent, () => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }))

  function setupFailed(called: Exclude<Called<unknown>, { kind: 'answer' }>): SetupStep {
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown' } : { kind: 'unreachable' }
    if (called.type === 'idempotency_error') return { kind: 'unknown' }
    return {
      kind: 'declined',
      reason: called.type === 'card_error' ? declineOf(called.error).reason : 'gateway_error',
    }
  }

  /** A card can only be saved for a customer named by the intent. */
  async function withCustomer(
    intentId: string,
    attemptId: string,
    means: PaymentMethod,
    known: string | undefined,
  ): Promise<'done' | Called<unknown>> {
    if (means.kind !== 'saved' && !(means.kind === 'client_token' && means.storeCard)) return 'done'
    const named = await customerFor(attemptId, means.kind === 'saved' ? means.customerRef : known)
    if (typeof named !== 'string') return named
    const updated = await calling(paymentIntent, () =>
      stripe.paymentIntents.update(
        intentId,
        { customer: named },
        { idempotencyKey: `${attemptId}-update` },
      ),
    )
    return updated.kind === 'answer' ? 'done' : updated
  }

  const confirm = (
    intentId: string,
    order: OrderSnapshot,
    means: PaymentMethod,
    options: StartOptions,
  ) =>
    calling(paymentIntent, () =>
      stripe.paymentIntents.confirm(
        intentId,
        {
          ...(means.kind === 'saved'
            ? { payment_method: means.cardRef }
            : { confirmation_token: means.kind === 'client_token' ? means.token : '' }),
          ...(means.kind === 'client_token' &&
            means.storeCard && { setup_future_usage: 'off_session' as const }),
          // With a return address and without Stripe's script the challenge is a plain address.
          return_url: signedReturnUrl(options.returnUrl, secretKey, order.attemptId),
          payment_method_options: {
            card: {
              request_three_d_secure: options.threeDSecure === 'force' ? 'any' : 'automatic',
            },
          },
          expand: EXPANDED,
        },
        { idempotencyKey: `${order.attemptId}-confirm` },
      ),
    )

  /** A merchant-initiated transaction: where the bank wants a challenge, Stripe declines it. */
  const confirmWithoutBuyer = (intentId: string, attemptId: string, { cardRef }: SavedCardHandle) =>
    calling(paymentIntent, () =>
      stripe.paymentIntents.confirm(
        intentId,
        { payment_method: cardRef, off_session: true, expand: EXPANDED },
        { idempotencyKey: `${attemptId}-confirm` },
      ),
    )

  /** The step after a confirmation. */
  async function stepAfter(
    confirmed: Called<PaymentIntent>,
    expected: PaymentReference,
  ): Promise<PaymentStep> {
    if (confirmed.kind !== 'answer') return failed(confirmed, expected.gatewayRef)
    if (!confirmed.replayed) return stepOf(confirmed.answer, expected)
    // Stripe repeats its first answer, which may be outdated.
    const now = await read(expected.gatewayRef)
    return now.kind === 'answer'
      ? stepOf(now.answer, expected)
      : { kind: 'unknown', gatewayRef: expected.gatewayRef }
  }

  /** Like `failed`; a card that Stripe no longer has will never pay again. */
  const chargeFailed = (called: Called<unknown>, gatewayRef: string): PaymentStep =>
    called.kind === 'refused' && called.error.code === 'resource_missing'
      ? { kind: 'declined', reason: 'invalid_card', final: true, gatewayRef }
      : failed(called, gatewayRef)

  /** Maps a failed call; before the confirmation nothing has happened. */
  function failed(called: Called<unknown>, gatewayRef?: string): PaymentStep {
    const ref = gatewayRef === undefined ? {} : { gatewayRef }
    if (called.kind === 'silent')
      return called.reached ? { kind: 'unknown', ...ref } : { kind: 'unreachable' }
    // The key was used with other content: the attempt exists already.
    if (called.kind !== 'refused' || called.type === 'idempotency_error')
      return { kind: 'unknown', ...ref }
    if (called.type !== 'card_error') return { kind: 'declined', reason: 'gateway_error', ...ref }
    const intent = paymentIntent.safeParse(called.intent)
    const card = intent.success ? paymentOf(intent.data).card : undefined
    return {
      kind: 'declined',
      ...declineOf(called.error),
      ...ref,
      ...(card && { card }),
    }
  }

  async function refund(
    gatewayRef: string,
    { amountMinor, currency }: Money,
    key: string,
  ): Promise<RefundResult> {
    const paid = await read(gatewayRef)
    if (paid.kind === 'silent') return { kind: 'unknown' }
    if (paid.kind === 'refused' || paid.answer.status !== 'succeeded')
      return { kind: 'refused', reason: 'not_paid' }
    if (paid.answer.currency !== currency.toLowerCase())
      return { kind: 'refused', reason: 'currency' }
    if (!isStripeAmount(amountMinor, currency)) return { kind: 'refused', reason: 'amount' }
    const called = await calling(refundObject, () =>
      stripe.refunds.create(
        { payment_intent: gatewayRef, amount: stripeAmount(amountMinor, currency) },
        { idempotencyKey: key },
      ),
    )
    if (called.kind === 'silent') return { kind: 'unknown' }
    if (called.kind === 'refused')
      return { kind: 'refused', reason: called.error.code ?? called.type }
    const { status, amount, currency: given, payment_intent: of } = called.answer
    if (status === 'failed' || status === 'canceled') return { kind: 'refused', reason: status }
    const same =
      minorOfStripe(amount, given) === amountMinor &&
      given === currency.toLowerCase() &&
      of === gatewayRef &&
      (status === 'succeeded' || status === 'pending')
    return same ? { kind: 'refunded', refundedMinor: amountMinor } : { kind: 'unknown' }
  }

  async function retrieve(attempt: AttemptReference): Promise<GatewayPayment | null> {
    const intent = await lookUp(attempt)
    return intent && paymentOf(intent)
  }

  async function abandon({
    gatewayRef,
    attemptId,
  }: Pick<AttemptReference, 'attemptId' | 'gatewayRef'>): Promise<void> {
    if (gatewayRef !== null)
      await calling(paymentIntent, () =>
        stripe.paymentIntents.cancel(gatewayRef, {}, { idempotencyKey: `${attemptId}-cancel` }),
      )
  }

  return {
    name: 'stripe',
    capabilities: {
      cardFields: 'element',
      savedCards: true,
      installments: false,
      partialRefund: true,
      isTest: /^[sr]k_test_/.test(secretKey),
    },
    browser: {
      forms: isStripe ? STRIPE_ORIGINS.forms : double,
      element: {
        script: scriptUrl,
        publicKey: publishableKey,
        scripts: isStripe ? STRIPE_ORIGINS.scripts : double,
        frames: isStripe ? STRIPE_ORIGINS.frames : double,
        calls: isStripe ? STRIPE_ORIGINS.calls : double,
      },
    },

    async start(order, means, options) {
      const isTaken = means.kind === 'client_token' || means.kind === 'saved'
      if (!isTaken || !isStripeAmount(order.amountMinor, order.currency))
        return { kind: 'declined', reason: 'not_permitted' }
      const made = await create(order)
      if (made.kind !== 'answer') return failed(made)
      const { id } = made.answer
      const customer = await withCustomer(id, order.attemptId, means, options.customerRef)
      if (customer !== 'done') return failed(customer, id)
      return stepAfter(await confirm(id, order, means, options), { ...order, gatewayRef: id })
    },

    async charge(order, card) {
      if (!isStripeAmount(order.amountMinor, order.currency))
        return { kind: 'declined', reason: 'not_permitted' }
      const made = await create(order)
      if (made.kind !== 'answer') return failed(made)
      const { id } = made.answer
      const customer = await withCustomer(
        id,
        order.attemptId,
        { kind: 'saved', ...card },
        undefined,
      )
      if (customer !== 'done') return chargeFailed(customer, id)
      const confirmed = await confirmWithoutBuyer(id, order.attemptId, card)
      if (confirmed.kind === 'refused') return chargeFailed(confirmed, id)
      const step = await stepAfter(confirmed, { ...order, gatewayRef: id })
      if (step.kind !== 'challenge') return step
      // Nobody is there to pass it.
      await abandon({ attemptId: order.attemptId, gatewayRef: id })
      return { kind: 'declined', reason: 'authentication_required', gatewayRef: id }
    },

    async complete(reference) {
      const called = await read(reference.gatewayRef)
      if (called.kind === 'answer') return stepOf(called.answer, reference)
      return called.kind === 'silent' && !called.reached
        ? { kind: 'unreachable' }
        : { kind: 'unknown', gatewayRef: reference.gatewayRef }
    },

    retrieve,

    async refund(gatewayRef, amount, key) {
      if (!Number.isSafeInteger(amount.amountMinor) || amount.amountMinor <= 0)
        return { kind: 'refused', reason: 'amount' }
      return refunding(key, () => refund(gatewayRef, amount, key))
    },

    abandon,

    async saveCard(setup, means, options) {
      if (means.kind !== 'client_token') return { kind: 'declined', reason: 'not_permitted' }
      const customer = await customerFor(setup.setupId, options.customerRef)
      if (typeof customer !== 'string') return setupFailed(customer)
      const made = await calling(setupIntent, () =>
        stripe.setupIntents.create(
          {
            customer,
            usage: 'off_session',
            metadata: { attempt_id: setup.setupId },
            confirm: true,
            confirmation_token: means.token,
            return_url: signedReturnUrl(options.returnUrl, secretKey, setup.setupId),
            payment_method_options: { card: { request_three_d_secure: 'any' } },
            expand: ['payment_method'],
          },
          { idempotencyKey: setup.setupId },
        ),
      )
      if (made.kind !== 'answer') return setupFailed(made)
      if (!made.replayed) return setupStepOf(made.answer, setup.setupId)
      // Stripe repeats its first answer, which may be outdated.
      const now = await readSetup(made.answer.id)
      return now.kind === 'answer'
        ? setupStepOf(now.answer, setup.setupId)
        : { kind: 'unknown', gatewayRef: made.answer.id }
    },

    async findSetup({ setupId, gatewayRef }) {
      // A setup whose answer was lost has no name: nothing is charged, and another one is begun.
      if (gatewayRef === null) return null
      const called = await readSetup(gatewayRef)
      if (called.kind === 'answer') return setupStepOf(called.answer, setupId)
      if (called.kind === 'refused' && called.error.code === 'resource_missing') return null
      throw new GatewayUnavailable('stripe', called.kind === 'refused' || called.reached)
    },

    async deleteCard({ cardRef }) {
      const method = z.object({ id: z.string(), customer: z.string().nullish() })
      const detached = await calling(method, () => stripe.paymentMethods.detach(cardRef))
      if (detached.kind === 'answer') return true
      const known = await calling(method, () => stripe.paymentMethods.retrieve(cardRef))
      return known.kind === 'answer'
        ? !known.answer.customer
        : known.kind === 'refused' && known.error.code === 'resource_missing'
    },

    listMovements: (from, until) => readStripeMovements(stripe, from, until),

    readReturn(query) {
      const attemptId = readSignedReturn(query, secretKey)
      // Stripe signs no returns, so the payment is looked up.
      return attemptId === null
        ? null
        : { attemptId, gatewayRef: query.payment_intent ?? '', challengePassed: false }
    },

    readNotice(rawBody, headers) {
      const signature =
        Object.entries(headers).find(([name]) => name.toLowerCase() === 'stripe-signature')?.[1] ??
        ''
      const now = clock.now().getTime()
      const sentAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1])
      if (!(Math.abs(now / 1000 - sentAt) <= NOTICE_TOLERANCE_SECONDS)) return null
      let event: unknown
      try {
        event = stripe.webhooks.constructEvent(
          rawBody,
          signature,
          webhookSecret,
          NOTICE_TOLERANCE_SECONDS,
          undefined,
          now,
        )
      } catch {
        return null
      }
      const notice = eventObject.safeParse(event)
      if (!notice.success) return null
      const { object } = notice.data.data
      // Authentic events about other objects are accepted, so that Stripe stops sending them.
      return {
        eventId: notice.data.id,
        attemptId: object.metadata?.attempt_id ?? '',
        gatewayRef: (object.object === 'payment_intent' ? object.id : object.payment_intent) ?? '',
      }
    },
  }
}

function believed(called: Called<PaymentIntent>): PaymentIntent {
  if (called.kind === 'answer') return called.answer
  throw new GatewayUnavailable('stripe', called.kind === 'refused' || called.reached)
}
