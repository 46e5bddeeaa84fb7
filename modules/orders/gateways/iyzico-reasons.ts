import type { DeclineReason } from './gateway.ts'

/**
 * What a refusal of iyzico means for the attempt. `unsure`: it may have happened, look it up.
 * `busy`: certainly not, try again soon.
 */
export type Refusal =
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'unsure' }
  | { kind: 'busy' }
  | { kind: 'refused' }

/**
 * Lost, stolen and suspected cards are not told apart from declined ones: the buyer learns no more.
 */
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
}

/**
 * What iyzico says when it does not know itself, by group and by code (10204, 10213, 10214, 10216,
 * 10219; 1, 2 and 100001 are its own faults).
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
 * A bank's word has a group and a code of 10000 or more; below stand iyzico's own: wrong fields,
 * wrong order of calls, unknown payments.
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
  if (named) return { kind: 'declined', reason: named }
  return errorCode >= 10_000 ? { kind: 'declined', reason: 'card_declined' } : { kind: 'refused' }
}

/**
 * Codes of 5000 to 5999 speak of payments that are not there or not in that state; asked for one,
 * it is not there.
 */
export const isAboutMissing = (errorCode: number): boolean =>
  errorCode >= 5_000 && errorCode < 6_000
