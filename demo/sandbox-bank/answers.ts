import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Fault } from './cards.ts'
import type { KeptCard } from './kept-cards.ts'
import type { PaymentRow } from './payment-rows.ts'
import type { Signer } from './signing.ts'

/** What goes back to the merchant, before it is signed. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

export const refusal = (
  status: number,
  error: string,
  fields?: Record<string, string>,
): Answer => ({ status, body: { error, ...(fields && { fields }) } })

/** A payment as the merchant sees it. */
export function paymentAnswer(
  payment: PaymentRow,
  facts: { refundedMinor: number; challengeUrl: string | null; kept: KeptCard | undefined },
): Answer {
  return {
    status: 200,
    body: {
      payment_id: payment.payment_id,
      attempt_id: payment.attempt_id,
      order_number: payment.order_number,
      amount_minor: payment.is_check ? 0 : payment.amount_minor,
      currency: payment.currency,
      installments: payment.installments,
      state: payment.state,
      reason: payment.reason,
      md_status: payment.md_status,
      refunded_minor: facts.refundedMinor,
      challenge_url: facts.challengeUrl,
      card: { brand: payment.brand, last_four: payment.last_four },
      saved_card: facts.kept ? savedCardAnswer(facts.kept) : null,
      created_at: new Date(payment.created_at).toISOString(),
      updated_at: new Date(payment.updated_at).toISOString(),
    },
  }
}

const savedCardAnswer = ({
  customer_ref,
  card_token,
  fingerprint,
  brand,
  last_four,
  expiry_month,
  expiry_year,
}: KeptCard) => ({
  customer_ref,
  card_token,
  fingerprint,
  brand,
  last_four,
  expiry_month,
  expiry_year,
})

export interface Exchange {
  bindings: HttpBindings
  signer: Signer
  /** Of the request; without one (it was not readable) the answer is not signed. */
  nonce: string | undefined
}

function headersFor(
  { signer, nonce }: Exchange,
  status: number,
  body: string,
): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(nonce && { 'bank-signature': signer.answer({ nonce, status, body }) }),
  }
}

export function send(exchange: Exchange, answer: Answer): Response {
  const body = JSON.stringify(answer.body)
  return new Response(body, {
    status: answer.status,
    headers: headersFor(exchange, answer.status, body),
  })
}

const falsified: Partial<Record<Fault, (body: Answer['body']) => Answer['body']>> = {
  wrong_amount: (body) => ({ ...body, amount_minor: Number(body.amount_minor) + 100 }),
  wrong_currency: (body) => ({ ...body, currency: body.currency === 'USD' ? 'EUR' : 'USD' }),
  wrong_order: (body) => ({ ...body, order_number: `${String(body.order_number)}-2` }),
  answer_malformed: () => ({ status: 'success' }),
}

/** Faults after which nothing has happened at the bank. */
export const isBefore = (fault: Fault): boolean => fault.endsWith('_before')

const HANG_MS = 120_000
/** Longer than merchants wait for an answer. */
const LATE_MS = 20_000
const DRIP_MS = 400

/**
 * Misbehaves on the wire as the card asks. `answer` is what would have been right; there is none
 * before the effect.
 */
export function misbehave(
  exchange: Exchange,
  fault: Fault,
  answer: Answer | null,
): Response | Promise<Response> {
  const { incoming, outgoing } = exchange.bindings
  const socket = incoming.socket
  const falsify = falsified[fault]
  if (answer && falsify)
    return send(exchange, { status: answer.status, body: falsify(answer.body) })
  if (answer && fault === 'answer_badly_signed') {
    const right = send(exchange, answer)
    right.headers.set(
      'bank-signature',
      exchange.signer.answer({ nonce: 'another', status: answer.status, body: '' }),
    )
    return right
  }
  if (answer && fault === 'answer_late')
    return new Promise((resolve) => {
      setTimeout(() => resolve(send(exchange, answer)), LATE_MS).unref()
    })
  if (answer && fault === 'slow_body') {
    const body = JSON.stringify(answer.body)
    outgoing.writeHead(answer.status, {
      ...headersFor(exchange, answer.status, body),
      'content-length': Buffer.byteLength(body),
    })
    let sent = 0
    const drip = setInterval(() => {
      if (sent >= body.length || socket.destroyed) return clearInterval(drip)
      outgoing.write(body.slice(sent, ++sent))
      if (sent === body.length) outgoing.end()
    }, DRIP_MS).unref()
    return RESPONSE_ALREADY_SENT
  }
  if (fault.startsWith('hang_')) {
    setTimeout(() => socket.destroy(), HANG_MS).unref()
    return RESPONSE_ALREADY_SENT
  }
  if (fault.startsWith('reset_')) {
    socket.resetAndDestroy()
    return RESPONSE_ALREADY_SENT
  }
  if (fault.startsWith('error_502_')) {
    return new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    })
  }
  return send(exchange, refusal(500, 'internal_error'))
}
