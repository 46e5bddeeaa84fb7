import { originMatcher } from '../../lib/allowed-origins.ts'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import {
  isBefore,
  misbehave,
  paymentAnswer,
  refusal,
  send,
  type Answer,
  type Exchange,
} from './answers.ts'
import type { CardPlan, Fault, Step } from './cards.ts'
import { offersFor } from './installments.ts'
import type { KeptCards } from './kept-cards.ts'
import type { Notices } from './notices.ts'
import { accountAnswer, faultOf, reversalAnswer, rowOf, transferAnswer } from './payee-calls.ts'
import type { Payees } from './payees.ts'
import { planFor, type PaymentRow, type PaymentRows } from './payment-rows.ts'
import type { Payments } from './payments.ts'
import {
  accountInput,
  chargeInput,
  checkInput,
  completeInput,
  ledgerQuery,
  linkInput,
  quoteInput,
  refundInput,
  reversalInput,
  savedCardRef,
  startInput,
  transferInput,
  voidInput,
} from './schemas.ts'
import { authenticate, createNonceMemory, type Signer } from './signing.ts'

export interface MerchantCallsNeeds {
  payments: Payments
  rows: PaymentRows
  cards: KeptCards
  payees: Payees
  notices: Notices
  signer: Signer
  clock: Clock
  merchantId: string
  noticeOrigins: string[]
  challengeUrl(token: string): string
  accountUrl(token: string): string
}

type Env = { Bindings: HttpBindings; Variables: { exchange: Exchange; body: Buffer } }

/** A refusal on the way through a call; becomes a signed answer. */
class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, error: string, fields?: Record<string, string>) {
    super(error)
    this.answer = refusal(status, error, fields)
  }
}

const STATUS: Record<string, number> = {
  unknown_payment: 404,
  unknown_card: 404,
  unknown_account: 404,
  unknown_transfer: 404,
  not_paid: 409,
  already_declined: 409,
  already_refunded: 409,
}
const refuse: (error: string) => never = (error) => {
  throw new Refused(STATUS[error] ?? 422, error)
}

/** Checks input; the answer names the paths and never repeats a value. */
function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields = result.error.issues.map((issue) => [issue.path.join('.') || '(body)', issue.code])
  throw new Refused(400, 'malformed', Object.fromEntries(fields) as Record<string, string>)
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw new Refused(400, 'malformed', { '(body)': 'not_json' })
  }
}

