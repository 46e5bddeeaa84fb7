import { createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'

/**
 * The port to a payment gateway. Every adapter passes `gateway.suite.ts`; checkout knows nothing
 * else of a gateway.
 *
 * Amounts are integer minor units. A decline is a value, never an exception. An answer that did not
 * come is `unknown` (the charge may have happened: look it up with `retrieve` before anything
 * else); a gateway that was certainly not reached is `unreachable` (nothing happened, the buyer may
 * try again).
 */
export interface Gateway {
  readonly name: string
  readonly capabilities: GatewayCapabilities
  readonly browser: BrowserOrigins
  /**
   * Starts one payment attempt. Idempotent by `attemptId`: the same again gives the same answer, or
   * `unknown` where the gateway cannot repeat it, and never a second payment.
   */
  start(order: OrderSnapshot, means: PaymentMeans, options: StartOptions): Promise<StartStep>
  /**
   * Goes on after the buyer came back from the challenge: money moves here, unless the challenge
   * moved it. Idempotent.
   */
  complete(reference: PaymentReference): Promise<PaymentStep>
  /**
   * What the gateway itself says of an attempt; the source of truth (compare amount, currency and
   * order number before believing in `paid`). An attempt that was never started there answers
   * `null`. Throws `GatewayUnavailable` when there is no answer to trust. `gatewayRef` is null when
   * its answer to `start` never came.
   */
  retrieve(attempt: AttemptReference): Promise<GatewayPayment | null>
  /** Gives money back. Idempotent by `key`: after `unknown` the same call again is safe. */
  refund(gatewayRef: string, amount: Money, key: string): Promise<RefundResult>
  /**
   * An attempt was given up here while its challenge is open: from now on it cannot be passed.
   * Idempotent, and nothing is answered: whether money moved all the same is seen by the next
   * look.
   */
  abandon?(attempt: AttemptReference): Promise<void>
  /**
   * Forgets a kept card; one that is not there any more is forgotten already. False when nobody can
   * say.
   */
  deleteCard?(card: SavedCardHandle): Promise<boolean>
  /**
   * In how many parts a card may pay, by its first six to eight digits or its handle; only `count:
   * 1` where it may not. Throws `GatewayUnavailable`.
   */
  quoteInstallments?(
    card: { firstDigits: string } | SavedCardHandle,
    amount: Money,
  ): Promise<InstallmentOffer[]>
  /**
   * Every movement of money from `from` on and before `until`, as the gateway's own book has them.
   * Throws `GatewayUnavailable`.
   */
  listMovements?(from: Date, until: Date): Promise<GatewayMovement[]>
  /**
   * Reads the browser's return from the challenge page (fields of a cross-site POST and of the
   * address); `null` when it is signed neither by the gateway nor, where the gateway signs no
   * returns, by us when we gave the address away.
   */
  readReturn(form: Record<string, string>): ReturnFact | null
  /**
   * Reads a server-to-server notice; `null` when it is not authentic. `rawBody` is exactly what
   * arrived.
   */
  readNotice(rawBody: string, headers: Record<string, string>): NoticeFact | null
}

export interface GatewayCapabilities {
  /**
   * Who shows the fields of the card: `ours` (card data passes through our server's memory),
   * `element` (the gateway's script in our page hands us a one-time token), `page` (the gateway's
   * own page, opened as a challenge is).
   */
  cardFields: 'ours' | 'element' | 'page'
  savedCards: boolean
  installments: boolean
  partialRefund: boolean
}

/** Origins that a browser meets at this gateway, for the policies of our pages (D22). */
export interface BrowserOrigins {
  /** Where a form of ours may lead: the challenge, the gateway's own page. */
  forms: readonly string[]
  /**
   * Only where `cardFields` is `element`: what the checkout page loads, frames and calls, and what
   * its fields are opened with.
   */
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

/** What was agreed, frozen: the gateway charges exactly this. */
export interface OrderSnapshot extends Money {
  /**
   * Of `amountMinor`, what the gateway itself adds to the price for paying in parts; nothing when
   * it is left out.
   */
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

/** Lives only in memory on its way to the gateway. */
export interface CardInput {
  holder: string
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvc: string
  /** The card is kept at the gateway for this store under `storeName`. */
  storeCard: boolean
  storeName?: string
}

/** What the buyer pays with. */
export type PaymentMeans =
  | ({ kind: 'card' } & CardInput)
  | ({ kind: 'saved' } & SavedCardHandle)
  /** The one-time token that the gateway's own fields gave to the page. */
  | { kind: 'client_token'; token: string; storeCard: boolean }
  /** The gateway asks for the card on a page of its own. */
  | { kind: 'page'; storeCard: boolean }

/** A card that the gateway keeps for one store: never more than a name for it here. */
export interface SavedCardHandle {
  /** The store, as the gateway knows it. */
  customerRef: string
  cardRef: string
}

export interface SavedCard extends SavedCardHandle, CardFacts {
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  /**
   * What the gateway says of the number: the same for the same card under whichever name it is
   * kept. Null where it says nothing.
   */
  fingerprint: string | null
}

/** One way to pay in parts, as the gateway offers it for a card. */
export interface InstallmentOffer {
  count: number
  /**
   * What the card is charged in all, minor units: the price and what the bank takes for waiting.
   */
  totalMinor: number
}

export interface StartOptions {
  /** Where the challenge page sends the browser back to (POST). */
  returnUrl: string
  /** Where the gateway tells our server what happened. */
  noticeUrl: string
  buyerIp: string
  locale: 'tr' | 'en' | 'ar'
  threeDSecure: 'force' | 'auto'
  installments: number
  /** The store, as the gateway knows it already; a card that is kept now joins the others. */
  customerRef?: string
}

export interface AttemptReference extends Money {
  attemptId: string
  gatewayRef: string | null
  orderNumber: string
  /**
   * There when an authentic return said that the challenge was passed: its `carry`, or an empty
   * text.
   */
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
  | 'not_permitted'
  | 'suspected_fraud'
  | 'limit'
  | 'gateway_error'

export type PaymentStep =
  | { kind: 'paid'; payment: GatewayPayment }
  | { kind: 'declined'; reason: DeclineReason; gatewayRef?: string; card?: CardFacts }
  /** The buyer must pass the challenge at `url` (one time, needs no session of ours). */
  | { kind: 'challenge'; url: string; gatewayRef: string; card?: CardFacts }
  | { kind: 'unknown'; gatewayRef?: string }
  | { kind: 'unreachable' }

/**
 * What `start` may answer besides: the challenge is a document that must be shown as it is
 * (`challenge-page.ts`), once.
 */
export type StartStep =
  | PaymentStep
  | { kind: 'challenge'; html: string; gatewayRef: string; card?: CardFacts }

export interface CardFacts {
  brand: string
  /** Last four digits. */
  lastFour: string
}

export interface GatewayPayment extends Money {
  attemptId: string
  gatewayRef: string
  orderNumber: string
  /**
   * `pending`: the bank or the gateway is still deciding, and money may have moved; look again
   * later.
   */
  state: 'started' | 'challenge' | 'ready' | 'pending' | 'paid' | 'declined' | 'voided'
  /** Present when declined. */
  reason?: DeclineReason
  refundedMinor: number
  card?: CardFacts
  /** Present when the buyer wished the card to be kept, and it was. */
  savedCard?: SavedCard
}

/** The browser came back. It proves nothing about money: `complete` or `retrieve` follows. */
export interface ReturnFact {
  attemptId: string
  gatewayRef: string
  challengePassed: boolean
  /** What `complete` must hand back to the gateway; kept with the attempt until it ends. */
  carry?: string
}

export interface NoticeFact {
  /** Unique per notice, for de-duplication. */
  eventId: string
  attemptId: string
  gatewayRef: string
}

export type RefundResult =
  /** `refundedMinor` is what this refund gave back, not the sum of all. */
  | { kind: 'refunded'; refundedMinor: number }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown' }

/** One line of the gateway's book. */
export interface GatewayMovement extends Money {
  /** `refund`: money went back, by whichever name the gateway has for it. */
  kind: 'charge' | 'refund'
  gatewayRef: string
  /** As we told the gateway; null for what it does not know to be ours. */
  attemptId: string | null
  orderNumber: string | null
  at: Date
}

/**
 * No answer that can be trusted. It says nothing of the payment, and carries nothing of what was
 * sent.
 */
export class GatewayUnavailable extends Error {
  /** False when the gateway certainly did not get the request. */
  readonly reached: boolean
  constructor(gateway: string, reached: boolean) {
    super(`${gateway} gave no answer that can be trusted`)
    this.name = 'GatewayUnavailable'
    this.reached = reached
  }
}

const proofOf = (secret: string, attemptId: string) =>
  createHmac('sha256', secret).update(`return:${attemptId}`).digest('base64url')

/**
 * A return address that names its attempt, for gateways that sign no returns: nobody else can have
 * made it.
 */
export function ownReturnUrl(returnUrl: string, secret: string, attemptId: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('attempt', attemptId)
  url.searchParams.set('proof', proofOf(secret, attemptId))
  return url.href
}

/** The attempt that such an address names; null when it is not one of ours. */
export function readOwnReturn(
  { attempt, proof }: Record<string, string>,
  secret: string,
): string | null {
  return attempt !== undefined && attempt !== '' && sameText(proof, proofOf(secret, attempt))
    ? attempt
    : null
}

/**
 * Runs work for one key after the other; other keys do not wait. For what a gateway does not sort
 * out itself, within this process.
 */
export function onceAtATime<Result>(): (
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
