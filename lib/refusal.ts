/**
 * A refusal is an expected failure: a stable code, a status (D8) and, where inputs are at fault,
 * messages by field. The transport translates it by `errors.<code>`.
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
  /** Input path (`body.card.number` → `card.number`) → its error. */
  fields?: Record<string, FieldMessage>
  params?: Record<string, string | number>
  /** An additional line of plain text written by a person (why an item was taken down). */
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

/** Checks the name, not the class: the storefront's build has its own copy of this module. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === 'Refusal'

export type RefusalTable = Readonly<Record<string, RefusalStatus>>

const statuses = new Map<string, RefusalStatus>()

/** The status of a code declared by any module; undefined for unknown codes. */
export const statusOfRefusal = (code: string): RefusalStatus | undefined => statuses.get(code)

/**
 * Creates a module's `refuse`: `throw refuse('checkout.coupon_invalid')`. A code has the same
 * status everywhere.
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

/** Refusals of every operation, in addition to those in its contract. */
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
  'platform.paused': 409,
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
