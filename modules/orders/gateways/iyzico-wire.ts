import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type HttpClient, HttpFailure } from '#lib/http.ts'
import { newSecret } from '#lib/ids.ts'
import { sameText } from '#lib/same-text.ts'
import type { DeclineReason } from './gateway.ts'

/** The wire format of iyzico; docs/gateways.md lists the sources. */

/** Decimal text with two decimals: 24990 → "249.90". */
export const decimalOf = (amountMinor: number): string =>
  `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`

/** Minor units of a decimal text, or null if it is not exact: "249.9" → 24990, "249.901" → null. */
export function minorOf(decimal: string): number | null {
  const read = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(decimal)
  if (!read) return null
  const [, whole = '', fraction = ''] = read
  if (/[1-9]/.test(fraction.slice(2))) return null
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
}

/** "1.20" → "1.2", "10.00" → "10": the form in which iyzico may sign amounts. */
export const strippedDecimal = (decimal: string): string =>
  decimal.includes('.')
    ? decimal.slice(0, lastOtherThan(decimal, '0') + 1).replace(/\.$/, '')
    : decimal

function lastOtherThan(text: string, character: string): number {
  let at = text.length - 1
  while (text[at] === character) at -= 1
  return at
}

/** Keeps amounts as text: the signature covers it. Null when it is not JSON. */
export function parseAnswer(text: string): unknown {
  const keepAmounts = (key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && /price$/i.test(key) ? (source ?? String(value)) : value
  try {
    return JSON.parse(text, keepAmounts as (key: string, value: unknown) => unknown)
  } catch {
    return null
  }
}

export function iyzicoSigner(secretKey: string) {
  const hex = (message: string) => createHmac('sha256', secretKey).update(message).digest('hex')
  return {
    /** Signs a request; `path` without host and query. */
    authorization: (apiKey: string, randomKey: string, path: string, body: string): string => {
      const signed = `apiKey:${apiKey}&randomKey:${randomKey}&signature:${hex(randomKey + path + body)}`
      return `IYZWSv2 ${Buffer.from(signed).toString('base64')}`
    },
    /**
     * Checks the signature of values in the documented order, amounts as received or without
     * trailing zeros.
     */
    isSigned(
      signature: string | undefined,
      values: readonly string[],
      amounts: readonly string[] = [],
      last: readonly string[] = [],
    ): boolean {
      const forms = [amounts, amounts.map(strippedDecimal)]
      return forms.some((form) => sameText(signature, hex([...values, ...form, ...last].join(':'))))
    },
    notice: (values: readonly string[]): string => hex([secretKey, ...values].join('')),
  }
}
export type IyzicoSigner = ReturnType<typeof iyzicoSigner>

export const id = z.union([z.string().min(1).max(200), z.number().int()]).transform(String)
export const amount = z.string().max(40)
const optionalText = z
  .string()
  .max(4_000)
  .nullish()
  .transform((value) => value ?? undefined)

const failureAnswer = z.object({
  status: z.literal('failure'),
  errorCode: z
    .union([z.string(), z.number()])
    .transform(Number)
    .nullish()
    .transform((code) => code ?? 0),
  errorGroup: optionalText,
})

export const startAnswer = z.object({
  status: z.literal('success'),
  paymentId: id,
  conversationId: z.string(),
  threeDSHtmlContent: z.string().min(1),
  signature: z.string(),
})

/** A payment, from the completing call or the lookup. */
export const paymentAnswer = z.object({
  status: z.literal('success'),
  paymentId: id,
  conversationId: z.string(),
  basketId: z.string(),
  currency: z.string(),
  price: amount,
  paidPrice: amount,
  signature: z.string(),
  /** Only from the lookup and the hosted form. */
  paymentStatus: z.string().nullish(),
  fraudStatus: z.number().int().nullish(),
  mdStatus: z.union([z.string(), z.number()]).transform(String).nullish(),
  cardAssociation: optionalText,
  lastFourDigits: optionalText,
  binNumber: optionalText,
  cardUserKey: optionalText,
  cardToken: optionalText,
  errorCode: z.union([z.string(), z.number()]).transform(Number).nullish(),
  errorGroup: optionalText,
  token: optionalText,
})
export type PaymentAnswer = z.infer<typeof paymentAnswer>

export const refundAnswer = z.object({
  status: z.literal('success'),
  paymentId: id,
  price: amount,
  currency: z.string(),
  conversationId: z.string(),
  signature: z.string(),
})

/** Only the refunds of a payment's report are read. */
export const reportAnswer = z.object({
  status: z.literal('success'),
  payments: z
    .array(
      z.object({
        paymentId: id,
        itemTransactions: z
          .array(
            z.object({
              refunds: z
                .array(
                  z.object({
                    refundPrice: amount,
                    currencyCode: z.string(),
                    refundStatus: z.union([z.string(), z.number()]).transform(Number),
                    refundConversationId: optionalText,
                  }),
                )
                .nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
})

export const cardsAnswer = z.object({
  status: z.literal('success'),
  cardUserKey: z.string(),
  cardDetails: z
    .array(
      z.object({
        cardToken: z.string(),
        cardAlias: optionalText,
        binNumber: optionalText,
        lastFourDigits: optionalText,
        cardAssociation: optionalText,
      }),
    )
    .nullish()
    .transform((cards) => cards ?? []),
})

export const installmentAnswer = z.object({
  status: z.literal('success'),
  installmentDetails: z.array(
    z.object({
      binNumber: optionalText,
      installmentPrices: z.array(
        z.object({ installmentNumber: z.number().int().positive(), totalPrice: amount }),
      ),
    }),
  ),
})

export const pageAnswer = z.object({
  status: z.literal('success'),
  conversationId: z.string(),
  token: z.string().min(1).max(200),
  paymentPageUrl: z.url({ protocol: /^https?$/ }),
  signature: z.string(),
})

/** The browser's return; empty fields may be missing. */
export const returnForm = z.object({
  status: z.enum(['success', 'failure']),
  paymentId: z.string().min(1).max(100),
  conversationId: z.string().min(1).max(100),
  conversationData: z.string().max(10_000).default(''),
  mdStatus: z.string().max(10).default(''),
  signature: z.string().max(200),
})

export const noticeBody = z.object({
  paymentConversationId: z.string().min(1).max(100),
  status: z.string().min(1).max(60),
  iyziReferenceCode: z.string().min(1).max(100),
  iyziEventType: z.string().min(1).max(60),
  paymentId: id.optional(),
  iyziPaymentId: id.optional(),
  token: z.string().max(200).optional(),
})

/**
 * An answer of the expected shape, a refusal, or nothing readable: `reached` is false when the
 * request certainly did not arrive.
 */
export type Called<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failure'; errorCode: number; errorGroup: string | undefined }
  | { kind: 'silent'; reached: boolean }

export interface IyzicoCalls {
  post<S extends z.ZodType>(
    path: string,
    body: object,
    shape: S,
    query?: Record<string, string>,
  ): Promise<Called<z.output<S>>>
  put<S extends z.ZodType>(path: string, body: object, shape: S): Promise<Called<z.output<S>>>
  remove<S extends z.ZodType>(path: string, body: object, shape: S): Promise<Called<z.output<S>>>
  get<S extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    shape: S,
  ): Promise<Called<z.output<S>>>
}

/** Signed calls to iyzico. Results contain nothing of the request. */
export function iyzicoCalls(
  { url, apiKey, timeoutMs }: { url: string; apiKey: string; timeoutMs: number },
  signer: IyzicoSigner,
  http: HttpClient,
): IyzicoCalls {
  async function call<S extends z.ZodType>(
    method: string,
    path: string,
    query: string,
    body: object | undefined,
    shape: S,
  ): Promise<Called<z.output<S>>> {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const randomKey = newSecret()
    // The query is not signed.
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-iyzi-rnd': randomKey,
      'x-iyzi-client-version': 'arasta',
      authorization: signer.authorization(apiKey, randomKey, path, sent),
    }
    try {
      const answer = await http.request(url + path + query, {
        method,
        headers,
        ...(sent && { body: sent }),
        timeoutMs,
        maxBytes: 1024 * 1024,
      })
      if (answer.status === 429)
        return { kind: 'failure', errorCode: 50_000, errorGroup: undefined }
      if (answer.status >= 500) return { kind: 'silent', reached: true }
      const parsed = parseAnswer(answer.body.toString('utf8'))
      const failure = failureAnswer.safeParse(parsed)
      if (failure.success)
        return {
          kind: 'failure',
          errorCode: failure.data.errorCode,
          errorGroup: failure.data.errorGroup,
        }
      const read = shape.safeParse(parsed)
      return answer.status === 200 && read.success
        ? { kind: 'answer', answer: read.data }
        : { kind: 'silent', reached: true }
    } catch (error) {
      if (error instanceof HttpFailure) return { kind: 'silent', reached: error.sent }
      throw error
    }
  }
  return {
    post: (path, body, shape, query) =>
      call('POST', path, query ? `?${new URLSearchParams(query)}` : '', body, shape),
    put: (path, body, shape) => call('PUT', path, '', body, shape),
    remove: (path, body, shape) => call('DELETE', path, '', body, shape),
    get: (path, query, shape) =>
      call('GET', path, `?${new URLSearchParams(query)}`, undefined, shape),
  }
}

/** `unsure`: it may have happened, look it up. `busy`: it did not, try again soon. */
type Refusal =
  | { kind: 'declined'; reason: DeclineReason; final?: true }
  | { kind: 'unsure' }
  | { kind: 'busy' }
  | { kind: 'refused' }

/** Lost, stolen and suspected cards look like plain declines to the buyer. */
const REASON_OF_GROUP: Record<string, DeclineReason> = {
  NOT_SUFFICIENT_FUNDS: 'insufficient_funds',
  DO_NOT_HONOUR: 'card_declined',
  INVALID_TRANSACTION: 'card_declined',
  EXPIRED_CARD: 'expired_card',
  INVALID_CVC2: 'invalid_cvc',
  INVALID_CVC2_LENGTH: 'invalid_cvc',
  INVALID_CARD_NUMBER: 'invalid_card',
  INVALID_EXPIRE_YEAR_MONTH: 'expired_card',
  NOT_PERMITTED_TO_CARDHOLDER: 'not_permitted',
  NOT_PERMITTED_TO_TERMINAL: 'not_permitted',
  RESTRICTED_BY_LAW: 'not_permitted',
  RESTRICTED_CARD: 'not_permitted',
  EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT: 'limit',
  EXCEEDS_WITHDRAWAL_FREQUENCY_LIMIT: 'limit',
  LIMIT_EXCEEDED: 'limit',
  GENERAL_ERROR: 'gateway_error',
  THREEDS_FAILED: 'three_d_failed',
  DEBIT_CARDS_REQUIRES_3DS: 'authentication_required',
}

/** With these a card will never pay again. */
const FINAL_GROUPS = new Set([
  'LOST_CARD',
  'STOLEN_CARD',
  'PICKUP_CARD',
  'BLOCKED_CARD',
  'RESTRICTED_CARD',
  'RESTRICTED_BY_LAW',
  'EXPIRED_CARD',
  'INVALID_EXPIRE_YEAR_MONTH',
  'INVALID_CARD_NUMBER',
])

/**
 * iyzico does not know the outcome itself (10204, 10213, 10214, 10216, 10219), or failed internally
 * (1, 2, 100001).
 */
const UNSURE_GROUPS = new Set([
  'COMMUNICATION_OR_SYSTEM_ERROR',
  'REQUEST_TIMEOUT',
  'UNKNOWN',
  'BIN_NOT_FOUND',
  'NO_SUCH_ISSUER',
  'SYSTEM_ERROR',
])
const UNSURE_CODES = new Set([1, 2, 10_204, 10_213, 10_214, 10_216, 10_219, 100_001])
const BUSY_CODE = 50_000
const REASON_OF_FIELD: Record<number, DeclineReason> = {
  12: 'invalid_card',
  13: 'expired_card',
  14: 'expired_card',
  15: 'invalid_cvc',
  16: 'invalid_card',
  17: 'expired_card',
}

/**
 * Codes from 10000 come from banks. Below are iyzico's own: wrong fields or order of calls, unknown
 * payments.
 */
export function readRefusal({
  errorCode,
  errorGroup,
}: {
  errorCode: number
  errorGroup: string | undefined
}): Refusal {
  if (errorCode === BUSY_CODE) return { kind: 'busy' }
  if (UNSURE_CODES.has(errorCode) || (errorGroup !== undefined && UNSURE_GROUPS.has(errorGroup)))
    return { kind: 'unsure' }
  const named =
    (errorGroup === undefined ? undefined : REASON_OF_GROUP[errorGroup]) ??
    REASON_OF_FIELD[errorCode]
  if (!named && errorCode < 10_000) return { kind: 'refused' }
  return {
    kind: 'declined',
    reason: named ?? 'card_declined',
    ...(errorGroup !== undefined && FINAL_GROUPS.has(errorGroup) && { final: true }),
  }
}

/** Codes 5000–5999: the payment does not exist or is in another state. */
export const isAboutMissing = (errorCode: number): boolean =>
  errorCode >= 5_000 && errorCode < 6_000
