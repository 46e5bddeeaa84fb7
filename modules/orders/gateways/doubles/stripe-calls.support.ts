import {
  type Card,
  type CardError,
  chargeOf,
  declineOf,
  type Intent,
  intentBody,
  isChallenged,
  laterDeclineOf,
  leavesChallenge,
  type Method,
  methodBody,
  newStripeId,
  refundedOf,
  refundsOf,
  type Setup,
  setupBody,
} from './stripe-books.support.ts'

/** Smaller than Stripe's own (100), so that whoever reads a list reads more than one page of it. */
const LARGEST_PAGE = 3

export interface Answered {
  status: number
  body: Record<string, unknown>
  number?: string | undefined
}
export type Form = Record<string, string>

const invalid = (message: string, more: Record<string, unknown> = {}, status = 400): Answered => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
})
const now = (): number => Math.floor(Date.now() / 1000)
const missing = (what: string): Answered =>
  invalid(`No such ${what}`, { code: 'resource_missing' }, 404)
const expandOf = (form: Form): string[] =>
  Object.entries(form)
    .filter(([name]) => name.startsWith('expand['))
    .map(([, value]) => value)
const metadataOf = (form: Form) =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value]]
    }),
  )

/**
 * The calls of the API that a merchant with the Payment Element makes, as docs.stripe.com/api
 * describes them. Memory only.
 */
