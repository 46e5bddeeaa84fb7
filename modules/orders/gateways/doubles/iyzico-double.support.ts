import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { merchantCalls } from './iyzico-merchant.support.ts'
import { createBooks, literal, mdStatusOf, type Payment } from './iyzico-payments.support.ts'
import { iyzicoPayouts } from './iyzico-payouts.support.ts'
import {
  armedFaults,
  behaviourOf,
  breakAnswer,
  faultOf,
  isBefore,
  type Step,
} from './start.support.ts'

/**
 * A local double of iyzico, written by us from its public documentation (docs/gateways.md): its
 * requests' signatures, its documents, pages, returns, notices and error codes, and the faults of
 * `start.support.ts`. It is a process of its own and knows nothing of Arasta.
 */
const { API_KEY = '', SECRET_KEY = '', PORT = '0' } = process.env
let noticeUrl = process.env.NOTICE_URL ?? ''
const NOTICE_DELAYS_MS = [0, 50, 50]
const STEP_OF: Record<string, Step> = {
  'POST /payment/3dsecure/initialize': 'start',
  'POST /payment/v2/3dsecure/auth': 'charge',
  'POST /payment/auth': 'charge',
  'POST /payment/detail': 'lookup',
  'POST /v2/payment/refund': 'refund',
}

const mac = (text: string) => createHmac('sha256', SECRET_KEY).update(text).digest('hex')
const hmac = (values: string[]) => mac(values.join(':'))
const books = createBooks()
const payouts = iyzicoPayouts()
const armed = armedFaults()
let origin = ''

function tell(payment: Payment, iyziEventType: string, status: string): void {
  const body = JSON.stringify({
    paymentConversationId: payment.conversationId,
    merchantId: 1,
    paymentId: Number(payment.paymentId),
    ...(payment.token !== null && {
      token: payment.token,
      iyziPaymentId: Number(payment.paymentId),
    }),
    status,
    iyziReferenceCode: randomUUID(),
    iyziEventType,
    iyziEventTime: Date.now(),
    iyziPaymentId: Number(payment.paymentId),
  })
  const signature = mac(
    [
      SECRET_KEY,
      iyziEventType,
      payment.paymentId,
      ...(payment.token === null ? [] : [payment.token]),
      payment.conversationId,
      status,
    ].join(''),
  )
  const given = behaviourOf(payment.number) === '21' ? mac('forged') : signature
  const times = behaviourOf(payment.number) === '20' ? 2 : 1
  for (let time = 0; time < times; time += 1) void send(body, given, 0)
}

async function send(body: string, signature: string, turn: number): Promise<void> {
  const delay = NOTICE_DELAYS_MS[turn]
  if (noticeUrl === '' || delay === undefined) return
  await new Promise((done) => setTimeout(done, delay))
  const heard = await fetch(noticeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-iyz-signature-v3': signature },
    body,
  }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!heard) await send(body, signature, turn + 1)
}

const { calls, report, reportDay, charge, failure } = merchantCalls({
  books,
  url: () => origin,
  hmac,
  tell,
})

function isSigned(request: IncomingMessage, path: string, body: string): boolean {
  const random = String(request.headers['x-iyzi-rnd'] ?? '')
  const expected = `IYZWSv2 ${Buffer.from(`apiKey:${API_KEY}&randomKey:${random}&signature:${mac(random + path + body)}`).toString('base64')}`
  return random !== '' && request.headers.authorization === expected
}

const sendJson = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' }).end(body)
const sendPage = (response: ServerResponse, html: string) =>
  response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(html)

/** An answer that lies, with a signature of its own where the lie is iyzico's. */
function lie(
  fault: string,
  body: Record<string, unknown>,
  payment: Payment,
  isRefund: boolean,
): Record<string, unknown> {
  if (fault === 'answer_malformed') return { status: 'success' }
  if (fault === 'answer_badly_signed') return { ...body, signature: mac('another secret') }
  const changed = {
    ...payment,
    ...(fault === 'wrong_currency' && { currency: payment.currency === 'USD' ? 'EUR' : 'USD' }),
    ...(fault === 'wrong_order' && {
      basketId: `${payment.basketId}-2`,
      conversationId: `${payment.conversationId}-2`,
    }),
    paidMinor: payment.paidMinor + (fault === 'wrong_amount' ? 100 : 0),
  }
  if (isRefund) {
    const shown =
      fault === 'wrong_amount' ? '999.99' : String(JSON.parse(JSON.stringify(body.price)))
    const { currency } = changed
    return {
      ...body,
      price: literal(shown),
      currency,
      signature: hmac([payment.paymentId, shown, currency, String(body.conversationId)]),
    }
  }
  const { paymentId, conversationId, basketId, currency, paidMinor, priceMinor } = changed
  if (!('paidPrice' in body))
    return { ...body, conversationId, signature: hmac([paymentId, conversationId]) }
  const amounts = [String(paidMinor / 100), String(priceMinor / 100)]
  return {
    ...body,
    conversationId,
    basketId,
    currency,
    paidPrice: literal(amounts[0] ?? ''),
    signature: hmac([paymentId, currency, basketId, conversationId, ...amounts]),
  }
}

