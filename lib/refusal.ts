/**
 * A refusal is an expected "no": a stable code, a status (D8) and, where one input is to blame,
 * messages by field. Texts are looked up at the door, in the reader's language, under
 * `errors.<code>`.
 */
export type RefusalStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 413
  | 422
  | 429
  | 431
  | 503

export interface FieldMessage {
  /** Message key without the `errors.` prefix, e.g. `field.required`. */
  code: string
  params?: Record<string, string | number>
}

export interface RefusalDetails {
  /** Input path (`body.card.number` → `card.number`) → what is wrong with it. */
  fields?: Record<string, FieldMessage>
  params?: Record<string, string | number>
  /** One line more, of somebody else's words (why an item was taken down): plain text. */
  description?: string
  /** Seconds. */
  retryAfter?: number
}

export class Refusal extends Error {
  readonly code: string
  readonly status: RefusalStatus
  readonly details: RefusalDetails
  constructor(code: string, status: RefusalStatus, details: RefusalDetails = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.details = details
  }
}

/** By name, not by class: the storefront's build carries its own copy of this module. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === 'Refusal'

export type RefusalTable = Readonly<Record<string, RefusalStatus>>

const statuses = new Map<string, RefusalStatus>()

/** The status of a code that some context has declared; undefined for one that none has. */
export const statusOfRefusal = (code: string): RefusalStatus | undefined => statuses.get(code)

/**
 * Makes a context's `refuse`: `throw refuse('checkout.coupon_invalid')`. A code has one status
 * everywhere.
 */
export function refusing<const T extends RefusalTable>(table: T) {
  for (const [code, status] of Object.entries(table)) {
    if ((statuses.get(code) ?? status) !== status)
      throw new Error(`${code} is declared with two statuses: ${statuses.get(code)} and ${status}`)
    statuses.set(code, status)
  }
  return (code: keyof T & string, details?: RefusalDetails) =>
    new Refusal(code, table[code] as RefusalStatus, details)
}

/** What every operation may refuse with, whatever its contract says. */
export const COMMON_REFUSALS = {
  'input.invalid': 400,
  'input.malformed': 400,
  'session.required': 401,
  'session.token_invalid': 401,
  'app.signature_invalid': 401,
  'app.token_invalid': 401,
  'session.store_changed': 409,
  'form.sent_already': 409,
  'form.under_way': 409,
  'request.foreign_origin': 403,
  'request.challenge_over': 410,
  not_found: 404,
  'platform.not_found': 404,
  'method.not_allowed': 405,
  'body.too_large': 413,
  'body.too_slow': 408,
  'headers.too_many': 431,
  'rate.limited': 429,
  'pages.too_many': 429,
  unavailable: 503,
  busy: 503,
} as const satisfies RefusalTable

export const refuse = refusing(COMMON_REFUSALS)
