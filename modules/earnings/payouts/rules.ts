import type { FieldRules } from '#lib/field-rules.ts'

/** Currencies that are paid out by a file for the bank; others are recorded by statement. */
export const PAYOUT_CURRENCIES = ['EUR', 'TRY'] as const
export type PayoutCurrency = (typeof PAYOUT_CURRENCIES)[number]

/** Until the operator sets another: smaller balances wait. */
export const DEFAULT_MINIMUM_MINOR: Readonly<Record<PayoutCurrency, number>> = {
  EUR: 10_000,
  TRY: 100_000,
}

/** Until a changed account is paid to: time for its owner to notice a stranger's change. */
export const SETTLE_SECONDS = 3 * 86_400

export const IDENTITY_STATES = ['missing', 'submitted', 'confirmed', 'refused'] as const
export type IdentityState = (typeof IDENTITY_STATES)[number]

export const LINE_STATES = ['open', 'paid', 'failed'] as const
export const BATCH_STATES = ['draft', 'exported', 'ended'] as const

/** Why a partner is not paid now, or `ready`. */
export const READINESS = [
  'ready',
  'identity',
  'settling',
  'account',
  'connecting',
  'below',
] as const
export type Readiness = (typeof READINESS)[number]

/** Who keeps accounts for partners; `providers/` has an adapter of each. */
export const PROVIDER_NAMES = ['sandbox', 'stripe', 'iyzico'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** Of a connected account, as its provider says. */
export const CONNECTION_STATES = ['pending', 'restricted', 'ready'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** What a provider may still ask a partner for. */
export const MISSING_KINDS = ['identity', 'company', 'bank_account', 'terms', 'other'] as const
export type MissingKind = (typeof MISSING_KINDS)[number]

/** Why a provider does not carry out a transfer or a reversal. */
export const TRANSFER_FAILURES = [
  'account_not_ready',
  'account_refused',
  'market_balance',
  'partner_balance',
  'refused',
] as const
export type TransferFailure = (typeof TRANSFER_FAILURES)[number]

/** What a partner is, for a provider that registers it by our form. */
export const COMPANY_KINDS = ['person', 'sole_trader', 'company'] as const
export type CompanyKind = (typeof COMPANY_KINDS)[number]

/** After so long without an outcome an operator may write it down. */
export const STUCK_SECONDS = 86_400

/** `holder` has the length of a name in a SEPA file. */
export const PAYOUT_RULES = {
  holder: { required: true, min: 2, max: 70 },
  iban: { required: true, min: 15, max: 42 },
  bic: { max: 14 },
  taxNumber: { required: true, min: 5, max: 30 },
  phone: { max: 20 },
  address: { max: 200 },
  taxOffice: { max: 60 },
  reason: { required: true, min: 5, max: 1000, lines: true },
} as const satisfies Record<string, FieldRules>

/** "TR •••• 1326": the country and the last four characters. */
export const maskIban = (iban: string): string => `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`

/** Letters that do not decompose into a basic one and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
}

/**
 * The text in the characters that every bank of SEPA takes (EPC217-08): basic Latin letters,
 * digits, `/-?:().,'+` and spaces.
 */
export const bankText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıßæÆøØłŁđĐœŒþÞ]/g, (letter) => LETTERS[letter] ?? '')
    .replaceAll('&', '+')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Whether a bank can read the name: no letter of it is lost. */
export const isBankName = (text: string): boolean =>
  /^[\p{Script=Latin}\p{M}\d .,'’&+()/-]+$/u.test(text)

export interface Payee {
  identity: IdentityState
  settlesAt: Date | null
  /** Whether money in this currency reaches the partner's account. */
  isReached: boolean
  /** Null: the partner is paid by a bank. */
  connection: ConnectionState | null
  payableMinor: number
}

export const readinessOf = (
  payee: Payee,
  { minimumMinor, now }: { minimumMinor: number; now: Date },
): Readiness => {
  if (payee.identity !== 'confirmed') return 'identity'
  if (payee.settlesAt === null || payee.settlesAt > now) return 'settling'
  if (!payee.isReached) return 'account'
  if (payee.connection !== null && payee.connection !== 'ready') return 'connecting'
  return payee.payableMinor < minimumMinor ? 'below' : 'ready'
}

/** Seconds until a worker looks again at what has no outcome yet: 10 seconds to an hour. */
export const secondsUntilLook = (looks: number): number =>
  Math.min(3_600, 10 * 2 ** Math.min(looks, 9))

/** "P2026-000017" */
export const batchNumber = ({ year, sequence }: { year: number; sequence: number }): string =>
  `P${year}-${String(sequence).padStart(6, '0')}`
