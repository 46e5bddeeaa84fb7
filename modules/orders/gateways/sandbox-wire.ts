import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#lib/clock.ts'
import { type HttpClient, HttpFailure } from '#lib/http.ts'
import { newSecret } from '#lib/ids.ts'
import { sameText } from '#lib/same-text.ts'
import {
  type CardSetup,
  type ChargeOptions,
  type GatewayMovement,
  GatewayUnavailable,
  type OrderSnapshot,
  type PaymentMethod,
  type SavedCard,
  type SavedCardHandle,
  type SetupOptions,
  type StartOptions,
} from './gateway.ts'

/** The wire format of the sandbox bank: docs/protocols/sandbox-bank.md. */

const sha256Hex = (data: string) => createHash('sha256').update(data).digest('hex')

/** The four signed strings of section 2. */
export function sandboxSigner(secret: string) {
  const sign = (lines: string[]) =>
    `v1=${createHmac('sha256', secret).update(lines.join('\n')).digest('base64url')}`
  return {
    request: (method: string, target: string, timestamp: string, nonce: string, body: string) =>
      sign(['v1', method, target, timestamp, nonce, sha256Hex(body)]),
    answer: (nonce: string, status: number, body: string) =>
      sign(['v1-answer', nonce, String(status), sha256Hex(body)]),
    browserReturn: (form: ReturnForm) =>
      sign(['v1-return', form.attempt_id, form.md_status, form.payment_id, form.status]),
    notice: (eventId: string, timestamp: string, body: string) =>
      sign(['v1-notice', eventId, timestamp, sha256Hex(body)]),
  }
}

/** An authentic answer or none: `reached` is false when the request certainly did not arrive. */
export type Called =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'silent'; reached: boolean }

export interface SandboxBankSettings {
  /** Origin of the bank, e.g. `http://bank.localhost:3400`. */
  url: string
  merchantId: string
  merchantSecret: string
  timeoutMs: number
}

/** Signed calls to the sandbox bank. */
export function sandboxCalls(
  { url, merchantId, merchantSecret, timeoutMs }: SandboxBankSettings,
  { http, clock }: { http: HttpClient; clock: Clock },
) {
  const signer = sandboxSigner(merchantSecret)
  return async function call(
    method: 'GET' | 'POST',
    target: string,
    body?: unknown,
  ): Promise<Called> {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const [timestamp, nonce] = [String(Math.floor(clock.now().getTime() / 1000)), newSecret()]
    const headers = {
      'content-type': 'application/json',
      'bank-merchant': merchantId,
      'bank-timestamp': timestamp,
      'bank-nonce': nonce,
      'bank-signature': signer.request(method, target, timestamp, nonce, sent),
    }
    try {
      const request = {
        method,
        headers,
        ...(sent && { body: sent }),
        timeoutMs,
        maxBytes: 256 * 1024,
      }
      const answer = await http.request(new URL(target, url).href, request)
      const text = answer.body.toString('utf8')
      const authentic = sameText(
        answer.headers['bank-signature'],
        signer.answer(nonce, answer.status, text),
      )
      if (!authentic) return { kind: 'silent', reached: true }
      return { kind: 'answer', status: answer.status, body: JSON.parse(text) as unknown }
    } catch (error) {
      if (error instanceof HttpFailure) return { kind: 'silent', reached: error.sent }
      if (error instanceof SyntaxError) return { kind: 'silent', reached: true }
      throw error
    }
  }
}

const lastFour = z.string().regex(/^\d{4}$/)
const minor = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

/** A payment, from `POST /v1/payments`, `…/complete` and `GET /v1/attempts/{id}`. */
export const paymentAnswer = z.object({
  payment_id: z.string().min(1),
  attempt_id: z.string().min(1),
  order_number: z.string().min(1),
  amount_minor: minor,
  currency: z.string().regex(/^[A-Z]{3}$/),
  state: z.enum(['started', 'challenge', 'ready', 'paid', 'declined', 'voided']),
  reason: z.string().nullable(),
  refunded_minor: minor,
  challenge_url: z.url({ protocol: /^https?$/ }).nullable(),
  card: z.object({ brand: z.string(), last_four: lastFour }),
  saved_card: z
    .object({
      customer_ref: z.string().min(1).max(200),
      card_token: z.string().min(1).max(200),
      fingerprint: z.string().min(1).max(100).nullish(),
      brand: z.string(),
      last_four: lastFour,
      expiry_month: z.number().int().min(1).max(12),
      expiry_year: z.number().int().min(2000).max(2100),
    })
    .nullable(),
})
export type PaymentAnswer = z.infer<typeof paymentAnswer>

/** `POST /v1/installments` */
export const quoteAnswer = z.object({
  amount_minor: minor,
  currency: z.string(),
  offers: z
    .array(z.object({ count: z.number().int().min(1).max(36), total_minor: minor.positive() }))
    .min(1)
    .max(36),
})

export const refundAnswer = z.object({
  refund_id: z.string().min(1),
  payment_id: z.string().min(1),
  amount_minor: minor,
  currency: z.string(),
})

export const refusalAnswer = z.object({ error: z.string().max(100) })

export const returnForm = z.object({
  status: z.enum(['success', 'failure']),
  md_status: z.string().regex(/^\d$/),
  payment_id: z.string().min(1).max(100),
  attempt_id: z.string().min(1).max(100),
  signature: z.string().max(200),
})
export type ReturnForm = z.infer<typeof returnForm>

