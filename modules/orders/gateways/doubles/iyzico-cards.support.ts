import { behaviourOf } from './faults.support.ts'

export interface BankError {
  errorCode: string
  errorGroup: string
  errorMessage: string
}

const error = (errorCode: number, errorGroup: string): BankError => ({
  errorCode: String(errorCode),
  errorGroup,
  errorMessage: errorGroup.toLowerCase().replaceAll('_', ' '),
})

/**
 * The test cards of docs.iyzico.com/en/add-ons/test-cards that the bank declines, and three of our
 * own range.
 */
const DECLINED: Record<string, BankError> = {
  '4111111111111129': error(10_051, 'NOT_SUFFICIENT_FUNDS'),
  '4129111111111111': error(10_005, 'DO_NOT_HONOUR'),
  '4128111111111112': error(10_012, 'INVALID_TRANSACTION'),
  '4127111111111113': error(10_041, 'LOST_CARD'),
  '4126111111111114': error(10_043, 'STOLEN_CARD'),
  '4125111111111115': error(10_054, 'EXPIRED_CARD'),
  '4124111111111116': error(10_084, 'INVALID_CVC2'),
  '4123111111111117': error(10_057, 'NOT_PERMITTED_TO_CARDHOLDER'),
  '4122111111111118': error(10_058, 'NOT_PERMITTED_TO_TERMINAL'),
  '4121111111111119': error(10_034, 'FRAUD_SUSPECT'),
  '4120111111111110': error(10_041, 'PICKUP_CARD'),
  '4130111111111118': error(10_200, 'GENERAL_ERROR'),
}

/** What the bank says when money is asked for, or nothing. */
export function declineOf(number: string): BankError | null {
  if (behaviourOf(number) === '30') return error(10_061, 'EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT')
  if (behaviourOf(number) === '31') return error(10_215, 'INVALID_CARD_NUMBER')
  if (behaviourOf(number) === '32') return error(10_093, 'RESTRICTED_BY_LAW')
  return DECLINED[number] ?? null
}

/** 42 and 43: the bank charges, and iyzico answers that it does not know. */
export function unsureOf(number: string): BankError | null {
  if (behaviourOf(number) === '42') return error(10_214, 'COMMUNICATION_OR_SYSTEM_ERROR')
  return behaviourOf(number) === '43' ? error(10_219, 'REQUEST_TIMEOUT') : null
}

const MD_STATUS: Record<string, string> = { '4131111111111117': '0', '4141111111111115': '4' }
/** What the holder's confirmation comes to: 1 is verified. */
export const mdStatusOf = (number: string): string => MD_STATUS[number] ?? '1'

/** 40: under review, 41: refused by the review. */
export const fraudStatusOf = (number: string): 1 | 0 | -1 =>
  behaviourOf(number) === '40' ? 0 : behaviourOf(number) === '41' ? -1 : 1
export const failsAtStart = (number: string): boolean => number === '4151111111111112'
export const isRefundable = (number: string): boolean => number !== '5406670000000009'

export function associationOf(number: string): string {
  if (/^3[47]/.test(number)) return 'AMERICAN_EXPRESS'
  if (/^(9792|650)/.test(number)) return 'TROY'
  return number.startsWith('4') ? 'VISA' : 'MASTER_CARD'
}

/** Credit cards of the table pay in parts. */
const CREDIT_BINS = ['552879', '552608', '460345', '979207', '979203', '374427', '650170', '490000']
export const isCredit = (bin: string): boolean => CREDIT_BINS.some((known) => bin.startsWith(known))