/** `/v1`: every call is signed by the merchant, every answer by us. */
export function merchantCalls(needs: MerchantCallsNeeds) {
  const { payments, rows, cards, notices, signer, clock, merchantId, noticeOrigins, challengeUrl } =
    needs
  const { payees, accountUrl } = needs
  const app = new Hono<Env>()
  const nonces = createNonceMemory()

  const answerFor = (payment: PaymentRow): Answer => {
    const token = payments.challengeToken(payment)
    return paymentAnswer(payment, {
      refundedMinor: rows.refundedMinor(payment.payment_id),
      challengeUrl: token && challengeUrl(token),
      kept: payment.kept_card === null ? undefined : cards.byToken(payment.kept_card),
    })
  }

  /** The fault that the card asks for at this step, if it has not happened yet. */
  const faultAt = (plan: CardPlan | null, attemptId: string, steps: Step[]): Fault | null => {
    const fault = plan?.fault
    if (!fault || !steps.includes(fault.at) || /^(notice|return)_/.test(fault.kind)) return null
    return fault.everyTime || rows.takeFault(attemptId, fault.at) ? fault.kind : null
  }

  type Effect = () => Answer | Promise<Answer>
  async function effectWithFault(
    c: Context<Env>,
    payment: PaymentRow | undefined,
    steps: Step[],
    effect: Effect,
  ) {
    const exchange = c.get('exchange')
    const fault = payment ? faultAt(planFor(payment), payment.attempt_id, steps) : null
    if (fault && isBefore(fault)) return misbehave(exchange, fault, null)
    const answer = await effect()
    return fault ? misbehave(exchange, fault, answer) : send(exchange, answer)
  }

  async function charge(payment: PaymentRow): Promise<Answer> {
    const after = payments.authorise(payment.payment_id) ?? payment
    if (planFor(after).fault?.kind === 'notice_first') await notices.sendNow(after.payment_id)
    return answerFor(after)
  }

  app.use(async (c, next) => {
    const body = Buffer.from(await c.req.arrayBuffer())
    const who = authenticate(
      {
        method: c.req.method,
        target: c.env.incoming.url ?? '',
        headers: (name) => c.req.header(name),
        body,
      },
      { merchantId, signer, nonces, now: clock.now() },
    )
    c.set('exchange', { bindings: c.env, signer, nonce: who.nonce })
    c.set('body', body)
    if (!who.ok) return send(c.get('exchange'), refusal(401, who.error))
    await next()
  })

  const isAllowed = originMatcher(noticeOrigins)
  /** A fault of the card that comes before the attempt is written down. */
  const earlyFault = (
    input: Parameters<KeptCards['meansOf']>[0] & { attempt_id: string },
  ): Fault | null => {
    const plan = cards.meansOf(input)?.plan ?? null
    return plan?.fault?.at === 'start' && isBefore(plan.fault.kind)
      ? faultAt(plan, input.attempt_id, ['start'])
      : null
  }

  app.post('/payments', async (c) => {
    const input = read(startInput, json(c.get('body')))
    for (const field of ['return_url', 'notice_url'] as const) {
      if (!isAllowed(new URL(input[field]).origin))
        throw new Refused(422, 'origin_not_allowed', { [field]: 'origin' })
    }
    const early = earlyFault(input)
    if (early) return misbehave(c.get('exchange'), early, null)
    const recorded = payments.record(input)
    if (recorded.kind === 'refused') return refuse(recorded.error)
    const { payment } = recorded
    const movesMoney =
      payment.state === 'started' || (payment.state !== 'challenge' && !payment.challenge_hash)
    if (!movesMoney) return effectWithFault(c, payment, ['start'], () => answerFor(payment))
    return effectWithFault(c, payment, ['start', 'charge'], () => charge(payment))
  })

  app.post('/charges', async (c) => {
    const input = read(chargeInput, json(c.get('body')))
    if (!isAllowed(new URL(input.notice_url).origin))
      throw new Refused(422, 'origin_not_allowed', { notice_url: 'origin' })
    const early = earlyFault(input)
    if (early) return misbehave(c.get('exchange'), early, null)
    const recorded = payments.recordCharge(input)
    if (recorded.kind === 'refused') return refuse(recorded.error)
    const { payment } = recorded
    return effectWithFault(c, payment, ['start', 'charge'], () => charge(payment))
  })

  app.post('/card-checks', async (c) => {
    const input = read(checkInput, json(c.get('body')))
    if (!isAllowed(new URL(input.return_url).origin))
      throw new Refused(422, 'origin_not_allowed', { return_url: 'origin' })
    const early = earlyFault(input)
    if (early) return misbehave(c.get('exchange'), early, null)
    const recorded = payments.recordCheck(input)
    if (recorded.kind === 'refused') return refuse(recorded.error)
    const { payment } = recorded
    return effectWithFault(c, payment, ['start'], () => answerFor(payment))
  })

  app.post('/card-checks/:id/complete', async (c) => {
    read(voidInput, json(c.get('body')))
    const payment = payments.byId(c.req.param('id'))
    if (!payment?.is_check) return refuse('unknown_payment')
    if (payment.state === 'challenge') return send(c.get('exchange'), answerFor(payment))
    return effectWithFault(c, payment, ['charge'], () => charge(payment))
  })

  app.post('/payments/:id/complete', async (c) => {
    const input = read(completeInput, json(c.get('body')))
    const payment = payments.byId(c.req.param('id'))
    if (!payment || payment.is_check) return refuse('unknown_payment')
    if (
      payment.amount_minor !== input.amount_minor ||
      payment.currency !== input.currency ||
      payment.order_number !== input.order_number
    ) {
      return refuse('payment_differs')
    }
    // Before the challenge is passed there is nothing to charge, and no fault of charging.
    if (payment.state === 'challenge') return send(c.get('exchange'), answerFor(payment))
    return effectWithFault(c, payment, ['charge'], () => charge(payment))
  })

  app.post('/payments/:id/void', (c) => {
    read(voidInput, json(c.get('body')))
    const result = payments.void(c.req.param('id'))
    return result.kind === 'refused'
      ? refuse(result.error)
      : send(c.get('exchange'), answerFor(result.payment))
  })

  app.get('/attempts/:attemptId', async (c) => {
    const payment = payments.byAttempt(c.req.param('attemptId'))
    if (!payment) throw new Refused(404, 'unknown_attempt')
    return effectWithFault(c, payment, ['lookup'], () => answerFor(payment))
  })

  app.post('/refunds', async (c) => {
    const input = read(refundInput, json(c.get('body')))
    return effectWithFault(c, payments.byId(input.payment_id), ['refund'], () => {
      const result = payments.refund(input)
      if (result.kind === 'refused') return refuse(result.error)
      const { entry, payment } = result
      return {
        status: 200,
        body: {
          refund_id: `ref_${entry.entry_id}`,
          payment_id: entry.payment_id,
          attempt_id: entry.attempt_id,
          order_number: entry.order_number,
          amount_minor: entry.amount_minor,
          currency: entry.currency,
          refunded_minor: rows.refundedMinor(payment.payment_id),
        },
      }
    })
  })

  app.post('/installments', (c) => {
    const { first_digits, saved_card, amount_minor, currency } = read(
      quoteInput,
      json(c.get('body')),
    )
    const digits = first_digits ?? (saved_card && cards.byRef(saved_card)?.first_digits)
    if (digits === undefined) return refuse('unknown_card')
    return send(c.get('exchange'), {
      status: 200,
      body: { amount_minor, currency, offers: offersFor(digits, amount_minor, currency) },
    })
  })

  app.post('/cards/forget', (c) => {
    const forgotten = cards.forget(read(savedCardRef, json(c.get('body'))))
    return forgotten
      ? send(c.get('exchange'), { status: 200, body: { forgotten } })
      : refuse('unknown_card')
  })

  app.get('/ledger', (c) => {
    const query = read(ledgerQuery, c.req.query())
    const entries = rows.entries(query)
    const last = entries.at(-1)
    return send(c.get('exchange'), {
      status: 200,
      body: {
        entries: entries.map((entry) => ({
          ...entry,
          created_at: new Date(entry.created_at).toISOString(),
        })),
        totals: rows.totals(query.order_number),
        next_after: entries.length === query.limit && last ? last.entry_id : null,
      },
    })
  })

  app.post('/accounts', (c) =>
    send(c.get('exchange'), accountAnswer(payees.open(read(accountInput, json(c.get('body')))))),
  )

  app.get('/accounts/:id', (c) => {
    const payee = payees.account(c.req.param('id')) ?? refuse('unknown_account')
    return send(c.get('exchange'), accountAnswer(payee))
  })

  app.post('/accounts/:id/links', (c) => {
    const input = read(linkInput, json(c.get('body')))
    for (const field of ['return_url', 'refresh_url'] as const) {
      if (!isAllowed(new URL(input[field]).origin))
        throw new Refused(422, 'origin_not_allowed', { [field]: 'origin' })
    }
    const { account_id: id } = payees.account(c.req.param('id')) ?? refuse('unknown_account')
    return send(c.get('exchange'), {
      status: 200,
      body: { url: accountUrl(payees.link(id, input)) },
    })
  })

  /** A call about money, with what the account's holder wants to go wrong once with it. */
  async function moneyWithFault(
    c: Context<Env>,
    { accountId, key }: { accountId: string; key: string },
    effect: () => Answer,
  ) {
    const exchange = c.get('exchange')
    const wanted = faultOf(payees.account(accountId))
    const fault = wanted !== null && rows.takeFault(key, 'transfer') ? wanted : null
    if (fault && isBefore(fault)) return misbehave(exchange, fault, null)
    const answer = effect()
    return fault ? misbehave(exchange, fault, answer) : send(exchange, answer)
  }

  app.post('/transfers', (c) => {
    const input = read(transferInput, json(c.get('body')))
    return moneyWithFault(c, { accountId: input.account_id, key: input.key }, () =>
      transferAnswer(rowOf(payees.send(input), refuse)),
    )
  })

  app.get('/transfers/:key', (c) => {
    const transfer = payees.transfer(c.req.param('key')) ?? refuse('unknown_transfer')
    return send(c.get('exchange'), transferAnswer(transfer))
  })

  app.post('/transfers/:id/reversals', (c) => {
    const input = read(reversalInput, json(c.get('body')))
    const accountId = payees.accountOf(c.req.param('id')) ?? refuse('unknown_transfer')
    return moneyWithFault(c, { accountId, key: input.key }, () =>
      reversalAnswer(rowOf(payees.takeBack(c.req.param('id'), input), refuse)),
    )
  })

  app.all('*', (c) => send(c.get('exchange'), refusal(404, 'unknown_call')))
  app.onError((error, c) => {
    const exchange = { bindings: c.env, signer, nonce: c.get('exchange')?.nonce }
    if (error instanceof Refused) return send(exchange, error.answer)
    const incident = crypto.randomUUID()
    console.error(`sandbox-bank: incident ${incident}: ${error.name}: ${error.message}`)
    return send(exchange, { status: 500, body: { error: 'internal_error', incident } })
  })
  return app
}
