import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

/** What goes over the wire between Arasta and the sandbox bank: docs/protocols/sandbox-bank.md. */

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

const lastFour = z.string().regex(/^\d{4}$/)
const minor = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

/** A payment, as `POST /v1/payments`, `…/complete` and `GET /v1/attempts/{id}` answer it. */
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