function answerMerchant(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  raw: string,
): void {
  if (!isSigned(request, url.pathname, raw))
    return void sendJson(response, JSON.stringify(failure(1_000, undefined, 'Geçersiz imza').body))
  if (url.pathname === '/v2/reporting/payment/details')
    return void sendJson(response, JSON.stringify(report(url.searchParams).body))
  if (url.pathname === '/v2/reporting/payment/transactions')
    return void sendJson(response, JSON.stringify(reportDay(url.searchParams).body))
  const name = `${request.method} ${url.pathname}`
  if (/^\/(onboarding|v1\/mass)\//.test(url.pathname))
    return answerPayouts(request, response, name, raw)
  const call = calls[name]
  if (!call) return void response.writeHead(404).end()
  const input = JSON.parse(raw) as Record<string, unknown>
  const step = STEP_OF[name]
  const card = input.paymentCard as
    | { cardNumber?: string; cardUserKey?: string; cardToken?: string }
    | undefined
  const known =
    books.payments.get(String(input.paymentId ?? '')) ??
    books.find((one) => one.conversationId === input.paymentConversationId)
  const { cardUserKey = '', cardToken = '' } = card ?? {}
  const number =
    card?.cardNumber ?? known?.number ?? books.cardOf({ cardUserKey, cardToken })?.number ?? ''
  // 53: a charge without the holder is answered when nobody waits any more.
  const isLate = name === 'POST /payment/auth' && behaviourOf(number) === '53'
  const wanted = isLate ? 'hang_after' : step === undefined ? null : faultOf(number, step)
  // What stands in the way of the step itself is told as it is: the fault waits for the step.
  const fault =
    wanted !== null &&
    books.once(`${step}:${String(input.conversationId)}:${known?.paymentId ?? ''}`)
      ? wanted
      : null
  if (fault !== null && isBefore(fault) && breakAnswer(request, response, fault, null)) return
  const { body, payment } = call(input)
  if (name === 'POST /payment/3dsecure/initialize' && payment) {
    body.threeDSHtmlContent = Buffer.from(
      selfSubmitting(`${origin}/3ds/acs`, { MD: payment.paymentId }),
    ).toString('base64')
  }
  if (fault === null || !payment) return void sendJson(response, JSON.stringify(body))
  const shown = JSON.stringify(
    fault.startsWith('wrong') || fault.startsWith('answer')
      ? lie(fault, body, payment, step === 'refund')
      : body,
  )
  if (!breakAnswer(request, response, fault, shown)) sendJson(response, shown)
}

/** Sub-merchants and mass payouts, with the fault that a test asked for. */
function answerPayouts(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  raw: string,
): void {
  const fault = armed.take(name)
  if (fault !== null && isBefore(fault) && breakAnswer(request, response, fault, null)) return
  const answer = payouts.answer(name, JSON.parse(raw) as Record<string, unknown>)
  if (!answer) return void response.writeHead(404).end()
  const shown = JSON.stringify(fault === 'answer_malformed' ? { status: 'success?' } : answer)
  if (fault === null || !breakAnswer(request, response, fault, shown)) sendJson(response, shown)
}

function answerBrowser(response: ServerResponse, url: URL, form: URLSearchParams): void {
  const payment =
    books.payments.get(form.get('MD') ?? '') ??
    books.find(
      (one) =>
        one.token !== null && one.token === (form.get('token') ?? url.searchParams.get('token')),
    )
  if (!payment) return void response.writeHead(404).end()
  const amount = `${payment.paidMinor / 100} ${payment.currency}`
  if (url.pathname === '/pay' && form.get('number') === null)
    return void sendPage(response, cardPage(`${origin}/pay`, payment.token ?? '', amount))
  if (url.pathname === '/pay') {
    payment.number = form.get('number') ?? ''
    if (form.get('keep') === '1')
      payment.keepAs = { alias: 'Kartım', cardUserKey: payment.cardUserKey }
    charge(payment, 'CHECKOUT_FORM_AUTH')
    return void sendPage(
      response,
      selfSubmitting(payment.callbackUrl, { token: payment.token ?? '' }),
    )
  }
  if (url.pathname === '/3ds/acs')
    return void sendPage(response, holderPage(`${origin}/3ds/answer`, payment.paymentId, amount))
  if (payment.paymentStatus === 'INIT_THREEDS') {
    const confirmed = form.get('action') === 'confirm'
    payment.mdStatus = confirmed ? mdStatusOf(payment.number) : '0'
    payment.paymentStatus = payment.mdStatus === '1' ? 'CALLBACK_THREEDS' : 'FAILURE'
    // American Express cards come back without data, as some banks' cards do.
    payment.conversationData =
      payment.mdStatus === '1' && !payment.number.startsWith('37') ? `cd-${payment.paymentId}` : ''
    if (payment.mdStatus !== '1') tell(payment, 'THREE_DS_CALLBACK', 'FAILURE')
  }
  const { conversationData, conversationId, mdStatus, paymentId } = payment
  const status = mdStatus === '1' || mdStatusOf(payment.number) === mdStatus ? 'success' : 'failure'
  const signature =
    behaviourOf(payment.number) === '24'
      ? mac('forged')
      : hmac([conversationData, conversationId, mdStatus ?? '', paymentId, status])
  sendPage(
    response,
    selfSubmitting(payment.callbackUrl, {
      status,
      paymentId,
      conversationData,
      conversationId,
      mdStatus: mdStatus ?? '',
      signature,
    }),
  )
}

/** Not of iyzico: what its books hold of an order, for tests. */
function showBook(response: ServerResponse, basketId: string | null): void {
  const mine = [...books.payments.values()].filter(
    (payment) => payment.basketId === basketId && payment.charges > 0,
  )
  const sum = (of: (payment: Payment) => number) =>
    mine.reduce((total, payment) => total + of(payment), 0)
  sendJson(
    response,
    JSON.stringify({
      charges: sum((one) => one.charges),
      chargedMinor: sum((one) => one.paidMinor * one.charges),
      currency: mine[0]?.currency,
      refundedMinor: sum((one) => one.refunds.reduce((total, back) => total + back.minor, 0)),
    }),
  )
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const raw = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/double/notices') {
      noticeUrl = url.searchParams.get('to') ?? ''
      return void response.writeHead(204).end()
    }
    if (url.pathname === '/double/book') return showBook(response, url.searchParams.get('order'))
    if (url.pathname === '/double/sums')
      return void sendJson(
        response,
        JSON.stringify(payouts.sums(url.searchParams.get('account') ?? '')),
      )
    if (url.pathname === '/double/fault') {
      armed.arm(url)
      return void response.writeHead(204).end()
    }
    if (url.pathname === '/pay' || url.pathname.startsWith('/3ds/'))
      return answerBrowser(response, url, new URLSearchParams(raw))
    answerMerchant(request, response, url, raw)
  })
})
server.listen(Number(PORT), '127.0.0.1', () => {
  origin = `http://iyzico.localhost:${(server.address() as AddressInfo).port}`
  console.log(`double ready ${origin}`)
})

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one,
  )
const fields = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')

/**
 * A document that sends itself on: what iyzico hands out in base64, and what a bank's page ends
 * with.
 */
const selfSubmitting = (action: string, values: Record<string, string>): string => `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><title>iyzico 3D Secure</title></head>
<body onload="document.getElementById('go').submit()"><form id="go" method="post" action="${escape(action)}">${fields(values)}<noscript><button>Devam</button></noscript></form></body></html>`

/** The bank's page: the holder says yes or no. */
const holderPage = (action: string, paymentId: string, amount: string): string => `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Banka doğrulaması (yerel ikiz)</title></head>
<body><h1>3D Secure</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">${fields({ MD: paymentId })}
<button name="action" value="confirm">Onayla</button> <button name="action" value="cancel">Vazgeç</button></form></body></html>`

/** iyzico's own payment page: the card is typed there. */
const cardPage = (action: string, token: string, amount: string): string => `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>iyzico ödeme sayfası (yerel ikiz)</title></head>
<body><h1>iyzico</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">${fields({ token })}
<label>Kart <input name="number" value="5528790000000008"></label>
<label><input type="checkbox" name="keep" value="1"> Kartımı sakla</label> <button>Öde</button></form></body></html>`
