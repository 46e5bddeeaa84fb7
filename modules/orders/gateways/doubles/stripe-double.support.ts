import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  armedFaults,
  behaviourOf,
  breakAnswer,
  faultOf,
  isBefore,
  type Step,
} from './start.support.ts'
import {
  afterChallenge,
  AUTHENTICATION_FAILED,
  newStripeId,
  refundedOf,
  type Setup,
} from './stripe-books.support.ts'
import { type Answered, type Form, stripeCalls } from './stripe-calls.support.ts'
import { STRIPE_ONBOARDINGS, stripeConnect } from './stripe-connect.support.ts'

/**
 * A local double of Stripe, written by us from its public documentation (docs/gateways.md):
 * intents, refunds, kept cards, idempotent requests, signed events, the challenge's redirect and
 * the browser's script, and the faults of `start.support.ts`. It is a process of its own and knows
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

const connect = stripeConnect({ origin: () => origin })
const armed = armedFaults()
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
  const answer = connect.answer(method, path, form) ?? calls.answer(method, path, form)
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
  // 53: a charge without the holder is answered when nobody waits any more.
  const isLate = form.off_session === 'true' && behaviourOf(number) === '53'
  const wanted = isLate ? 'hang_after' : step === null ? null : faultOf(number, step)
  const asked =
    wanted !== null &&
    once(`${step}:${intentId}:${String(request.headers['idempotency-key'] ?? '')}`)
      ? wanted
      : null
  const fault = asked ?? armed.take(`${request.method} ${url.pathname}`)
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
  const id = url.pathname.split('/')[2] ?? ''
  const setup = calls.findSetup(id)
  if (setup) return answerSetupHolder(request, response, { url, raw, setup })
  const intent = calls.find(id)
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

/** The same for a card that is only saved. */
function answerSetupHolder(
  request: IncomingMessage,
  response: ServerResponse,
  { url, raw, setup }: { url: URL; raw: string; setup: Setup },
): void {
  if (request.method === 'GET')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(holderPage(url.pathname, 'Save the card'))
  if (setup.status === 'requires_action')
    calls.endSetup(
      setup,
      new URLSearchParams(raw).get('action') === 'confirm'
        ? afterChallenge(setup.method.number)
        : AUTHENTICATION_FAILED,
    )
  const back = new URL(setup.return_url)
  back.searchParams.set('setup_intent', setup.id)
  back.searchParams.set('redirect_status', setup.status === 'succeeded' ? 'succeeded' : 'failed')
  response.writeHead(303, { location: back.href }).end()
}

/** Stripe's page for partners: its form says how the account is to behave. */
function answerPartner(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  raw: string,
): void {
  const id = url.pathname.split('/')[2] ?? ''
  if (request.method === 'GET')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(partnerPage(url.pathname + url.search))
  const known = connect.onboard(id, new URLSearchParams(raw).get('onboarding') ?? 'pays')
  if (!known) return void response.writeHead(404).end()
  response.writeHead(303, { location: url.searchParams.get('return') ?? '/' }).end()
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
    if (url.pathname === '/double/sums')
      return sendJson(response, {
        status: 200,
        body: connect.sums(url.searchParams.get('account') ?? ''),
      })
    if (url.pathname === '/double/fault') {
      armed.arm(url)
      return void response.writeHead(204).end()
    }
    if (url.pathname.startsWith('/connect/')) return answerPartner(request, response, url, raw)
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

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one,
  )

