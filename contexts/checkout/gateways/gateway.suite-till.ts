import type { TestContext } from 'vitest'
import { newId } from '#lib/ids.ts'
import type { AttemptReference, DeclineReason, Gateway, OrderSnapshot, PaymentMeans, PaymentReference, PaymentStep, StartOptions } from './gateway.ts'

export interface BrokenCard {
  number: string
  /** Whether the gateway did what it was asked before the answer broke. */
  happened: boolean
  /** No answer, or none in time: such a call is made by the impatient client. */
  hangs: boolean
}

/** Card numbers by what they do at the gateway under test; a case without a number is skipped. */
export interface SuiteCards {
  pays: string
  paysWithoutChallenge?: string
  /** May be paid with in parts; and one of the same currency that may not. */
  inParts?: string
  notInParts?: string
  declined: Partial<Record<DeclineReason, string>>
  /** The bank's page says success, yet the holder is not verified. */
  notVerified: string[]
  notRefundable?: string
  /** What goes wrong when money moves, when the payment is started, looked up, given back. */
  brokenCharge: Record<string, BrokenCard>
  brokenStart: Record<string, BrokenCard>
  brokenLookup: Record<string, BrokenCard>
  brokenRefund: Record<string, BrokenCard>
  noticeTwice?: string
  noticeForged?: string
  returnForged?: string
}

interface Book { charges: number; chargedMinor: number; refundedMinor: number; currency: string | undefined }

/** A gateway under test with the other people of a payment: the card holder, the merchant's server, the gateway's own book. */
export interface GatewayHarness {
  gateway: Gateway
  /** The same account, giving up soon: for cards that hang. */
  impatient: Gateway
  /** The same, where nobody listens. */
  unreachable: Gateway
  /** The same account, `seconds` later. */
  later(seconds: number): Gateway
  cards: SuiteCards
  noticeUrl: string
  returnUrl: string
  /** Plays the card holder; gives the form with which the browser comes back. */
  answerChallenge(url: string, action: 'confirm' | 'cancel'): Promise<Record<string, string>>
  /** What the gateway's own book says of an order. */
  book(orderNumber: string): Promise<Book>
  /** Waits until that many notices of an attempt came. */
  notices(attemptId: string, count: number): Promise<{ body: string; headers: Record<string, string> }[]>
  close(): Promise<void>
}

/** Steps that every part of the suite takes. */
export class Till {
  readonly harness: GatewayHarness
  constructor(harness: GatewayHarness) {
    this.harness = harness
  }

  order(more: Partial<OrderSnapshot> = {}): OrderSnapshot {
    return {
      attemptId: newId('att'), orderNumber: newId('AR'), itemName: 'Çerez onayı', amountMinor: 24_990, currency: 'TRY',
      buyer: {
        name: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '+905321234567', city: 'İstanbul', country: 'TR',
        address: 'Çarşı Sokak 5', zipCode: '34000',
      },
      ...more,
    }
  }

  card(number: string, storeCard = false): PaymentMeans {
    const cvc = /^3[47]/.test(number) ? '9431' : '943'
    return { kind: 'card' as const, holder: 'AYŞE YILMAZ', number, expiryMonth: 12, expiryYear: 2039, cvc, storeCard }
  }

  options(more: Partial<StartOptions> = {}): StartOptions {
    const { returnUrl, noticeUrl } = this.harness
    return { returnUrl, noticeUrl, buyerIp: '127.0.0.1', locale: 'tr', threeDSecure: 'force', installments: 1, ...more }
  }

  start(order: OrderSnapshot, number: string, more?: Partial<StartOptions>,
    gateway = this.harness.gateway): Promise<PaymentStep> {
    return gateway.start(order, this.card(number), this.options(more))
  }

  /** Pays to the end, through the challenge where there is one. */
  async pay(means: PaymentMeans, more: Partial<StartOptions> = {}, order = this.order()): Promise<{ order: OrderSnapshot; step: PaymentStep }> {
    const step = await this.harness.gateway.start(order, means, this.options(more))
    if (step.kind !== 'challenge') return { order, step }
    await this.harness.answerChallenge(step.url, 'confirm')
    return { order, step: await this.harness.gateway.complete(this.reference(order, step.gatewayRef)) }
  }

  reference(order: OrderSnapshot, gatewayRef: string): PaymentReference {
    const { attemptId, orderNumber, amountMinor, currency } = order
    return { attemptId, orderNumber, amountMinor, currency, gatewayRef }
  }

  /** An order's attempt, when the answer to its start never came. */
  attempt({ attemptId, orderNumber, amountMinor, currency }: OrderSnapshot): AttemptReference {
    return { attemptId, orderNumber, amountMinor, currency, gatewayRef: null }
  }

  /** Starts and answers the challenge; money has not moved yet. */
  async challenged(number: string, action: 'confirm' | 'cancel' = 'confirm', order = this.order()) {
    const step = await this.start(order, number)
    if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`)
    const form = await this.harness.answerChallenge(step.url, action)
    return { order, form, reference: this.reference(order, step.gatewayRef), url: step.url }
  }

  async paid(number = this.harness.cards.pays) {
    const challenged = await this.challenged(number)
    const step = await this.harness.gateway.complete(challenged.reference)
    if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`)
    return { ...challenged, payment: step.payment }
  }
}

/** Gives the value, or skips the test where the gateway has no such card. */
export function orSkip<Value>(context: TestContext, value: Value | undefined): Value {
  if (value === undefined) context.skip('this gateway has no such test card')
  return value as Value
}
