import type { Locale } from '#lib/locale.ts'
import { createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'

/**
 * The port to a payment gateway; every adapter passes `gateway.suite.ts`. Amounts are integer minor
 * units. A decline is a value, never an exception. `unknown`: no answer, the charge may have
 * happened, `retrieve` it first. `unreachable`: the request certainly did not arrive, so nothing
 * happened.
 */
export interface Gateway {
  readonly name: string
  readonly capabilities: GatewayCapabilities
  readonly browser: BrowserOrigins
  /**
   * Starts a payment attempt. Idempotent by `attemptId`: a repetition gives the same answer, or
   * `unknown` if the gateway cannot repeat it, and never a second payment.
   */
  start(order: OrderSnapshot, means: PaymentMethod, options: StartOptions): Promise<StartStep>
  /**
   * Charges a saved card without the buyer (a merchant-initiated transaction), for payments that
   * the buyer agreed to before. Never a challenge: where the bank wants one, it is declined with
   * `authentication_required`. Idempotent by `attemptId` like `start`. Absent where the gateway has
   * no saved cards.
   */
  charge?(order: OrderSnapshot, card: SavedCardHandle, options: ChargeOptions): Promise<PaymentStep>
  /**
   * Continues after a passed challenge: captures the money unless the challenge did. Idempotent.
   */
  complete(reference: PaymentReference): Promise<PaymentStep>
  /**
   * The payment as the gateway knows it, the source of truth; callers compare amount, currency and
   * order number. Null if the attempt was never started there. `gatewayRef` is null if the answer
   * of `start` was lost. Throws `GatewayUnavailable`.
   */
  retrieve(attempt: AttemptReference): Promise<GatewayPayment | null>
  /** Refunds. Idempotent by `key`, so safe to repeat after `unknown`. */
  refund(gatewayRef: string, amount: Money, key: string): Promise<RefundResult>
  /**
   * Closes the open challenge of a voided attempt. Idempotent; the next `retrieve` tells whether
   * money moved.
   */
  abandon?(attempt: AttemptReference): Promise<void>
  /**
   * Saves a card without charging it, checked as the gateway checks cards. Idempotent by `setupId`.
   * Absent where a card can only be saved with a payment.
   */
  saveCard?(setup: CardSetup, means: PaymentMethod, options: SetupOptions): Promise<SetupStep>
  /**
   * How a setup stands; goes on after a passed challenge. Null if it was never started there.
   * Throws `GatewayUnavailable`. Present with `saveCard`.
   */
  findSetup?(setup: SetupReference): Promise<SetupStep | null>
  /** Deletes a saved card; a missing one counts as deleted. False when the outcome is unknown. */
  deleteCard?(card: SavedCardHandle): Promise<boolean>
  /**
   * Installments for a card, by its first six to eight digits or its handle; only `count: 1` if it
   * has none. Throws `GatewayUnavailable`.
   */
  quoteInstallments?(
    card: { firstDigits: string } | SavedCardHandle,
    amount: Money,
  ): Promise<InstallmentOffer[]>
  /** The gateway's ledger from `from` until before `until`. Throws `GatewayUnavailable`. */
  listMovements?(from: Date, until: Date): Promise<GatewayMovement[]>
  /**
   * Reads the browser's return from the challenge page; null unless signed by the gateway, or by us
   * in the return address where the gateway signs none.
   */
  readReturn(form: Record<string, string>): ReturnFact | null
  /** Reads a server-to-server notice from the raw body; null when not authentic. */
  readNotice(rawBody: string, headers: Record<string, string>): NoticeFact | null
}

interface GatewayCapabilities {
  /**
   * Who shows the card fields: `ours` (card data passes through our memory), `element` (the
   * gateway's script in our page, which gives us a one-time token), `page` (the gateway's own page,
   * opened like a challenge).
   */
  cardFields: 'ours' | 'element' | 'page'
  savedCards: boolean
  installments: boolean
  partialRefund: boolean
  /** No real money: developers may move the time of their stores. */
  isTest: boolean
}

/** Origins for the content security policy of our pages (D22). */
export interface BrowserOrigins {
  /** Targets of our forms: the challenge and the gateway's page. */
  forms: readonly string[]
  /** For `cardFields: 'element'`: what the checkout page loads, frames and calls. */
  element?: {
    script: string
    publicKey: string
    scripts: readonly string[]
    frames: readonly string[]
    calls: readonly string[]
  }
}

export interface Money {
  /** Integer minor units (kuruş, cent, halala). */
  amountMinor: number
  /** ISO 4217. */
  currency: string
}

/** What was agreed; the gateway charges exactly this. */
export interface OrderSnapshot extends Money {
  /** Part of `amountMinor`: the gateway's surcharge for installments. */
  surchargeMinor?: number
  attemptId: string
  orderNumber: string
  itemName: string
  buyer: {
    name: string
    email: string
    phone: string
    city: string
    country: string
    address: string
    zipCode: string
    identityNumber?: string
  }
}

/** Kept in memory only, on its way to the gateway. */
interface CardInput {
  holder: string
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvc: string
  /** Save the card for this store under `storeName`. */
  storeCard: boolean
  storeName?: string
}

export type PaymentMethod =
  | ({ kind: 'card' } & CardInput)
  | ({ kind: 'saved' } & SavedCardHandle)
  /** One-time token of the gateway's card fields. */
  | { kind: 'client_token'; token: string; storeCard: boolean }
  /** The gateway's own page takes the card. */
  | { kind: 'page'; storeCard: boolean }

/** A card saved at the gateway for one store, by the gateway's references. */
export interface SavedCardHandle {
  /** The store at the gateway. */
  customerRef: string
  cardRef: string
}

export interface SavedCard extends SavedCardHandle, CardFacts {
  /** Null with the year where the gateway does not tell. */
  expiryMonth: number | null
  /** Four digits. */
  expiryYear: number | null
  /**
   * The gateway's fingerprint of the number, the same for all references of a card; null without
   * one.
   */
  fingerprint: string | null
}

export interface InstallmentOffer {
  count: number
  /** What the card is charged in total, minor units. */
  totalMinor: number
}

export interface StartOptions {
  /** Where the challenge page sends the browser (POST). */
  returnUrl: string
  /** Where the gateway notifies our server. */
  noticeUrl: string
  buyerIp: string
  locale: Locale
  threeDSecure: 'force' | 'auto'
  installments: number
  /** The store at the gateway, if it has saved cards there. */
  customerRef?: string
}

/** A card to be saved without a payment. */
export interface CardSetup {
  setupId: string
  /** In which the card will be charged. */
  currency: string
  buyer: OrderSnapshot['buyer']
}

export type SetupOptions = Pick<StartOptions, 'returnUrl' | 'buyerIp' | 'locale' | 'customerRef'>

export interface SetupReference {
  setupId: string
  gatewayRef: string | null
}

/** As `StartStep`; nothing is ever charged. */
export type SetupStep =
  | { kind: 'saved'; card: SavedCard; gatewayRef: string }
  | { kind: 'declined'; reason: DeclineReason; gatewayRef?: string }
  | { kind: 'challenge'; url: string; gatewayRef: string }
  | { kind: 'unknown'; gatewayRef?: string }
  | { kind: 'unreachable' }

export interface ChargeOptions {
  /** Where the gateway notifies our server. */
  noticeUrl: string
  locale: Locale
  /** Of the buyer who agreed; gateways ask for one. */
  buyerIp: string
}

export interface AttemptReference extends Money {
  attemptId: string
  gatewayRef: string | null
  orderNumber: string
  /** Set after an authentic return of a passed challenge: its `carry`, or ''. */
  returned?: string
}

export interface PaymentReference extends AttemptReference {
  gatewayRef: string
}

export type DeclineReason =
  | 'insufficient_funds'
  | 'card_declined'
  | 'expired_card'
  | 'invalid_card'
  | 'invalid_cvc'
  | 'three_d_failed'
  /** The bank pays only when the buyer confirms this payment himself. */
  | 'authentication_required'
  | 'not_permitted'
  | 'suspected_fraud'
  | 'limit'
  | 'gateway_error'

export type PaymentStep =
  | { kind: 'paid'; payment: GatewayPayment }
  | {
      kind: 'declined'
      reason: DeclineReason
      /** This card will never pay again (lost, closed, expired): it must not be charged again. */
      final?: boolean
      gatewayRef?: string
      card?: CardFacts
    }
  /** The buyer must pass the challenge at `url`: one-time, without a session of ours. */
  | { kind: 'challenge'; url: string; gatewayRef: string; card?: CardFacts }
  | { kind: 'unknown'; gatewayRef?: string }
  | { kind: 'unreachable' }

/** `start` may also answer with a challenge document, to be shown once and unchanged. */
export type StartStep =
  | PaymentStep
  | { kind: 'challenge'; html: string; gatewayRef: string; card?: CardFacts }

interface CardFacts {
  brand: string
  /** Last four digits. */
  lastFour: string
}

export interface GatewayPayment extends Money {
  attemptId: string
  gatewayRef: string
  orderNumber: string
  /** `pending`: undecided, and money may have moved. */
  state: 'started' | 'challenge' | 'ready' | 'pending' | 'paid' | 'declined' | 'voided'
  /** Only when declined. */
  reason?: DeclineReason
  /** Only when declined: as for `PaymentStep`. */
  final?: boolean
  refundedMinor: number
  card?: CardFacts
  /** The card, if the buyer wanted it saved and it was. */
  savedCard?: SavedCard
}

/** The browser returned. This proves nothing about money; `complete` or `retrieve` follows. */
export interface ReturnFact {
  attemptId: string
  gatewayRef: string
  challengePassed: boolean
  /** Passed back to the gateway by `complete`; stored with the attempt until it ends. */
  carry?: string
}

interface NoticeFact {
  /** Unique per notice. */
  eventId: string
  attemptId: string
  gatewayRef: string
}

export type RefundResult =
  /** `refundedMinor`: of this refund alone. */
  | { kind: 'refunded'; refundedMinor: number }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' }

/** One line of the gateway's ledger. */
export interface GatewayMovement extends Money {
  /** `refund`: any movement back. */
  kind: 'charge' | 'refund'
  gatewayRef: string
  /** Null for payments that the gateway does not know to be ours. */
  attemptId: string | null
  orderNumber: string | null
  at: Date
}

/** No trustworthy answer. Tells nothing about the payment and contains nothing of the request. */
export class GatewayUnavailable extends Error {
  /** False when the request certainly did not arrive. */
  readonly reached: boolean
  constructor(gateway: string, reached: boolean) {
    super(`${gateway} gave no answer that can be trusted`)
    this.name = 'GatewayUnavailable'
    this.reached = reached
  }
}

const proofOf = (secret: string, attemptId: string) =>
  createHmac('sha256', secret).update(`return:${attemptId}`).digest('base64url')

/** Signs a return address that names its attempt, for gateways that sign no returns. */
export function signedReturnUrl(returnUrl: string, secret: string, attemptId: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('attempt', attemptId)
  url.searchParams.set('proof', proofOf(secret, attemptId))
  return url.href
}

/** The attempt of a signed return address; null when not authentic. */
export function readSignedReturn(
  { attempt, proof }: Record<string, string>,
  secret: string,
): string | null {
  return attempt !== undefined && attempt !== '' && sameText(proof, proofOf(secret, attempt))
    ? attempt
    : null
}

/** Serializes work per key within this process, where the gateway itself does not. */
export function serializeByKey<Result>(): (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const last = new Map<string, Promise<Result>>()
  return (key, work) => {
    const before: Promise<unknown> = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    const forget = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
