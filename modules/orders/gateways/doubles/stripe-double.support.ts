import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { behaviourOf, breakAnswer, faultOf, isBefore, type Step } from './faults.support.ts'
import {
  AUTHENTICATION_FAILED,
  afterChallenge,
  newStripeId,
  refundedOf,
} from './stripe-books.support.ts'
import { stripeCalls, type Answered, type Form } from './stripe-calls.support.ts'
import { browserScript, fieldsPage, holderPage } from './stripe-pages.support.ts'

/**
 * A local double of Stripe, written by us from its public documentation (docs/gateways.md):
 * intents, refunds, kept cards, idempotent requests, signed events, the challenge's redirect and
 * the browser's script, and the faults of `faults.support.ts`. It is a process of its own and knows
 * nothing of Arasta.
 */
const { SECRET_KEY = '', PUBLISHABLE_KEY = '', WEBHOOK_SECRET = '', PORT = '0' } = process.env
let noticeUrl = process.env.NOTICE_URL ?? ''
const NOTICE_DELAYS_MS = [0, 50, 50]
let origin = ''
const done = new Set<string>()
const once = (key: string): boolean => !done.has(key) && Boolean(done.add(key))

async function send(body: string, secret: string, turn: number): Promise<void> {
  const delay = NOTICE_DELAYS_MS[turn]
  if (noticeUrl === '' || delay === undefined) return
  await new Promise((after) => setTimeout(after, delay))
  const time = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` }
  const heard = await fetch(noticeUrl, { method: 'POST', headers, body }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!heard) await send(body, secret, turn + 1)
}

const calls = stripeCalls({
  origin: () => origin,
  tell(type, object, number) {
    const body = JSON.stringify({
      id: newStripeId('evt'),
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    })
    const times = behaviourOf(number) === '20' ? 2 : 1
    for (let time = 0; time < times; time += 1)
      void send(body, behaviourOf(number) === '21' ? 'another secret' : WEBHOOK_SECRET, 0)
  },
})

const sendJson = (
  response: ServerResponse,
  { status, body }: Pick<Answered, 'body'> & { status: number },
  headers: Record<string, string> = {},
) =>
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': newStripeId('req'),
      ...headers,
    })
    .end(JSON.stringify(body))

function stepOf(method: string, path: string): Step | null {
  if (method === 'POST' && path.endsWith('/confirm')) return 'start'
  if (method === 'GET' && path.startsWith('/v1/payment_intents/')) return 'lookup'
  return method === 'POST' && path === '/v1/refunds' ? 'refund' : null
}

function lie(fault: string, body: Record<string, unknown>): Record<string, unknown> {
  if (fault === 'answer_malformed') return { status: 'success' }
  if (fault === 'wrong_amount') return { ...body, amount: Number(body.amount) + 100 }
  if (fault === 'wrong_currency')
    return { ...body, currency: body.currency === 'usd' ? 'eur' : 'usd' }
  return { ...body, metadata: { ...(body.metadata as object), order_number: 'AR-another' } }
}

const stored = new Map<string, { print: string; answer: Answered }>()

/**
 * docs.stripe.com/api/idempotent_requests: the first answer of a key is repeated, other content
 * under it is an error.
 */
function answerOnce(
  request: IncomingMessage,
  path: string,
  raw: string,
  form: Form,
): { answer: Answered; replayed: boolean } | null {
  const method = request.method ?? 'GET'
  const key = String(request.headers['idempotency-key'] ?? '')
  const print = createHash('sha256').update(`${path}\n${raw}`).digest('hex')
  const before = method === 'POST' && key !== '' ? stored.get(key) : undefined
  if (before && before.print !== print) {
    return {
      answer: {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message: 'Keys for idempotent requests can only be used with the same parameters.',
          },
        },
      },
      replayed: false,
    }
  }
  if (before) return { answer: before.answer, replayed: true }
  const answer = calls.answer(method, path, form)
  if (answer && method === 'POST' && key !== '' && answer.status !== 400 && answer.status !== 404)
    stored.set(key, { print, answer })
  return answer && { answer, replayed: false }
}

function answerMerchant(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  raw: string,
): void {
  if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
    return void sendJson(response, {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
    })
  }
  const form = Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : raw))
  if (
    form.number !== undefined ||
    Object.keys(form).some((name) => name.includes('card][number'))
  ) {
    return void sendJson(response, {
      status: 402,
      body: {
        error: {
          type: 'invalid_request_error',
          message: 'Sending credit card numbers directly to the Stripe API is generally unsafe.',
        },
      },
    })
  }
  const step = stepOf(request.method ?? '', url.pathname)
  const intentId = form.payment_intent ?? url.pathname.split('/')[3] ?? ''
  const number =
    calls.tokenNumber(form.confirmation_token ?? form.payment_method) ??
    calls.find(intentId)?.method?.number ??
    ''
  const wanted = step === null ? null : faultOf(number, step)
  const fault =
    wanted !== null &&
    once(`${step}:${intentId}:${String(request.headers['idempotency-key'] ?? '')}`)
      ? wanted
      : null
  if (fault !== null && isBefore(fault) && breakAnswer(request, response, fault, null)) return
  const given = answerOnce(request, url.pathname, raw, form)
  if (!given)
    return void sendJson(response, {
      status: 404,
      body: { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } },
    })
  const { answer, replayed } = given
  const headers: Record<string, string> = replayed ? { 'idempotent-replayed': 'true' } : {}
  if (fault === null) return void sendJson(response, answer, headers)
  const shown =
    fault.startsWith('wrong') || fault.startsWith('answer') ? lie(fault, answer.body) : answer.body
  if (!breakAnswer(request, response, fault, JSON.stringify(shown)))
    sendJson(response, { status: answer.status, body: shown }, headers)
}

function answerHolder(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  raw: string,
): void {
  const intent = calls.find(url.pathname.split('/')[2] ?? '')
  if (!intent) return void response.writeHead(404).end()
  if (request.method === 'GET')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(holderPage(url.pathname, `${intent.amount / 100} ${intent.currency}`))
  if (intent.status === 'requires_action') {
    const error =
      new URLSearchParams(raw).get('action') === 'confirm'
        ? afterChallenge(intent.method?.number ?? '')
        : AUTHENTICATION_FAILED
    if (error) calls.fail(intent, error)
    else calls.succeed(intent)
  }
  const back = new URL(intent.return_url)
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('payment_intent_client_secret', intent.client_secret)
  back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  response.writeHead(303, { location: back.href }).end()
}

/** What the browser's script asks for. */
function answerBrowser(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  raw: string,
): void {
  if (url.pathname === '/fields')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(fieldsPage(url.searchParams.get('locale') ?? 'en'))
  if (url.pathname === '/v3/')
    return void response
      .writeHead(200, {
        'content-type': 'text/javascript',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .end(browserScript(origin))
  if (request.headers.authorization !== `Bearer ${PUBLISHABLE_KEY}`)
    return void sendJson(response, {
      status: 401,
      body: { error: { message: 'Invalid API Key provided' } },
    })
  sendJson(response, {
    status: 200,
    body: {
      id: calls.token(JSON.parse(raw) as { number: string; exp_month: number; exp_year: number }),
      object: 'confirmation_token',
    },
  })
}

/** Not of Stripe: what its books hold of an order, for tests. */
function showBook(response: ServerResponse, order: string | null): void {
  const mine = calls
    .all()
    .filter((intent) => intent.metadata.order_number === order && intent.charges > 0)
  sendJson(response, {
    status: 200,
    body: {
      charges: mine.reduce((sum, one) => sum + one.charges, 0),
      chargedMinor: mine.reduce((sum, one) => sum + one.amount * one.charges, 0),
      refundedMinor: mine.reduce((sum, one) => sum + refundedOf(one), 0),
      currency: mine[0]?.currency.toUpperCase(),
    },
  })
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const raw = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/double/book') return showBook(response, url.searchParams.get('order'))
    if (url.pathname === '/double/notices') {
      noticeUrl = url.searchParams.get('to') ?? ''
      return void response.writeHead(204).end()
    }
    if (url.pathname.startsWith('/3ds/')) return answerHolder(request, response, url, raw)
    if (['/fields', '/v3/', '/js/tokens'].includes(url.pathname))
      return answerBrowser(request, response, url, raw)
    answerMerchant(request, response, url, raw)
  })
})
server.listen(Number(PORT), '127.0.0.1', () => {
  origin = `http://stripe.localhost:${(server.address() as AddressInfo).port}`
  console.log(`double ready ${origin}`)
})