/** The bank's page: the holder says yes or no. */
const holderPage = (action: string, amount: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>3D Secure (local double)</title></head>
<body><h1>3D Secure</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">
<button name="action" value="confirm">Complete</button> <button name="action" value="cancel">Fail</button></form></body></html>`

/** The partner gives its details. */
const partnerPage = (action: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stripe Connect (local double)</title></head>
<body><h1>Connect</h1><form method="post" action="${escape(action)}">
${STRIPE_ONBOARDINGS.map((one) => `<button name="onboarding" value="${one}">${one}</button>`).join(' ')}</form></body></html>`

const ENGLISH = {
  number: 'Card number',
  expiry: 'Expiry',
  incomplete: 'Your card number is incomplete.',
}
const WORDS: Record<string, typeof ENGLISH> = {
  tr: {
    number: 'Kart numarası',
    expiry: 'Son kullanma tarihi',
    incomplete: 'Kart numaranız eksik.',
  },
  ar: {
    number: 'رقم البطاقة',
    expiry: 'تاريخ انتهاء الصلاحية',
    incomplete: 'رقم بطاقتك غير مكتمل.',
  },
}
/** What Stripe's script says of a colour that it cannot read. */
const PLAIN = /^(#[0-9a-f]{6}|[\d.]+px)$/

/** The card fields, in a document of the gateway's own: our page never sees what is typed here. */
function fieldsPage(locale: string): string {
  const words = WORDS[locale] ?? ENGLISH
  return `<!doctype html>
<html lang="${escape(locale)}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${words.number} (local double)</title>
<style>body{margin:0;font:16px system-ui;display:grid;gap:8px;padding:4px;color:var(--colorText,#222)}label{display:grid;gap:4px}
input{font:inherit;padding:10px;color:inherit;background:var(--colorBackground,#fff);border:1px solid #999;border-radius:var(--borderRadius,6px);direction:ltr}
input:focus{outline:3px solid var(--colorPrimary,#06c)}</style></head>
<body><label>${words.number} <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>${words.expiry} <input id="expiry" placeholder="MM / YY" autocomplete="cc-exp"></label><label>CVC <input id="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
<script>
addEventListener('message', async event => {
  if (event.data && event.data.look) {
    for (const [name, value] of Object.entries(event.data.look.variables)) document.documentElement.style.setProperty('--' + name, value)
    document.documentElement.style.colorScheme = event.data.look.theme === 'night' ? 'dark' : 'light'
    return
  }
  const { call, id, key } = event.data || {}
  if (!call) return
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map(name => document.getElementById(name).value.replace(/\\s/g, ''))
  let answer = {}
  if (number.length < 13 || !/^\\d{2}\\/?\\d{2}$/.test(expiry) || cvc.length < 3) answer = { error: { type: 'validation_error', message: '${words.incomplete}' } }
  else if (call === 'token') {
    const body = JSON.stringify({ number, exp_month: Number(expiry.slice(0, 2)), exp_year: 2000 + Number(expiry.slice(-2)) })
    answer = { confirmationToken: await (await fetch('/js/tokens', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body })).json() }
  }
  event.source.postMessage({ id, answer }, event.origin)
})
parent.postMessage({ ready: true }, '*')
</script></body></html>`
}

/** A script with the part of Stripe.js's interface that a page with the Payment Element uses. */
const browserScript = (origin: string): string => `
window.Stripe = (key, settings = {}) => {
  const waiting = new Map()
  let frame = null
  addEventListener('message', event => {
    if (event.origin !== ${JSON.stringify(origin)} || !event.data) return
    if (event.data.ready && frame && frame.onready) { show(look); frame.onready() }
    const done = waiting.get(event.data.id)
    if (done) { waiting.delete(event.data.id); done(event.data.answer) }
  })
  const ask = call => new Promise(done => {
    const id = Math.random().toString(36).slice(2)
    waiting.set(id, done)
    frame.contentWindow.postMessage({ call, id, key }, ${JSON.stringify(origin)})
  })
  let look = null
  const show = wished => {
    if (!wished) return
    for (const [name, value] of Object.entries(wished.variables)) if (!${String(PLAIN)}.test(value)) console.error('invalid variable value "' + value + '" provided to "' + name + '"')
    look = wished
    if (frame) frame.contentWindow.postMessage({ look }, ${JSON.stringify(origin)})
  }
  return {
    elements: options => ({
      update(changes) { show(changes.appearance) },
      submit: () => ask('check'),
      create: () => {
        const listeners = {}
        look = options.appearance
        return {
          on(name, listener) { listeners[name] = listener; return this },
          update() {},
          mount(target) {
            frame = document.createElement('iframe')
            frame.src = ${JSON.stringify(origin)} + '/fields?locale=' + (settings.locale || 'en')
            frame.title = 'Card'
            frame.width = '100%'
            frame.height = '280'
            frame.onready = () => listeners.ready && listeners.ready()
            const place = typeof target === 'string' ? document.querySelector(target) : target
            place.replaceChildren(frame)
          },
          unmount() { if (frame) frame.remove() },
          destroy() { if (frame) frame.remove() },
        }
      },
    }),
    createConfirmationToken: async () => await ask('token'),
  }
}
`