export const noticeBody = z.object({
  event_id: z.string().min(1).max(100),
  merchant_id: z.string(),
  payment_id: z.string().min(1).max(100),
  attempt_id: z.string().min(1).max(100),
})

/** The bank takes typed and saved cards only. */
type Payable = Extract<PaymentMethod, { kind: 'card' | 'saved' }>
export const isPayable = (means: PaymentMethod): means is Payable =>
  means.kind === 'card' || means.kind === 'saved'

/** The bank caps texts, and a long name must not fail a payment. */
const clip = (text: string, max: number) => text.trim().slice(0, max)

export const savedCardRef = ({ customerRef, cardRef }: SavedCardHandle) => ({
  customer_ref: customerRef,
  card_token: cardRef,
})

const cardBody = (means: Extract<Payable, { kind: 'card' }>) => ({
  holder: clip(means.holder, 100),
  number: means.number.replace(/[\s-]/g, ''),
  expiry_month: means.expiryMonth,
  expiry_year: means.expiryYear,
  cvc: means.cvc,
})

function bodyOf(means: Payable, { customerRef }: StartOptions) {
  if (means.kind === 'saved') return { saved_card: savedCardRef(means) }
  return {
    card: cardBody(means),
    ...(means.storeCard && { keep_card: { ...(customerRef && { customer_ref: customerRef }) } }),
  }
}

/** `POST /v1/payments` */
export function startBody(order: OrderSnapshot, means: Payable, options: StartOptions) {
  const { surchargeMinor = 0 } = order
  return {
    ...orderBody(order, options),
    installments: options.installments,
    ...(surchargeMinor > 0 && { price_minor: order.amountMinor - surchargeMinor }),
    three_d_secure: options.threeDSecure,
    return_url: options.returnUrl,
    ...bodyOf(means, options),
  }
}

/** `POST /v1/card-checks` */
export const checkBody = (
  { setupId, currency, buyer }: CardSetup,
  means: Extract<Payable, { kind: 'card' }>,
  { returnUrl, buyerIp, locale, customerRef }: SetupOptions,
) => ({
  attempt_id: setupId,
  currency,
  locale,
  return_url: returnUrl,
  card: cardBody(means),
  keep_card: { ...(customerRef && { customer_ref: customerRef }) },
  buyer: buyerBody(buyer, buyerIp),
})

/** `POST /v1/charges` */
export const chargeBody = (
  order: OrderSnapshot,
  card: SavedCardHandle,
  options: ChargeOptions,
) => ({
  ...orderBody(order, options),
  saved_card: savedCardRef(card),
})

function orderBody(order: OrderSnapshot, options: ChargeOptions) {
  const { buyer } = order
  return {
    attempt_id: order.attemptId,
    order_number: order.orderNumber,
    item_name: clip(order.itemName, 200),
    amount_minor: order.amountMinor,
    currency: order.currency,
    locale: options.locale,
    notice_url: options.noticeUrl,
    buyer: buyerBody(buyer, options.buyerIp),
  }
}

const buyerBody = (buyer: OrderSnapshot['buyer'], ip: string) => ({
  name: clip(buyer.name, 200),
  email: clip(buyer.email, 254),
  phone: clip(buyer.phone, 40),
  city: clip(buyer.city, 100),
  country: clip(buyer.country, 100),
  address: clip(buyer.address, 500),
  zip_code: clip(buyer.zipCode, 20),
  ...(buyer.identityNumber && { identity_number: clip(buyer.identityNumber, 20) }),
  ip,
})

export function savedCardOf({ saved_card: card }: PaymentAnswer): SavedCard | null {
  return (
    card && {
      customerRef: card.customer_ref,
      cardRef: card.card_token,
      brand: card.brand,
      lastFour: card.last_four,
      expiryMonth: card.expiry_month,
      expiryYear: card.expiry_year,
      fingerprint: card.fingerprint ?? null,
    }
  )
}

const PAGE = 500

const ledgerAnswer = z.object({
  entries: z.array(
    z.object({
      entry_id: z.number().int().positive(),
      kind: z.enum(['charge', 'refund', 'void']),
      payment_id: z.string().min(1),
      attempt_id: z.string().min(1),
      order_number: z.string().min(1),
      amount_minor: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      currency: z.string().regex(/^[A-Z]{3}$/),
      created_at: z.iso.datetime(),
    }),
  ),
  next_after: z.number().int().positive().nullable(),
})

/** The bank's ledger, page by page. `fetchPage` returns null without a trustworthy answer. */
export async function readMovements(
  fetchPage: (target: string) => Promise<unknown>,
  from: Date,
  until: Date,
): Promise<GatewayMovement[]> {
  const movements: GatewayMovement[] = []
  for (let after = 0; ;) {
    const query = new URLSearchParams({
      from: from.toISOString(),
      until: until.toISOString(),
      after: String(after),
      limit: String(PAGE),
    })
    const read = ledgerAnswer.safeParse(await fetchPage(`/v1/ledger?${query}`))
    if (!read.success) throw new GatewayUnavailable('sandbox', true)
    const { entries, next_after: next } = read.data
    movements.push(
      ...entries.map((entry) => ({
        kind: entry.kind === 'charge' ? ('charge' as const) : ('refund' as const),
        gatewayRef: entry.payment_id,
        attemptId: entry.attempt_id,
        orderNumber: entry.order_number,
        amountMinor: entry.amount_minor,
        currency: entry.currency,
        at: new Date(entry.created_at),
      })),
    )
    if (next === null) return movements
    // Guards against an endless loop of pages.
    if (next <= after) throw new GatewayUnavailable('sandbox', true)
    after = next
  }
}
