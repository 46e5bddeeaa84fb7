import type {
  CompanyKind,
  ConnectionState,
  MissingKind,
  PayoutCurrency,
  ProviderName,
  TransferFailure,
} from '../rules.ts'

/** A partner as a provider registers it. */
export interface Applicant {
  partnerId: string
  holder: string
  /** ISO 3166-1 alpha-2, where the partner is registered. */
  country: string
  taxNumber: string
  email: string
  /** What only providers with `asksHere` need; the others ask the partner on their own pages. */
  form: {
    kind: CompanyKind
    iban: string
    phone: string
    address: string
    taxOffice: string
  } | null
}

export interface Connection {
  /** The account's id at the provider. */
  accountRef: string
  state: ConnectionState
  missing: MissingKind[]
}

/** What is to be paid. The key is the same for every try and for no other transfer. */
export interface TransferOrder {
  key: string
  accountRef: string
  /** As when the batch was created: a later change does not reach it. */
  recipient: { holder: string; iban: string | null }
  amountMinor: number
  currency: PayoutCurrency
  /** The batch's number. */
  description: string
}

export type TransferResult =
  | { kind: 'paid'; transferRef: string }
  /** The provider has it and will end it by itself. */
  | { kind: 'pending' }
  /** No money moved, and none will. */
  | { kind: 'refused'; failure: TransferFailure }
  /** It may have happened: `find` tells. */
  | { kind: 'unknown' }

export type Prepared =
  | { kind: 'prepared'; transferRef: string }
  | Exclude<TransferResult, { kind: 'paid' | 'pending' }>

export interface ReversalOrder {
  key: string
  accountRef: string
  transferRef: string
  amountMinor: number
  currency: PayoutCurrency
}
export type ReversalResult =
  | { kind: 'done'; reversalRef: string }
  | { kind: 'refused'; failure: TransferFailure }
  | { kind: 'unknown' }

/** The provider gave no answer to a call that moves no money. */
export class ProviderUnavailable extends Error {
  constructor(name: ProviderName) {
    super(`${name} did not answer`)
  }
}

/** The provider does not open an account with these facts. */
export class ProviderRefused extends Error {
  constructor(name: ProviderName, code: string) {
    super(`${name} refused: ${code}`)
  }
}

/**
 * Port to a provider that pays partners out. Calls about accounts throw `ProviderUnavailable` and
 * `ProviderRefused`; transfers and reversals answer instead, because somebody must know.
 */
export interface PayoutProvider {
  readonly name: ProviderName
  readonly currencies: readonly PayoutCurrency[]
  /** Countries whose partners it takes; null: it decides itself. */
  readonly countries: readonly string[] | null
  /** It has no pages for partners: our form asks for all it needs. */
  readonly asksHere: boolean
  readonly canReverse: boolean
  /** Opens the account, or changes the known one; the same call again gives the same account. */
  connect(applicant: Applicant, knownRef: string | null): Promise<Connection>
  /** Address of the provider's page where the partner goes on, once and for minutes. */
  onboardingUrl(
    accountRef: string,
    back: { returnUrl: string; refreshUrl: string },
  ): Promise<string>
  /** Null: the provider does not know the account any more. */
  readAccount(accountRef: string): Promise<Omit<Connection, 'accountRef'> | null>
  /** What must be known before money moves; moves none. */
  prepare(order: TransferOrder): Promise<Prepared>
  /** Moves the money. Repeating it with the same key and reference moves nothing more. */
  send(order: TransferOrder, transferRef: string): Promise<TransferResult>
  /** What became of a transfer; `none`: it was not sent, and may be. */
  find(order: TransferOrder, transferRef: string): Promise<TransferResult | { kind: 'none' }>
  /** Takes back a part of a transfer. Repeating it with the same key takes nothing more. */
  reverse(order: ReversalOrder): Promise<ReversalResult>
}