export function stripeCalls({
  origin,
  tell,
}: {
  origin: () => string
  tell: (type: string, object: Record<string, unknown>, number: string) => void
}) {
  const intents = new Map<string, Intent>()
  const tokens = new Map<string, Card>()
  const methods = new Map<string, Method>()
  const customers = new Set<string>()
  const setups = new Map<string, Setup>()
  const show = (intent: Intent, form: Form): Answered => ({
    status: 200,
    body: intentBody(intent, expandOf(form), origin()),
    number: intent.method?.number,
  })

  function fail(intent: Intent, error: CardError): void {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = error
    tell(
      'payment_intent.payment_failed',
      intentBody(intent, [], origin()),
      intent.method?.number ?? '',
    )
  }

  function succeed(intent: Intent, withHolder = true): void {
    intent.status = 'succeeded'
    intent.charges += 1
    intent.chargedAt = now()
    if (intent.setup_future_usage !== null && intent.method)
      intent.method.customer = intent.customer
    if (withHolder && intent.method) intent.method.confirmed += 1
    tell('payment_intent.succeeded', intentBody(intent, [], origin()), intent.method?.number ?? '')
  }

  function create(form: Form): Answered {
    const amount = Number(form.amount)
    if (!Number.isSafeInteger(amount) || amount <= 0 || !/^[a-z]{3}$/.test(form.currency ?? ''))
      return invalid('Invalid integer')
    const id = newStripeId('pi')
    const intent: Intent = {
      id,
      client_secret: `${id}_secret_${newStripeId('x')}`,
      amount,
      currency: form.currency ?? '',
      status: 'requires_payment_method',
      metadata: metadataOf(form),
      customer: null,
      setup_future_usage: null,
      last_payment_error: null,
      method: null,
      return_url: '',
      charges: 0,
      refunds: [],
      chargedAt: 0,
    }
    intents.set(id, intent)
    return show(intent, form)
  }

  function confirm(intent: Intent, form: Form): Answered {
    if (intent.status !== 'requires_payment_method')
      return invalid('This PaymentIntent has an unexpected state', {
        code: 'payment_intent_unexpected_state',
      })
    const token = tokens.get(form.confirmation_token ?? '')
    const kept = methods.get(form.payment_method ?? '')
    if (form.confirmation_token && !token)
      return invalid(`No such confirmation token`, { code: 'resource_missing' })
    if (
      form.payment_method &&
      (!kept || kept.customer === null || kept.customer !== intent.customer)
    )
      return invalid('No such PaymentMethod', { code: 'resource_missing' })
    const isOffSession = form.off_session === 'true'
    if (!(isOffSession ? kept : form.return_url && (token ?? kept)))
      return invalid('Missing required param')
    const method: Method = kept ?? {
      ...(token as Card),
      id: newStripeId('pm'),
      customer: null,
      confirmed: 0,
    }
    methods.set(method.id, method)
    Object.assign(intent, {
      method,
      return_url: form.return_url ?? '',
      setup_future_usage: form.setup_future_usage ?? null,
      last_payment_error: null,
    })
    const declined = isOffSession ? laterDeclineOf(method) : declineOf(method.number)
    if (declined) {
      fail(intent, declined)
      const error = {
        type: 'card_error',
        message: 'Your card was declined.',
        ...declined,
        payment_intent: { ...intentBody(intent, [], origin()), payment_method: methodBody(method) },
      }
      return { status: 402, body: { error }, number: method.number }
    }
    if (isOffSession && leavesChallenge(method.number)) intent.status = 'requires_action'
    else if (isOffSession) succeed(intent, false)
    else if (
      isChallenged(
        method.number,
        form['payment_method_options[card][request_three_d_secure]'] ?? 'automatic',
      )
    )
      intent.status = 'requires_action'
    else succeed(intent)
    return show(intent, form)
  }

  /** A card that is only saved: nothing is ever charged for a setup. */
  function createSetup(form: Form): Answered {
    const token = tokens.get(form.confirmation_token ?? '')
    if (!token || form.confirm !== 'true' || !form.return_url)
      return invalid('No such confirmation token', { code: 'resource_missing' })
    if (!customers.has(form.customer ?? ''))
      return invalid('No such customer', { code: 'resource_missing' })
    const setup: Setup = {
      id: newStripeId('seti'),
      status: 'requires_action',
      metadata: metadataOf(form),
      customer: form.customer ?? '',
      last_setup_error: null,
      method: { ...token, id: newStripeId('pm'), customer: null, confirmed: 0 },
      return_url: form.return_url,
    }
    setups.set(setup.id, setup)
    methods.set(setup.method.id, setup.method)
    const refused = declineOf(token.number)
    if (refused) {
      Object.assign(setup, { status: 'requires_payment_method', last_setup_error: refused })
      const error = { type: 'card_error', message: 'Your card was declined.', ...refused }
      return { status: 402, body: { error }, number: token.number }
    }
    const wish = form['payment_method_options[card][request_three_d_secure]'] ?? 'automatic'
    if (!isChallenged(token.number, wish)) endSetup(setup, null)
    return { status: 200, body: setupBody(setup, origin()), number: token.number }
  }

  /** What comes of the challenge; a saved card has been confirmed once. */
  function endSetup(setup: Setup, error: CardError | null): void {
    setup.status = error ? 'requires_payment_method' : 'succeeded'
    setup.last_setup_error = error
    if (error) return
    setup.method.customer = setup.customer
    setup.method.confirmed += 1
  }

  function refund(form: Form): Answered {
    const intent = intents.get(form.payment_intent ?? '')
    if (!intent) return missing('payment_intent')
    const amount = Number(form.amount)
    if (intent.status !== 'succeeded' || !Number.isSafeInteger(amount) || amount <= 0)
      return invalid('Invalid refund')
    if (amount > intent.amount - refundedOf(intent))
      return invalid('Refund amount is greater than unrefunded amount on charge', {
        code: 'charge_already_refunded',
      })
    const id = newStripeId('re')
    intent.refunds.push({ id, amount, created: now() })
    tell('charge.refunded', chargeOf(intent), intent.method?.number ?? '')
    return {
      status: 200,
      body: {
        id,
        object: 'refund',
        amount,
        currency: intent.currency,
        payment_intent: intent.id,
        status: 'succeeded',
      },
      number: intent.method?.number,
    }
  }

  /** The newest first, page by page, as every list of the API. */
  function page(form: Form, all: { id: string; created: number }[]): Answered {
    const [from, until, limit] = [
      Number(form['created[gte]'] ?? 0),
      Number(form['created[lt]'] ?? Infinity),
      Math.min(Number(form.limit ?? 10), LARGEST_PAGE),
    ]
    const found = all
      .filter((one) => one.created >= from && one.created < until)
      .toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1))
    const rest = found.slice(found.findIndex((one) => one.id === form.starting_after) + 1)
    return {
      status: 200,
      body: {
        object: 'list',
        url: '/v1',
        has_more: rest.length > limit,
        data: rest.slice(0, limit),
      },
    }
  }

  /** Null where there is no such call. */
  function answer(method: string, path: string, form: Form): Answered | null {
    const [, , resource = '', id = '', verb = ''] = path.split('/')
    const intent = intents.get(id)
    const key = `${method} ${resource}${id === '' ? '' : '/id'}${verb === '' ? '' : `/${verb}`}`
    switch (key) {
      case 'POST payment_intents':
        return create(form)
      case 'GET payment_intents/id':
        return intent ? show(intent, form) : missing('payment_intent')
      case 'POST payment_intents/id': {
        if (!intent) return missing('payment_intent')
        if (!customers.has(form.customer ?? ''))
          return invalid('No such customer', { code: 'resource_missing' })
        intent.customer = form.customer ?? null
        return show(intent, form)
      }
      case 'POST payment_intents/id/confirm':
        return intent ? confirm(intent, form) : missing('payment_intent')
      case 'POST payment_intents/id/cancel': {
        if (!intent) return missing('payment_intent')
        if (intent.status === 'succeeded' || intent.status === 'canceled')
          return invalid('This PaymentIntent has an unexpected state', {
            code: 'payment_intent_unexpected_state',
          })
        intent.status = 'canceled'
        tell(
          'payment_intent.canceled',
          intentBody(intent, [], origin()),
          intent.method?.number ?? '',
        )
        return show(intent, form)
      }
      case 'POST setup_intents':
        return createSetup(form)
      case 'GET setup_intents/id': {
        const setup = setups.get(id)
        return setup ? { status: 200, body: setupBody(setup, origin()) } : missing('setup_intent')
      }
      case 'POST customers': {
        const customer = newStripeId('cus')
        customers.add(customer)
        return { status: 200, body: { id: customer, object: 'customer' } }
      }
      case 'POST refunds':
        return refund(form)
      case 'GET charges':
        return page(form, [...intents.values()].filter((one) => one.charges > 0).map(chargeOf))
      case 'GET refunds':
        return page(form, [...intents.values()].flatMap(refundsOf))
      case 'GET payment_methods/id': {
        const kept = methods.get(id)
        return kept ? { status: 200, body: methodBody(kept) } : missing('payment_method')
      }
      case 'POST payment_methods/id/detach': {
        const kept = methods.get(id)
        if (!kept) return missing('payment_method')
        if (kept.customer === null)
          return invalid('The payment method you provided is not attached to a customer')
        kept.customer = null
        return { status: 200, body: methodBody(kept) }
      }
      default:
        return null
    }
  }

  return {
    answer,
    endSetup,
    findSetup: (id: string) => setups.get(id),
    fail,
    succeed,
    find: (id: string) => intents.get(id),
    all: () => [...intents.values()],
    /** What Stripe.js does with the typed card. */
    token(card: Card): string {
      const id = newStripeId('ctoken')
      tokens.set(id, card)
      return id
    },
    tokenNumber: (id: string | undefined) =>
      tokens.get(id ?? '')?.number ?? methods.get(id ?? '')?.number,
  }
}
