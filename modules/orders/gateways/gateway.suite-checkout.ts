import type { TestContext } from 'vitest'
import { newId } from '#lib/ids.ts'
import type {
  AttemptReference,
  ChargeOptions,
  DeclineReason,
  Gateway,
  OrderSnapshot,
  PaymentMethod,
  PaymentReference,
  PaymentStep,
  SavedCard,
  SavedCardHandle,
  StartOptions,
  StartStep,
} from './gateway.ts'
import { bankCard } from './sandbox.support.ts'

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

/**
 * What one gateway's protocol can do and another's cannot; the promises of the port hold either
 * way.
 */
export interface SuiteTraits {
  /**
   * What the same start again answers while the challenge is open: the same, or `unknown` because
   * the challenge cannot be shown twice.
   */
  startAgain: 'same' | 'unknown'
  /** The challenge itself moves the money, whether or not the buyer comes back. */
  settlesItself: boolean
  /** The browser's return is signed by the gateway; else only its address is ours. */
  signsReturns: boolean
  /** What a notice's signature covers: its bytes and time, or some of its fields. */
  noticeSigns: 'body' | 'fields'
  noticesOfRefunds: boolean
}

export type Challenge = Extract<StartStep, { kind: 'challenge' }>

interface Book {
  charges: number
  chargedMinor: number
  refundedMinor: number
  currency: string | undefined
}

/**
 * A gateway under test with the other people of a payment: the card holder, the merchant's server,
 * the gateway's own book.
 */
export interface GatewayHarness {
  gateway: Gateway
  /** The same account, giving up soon: for cards that hang. */
  impatient: Gateway
  /** The same, where nobody listens. */
  unreachable: Gateway
  /** The same account, `seconds` later. */
  later(seconds: number): Gateway
  cards: SuiteCards
  traits: SuiteTraits
  /** What the buyer pays with, where it is not the card itself; the same for the same order. */
  means?(number: string, order: OrderSnapshot, storeCard?: boolean): Promise<PaymentMethod>
  noticeUrl: string
  returnUrl: string
  /** Plays the card holder; gives the fields with which the browser comes back. */
  answerChallenge(
    challenge: Challenge,
    action: 'confirm' | 'cancel',
  ): Promise<Record<string, string>>
  /** What the gateway's own book says of an order. */
  book(orderNumber: string): Promise<Book>
  /** Waits until that many notices of an attempt came. */
  notices(
    attemptId: string,
    count: number,
  ): Promise<{ body: string; headers: Record<string, string> }[]>
  close(): Promise<void>
}

/** Steps that every part of the suite takes. */
export class Checkout {
  readonly harness: GatewayHarness
  constructor(harness: GatewayHarness) {
    this.harness = harness
  }

  order(more: Partial<OrderSnapshot> = {}): OrderSnapshot {
    return {
      attemptId: newId('att'),
      orderNumber: newId('AR'),
      itemName: 'Çerez onayı',
      amountMinor: 24_990,
      currency: 'TRY',
      buyer: {
        name: 'Ayşe Yılmaz',
        email: 'ayse@example.com',
        phone: '+905321234567',
        city: 'İstanbul',
        country: 'TR',
        address: 'Çarşı Sokak 5',
        zipCode: '34000',
      },
      ...more,
    }
  }

  card(number: string, storeCard = false): PaymentMethod {
    const cvc = /^3[47]/.test(number) ? '9431' : '943'
    return {
      kind: 'card' as const,
      holder: 'AYŞE YILMAZ',
      number,
      expiryMonth: 12,
      expiryYear: 2039,
      cvc,
      storeCard,
    }
  }

  options(more: Partial<StartOptions> = {}): StartOptions {
    const { returnUrl, noticeUrl } = this.harness
    return {
      returnUrl,
      noticeUrl,
      buyerIp: '127.0.0.1',
      locale: 'tr',
      threeDSecure: 'force',
      installments: 1,
      ...more,
    }
  }

  async start(
    order: OrderSnapshot,
    number: string,
    more?: Partial<StartOptions>,
    gateway = this.harness.gateway,
  ): Promise<StartStep> {
    const means = (await this.harness.means?.(number, order)) ?? this.card(number)
    return gateway.start(order, means, this.options(more))
  }

  /** Pays to the end, through the challenge where there is one. */
  async pay(
    means: PaymentMethod,
    more: Partial<StartOptions> = {},
    order = this.order(),
  ): Promise<{ order: OrderSnapshot; step: StartStep }> {
    const step = await this.harness.gateway.start(order, means, this.options(more))
    if (step.kind !== 'challenge') return { order, step }
    const form = await this.harness.answerChallenge(step, 'confirm')
    return {
      order,
      step: await this.harness.gateway.complete(
        this.returned(this.reference(order, step.gatewayRef), form),
      ),
    }
  }

  /** The holder pays with a card that the gateway is to save, however its first answers break. */
  async savedCard(
    number = this.harness.cards.pays,
    gateway = this.harness.gateway,
  ): Promise<SavedCard> {
    const order = this.order()
    const means = (await this.harness.means?.(number, order, true)) ?? this.card(number, true)
    const start = () => gateway.start(order, means, this.options())
    let step = await start()
    if (step.kind === 'unknown') step = await start()
    if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`)
    const form = await this.harness.answerChallenge(step, 'confirm')
    const reference = this.returned(this.reference(order, step.gatewayRef), form)
    let paid: PaymentStep = await gateway.complete(reference)
    if (paid.kind === 'unknown') paid = await gateway.complete(reference)
    if (paid.kind !== 'paid' || !paid.payment.savedCard)
      throw new Error(`expected a saved card, got ${paid.kind}`)
    return paid.payment.savedCard
  }

  /** Charges a saved card without the buyer. */
  async charge(
    card: SavedCardHandle,
    order = this.order(),
    gateway = this.harness.gateway,
  ): Promise<{ order: OrderSnapshot; step: PaymentStep }> {
    const options: ChargeOptions = {
      noticeUrl: this.harness.noticeUrl,
      locale: 'tr',
      buyerIp: '127.0.0.1',
    }
    if (!gateway.charge) throw new Error('charges no saved cards')
    const { customerRef, cardRef } = card
    return { order, step: await gateway.charge(order, { customerRef, cardRef }, options) }
  }

  reference(order: OrderSnapshot, gatewayRef: string): PaymentReference {
    const { attemptId, orderNumber, amountMinor, currency } = order
    return { attemptId, orderNumber, amountMinor, currency, gatewayRef }
  }

  /** The same after the buyer came back: with what checkout keeps of the return. */
  returned(reference: PaymentReference, form: Record<string, string>): PaymentReference {
    const fact = this.harness.gateway.readReturn(form)
    return fact?.challengePassed ? { ...reference, returned: fact.carry ?? '' } : reference
  }

  /** An order's attempt, when the answer to its start never came. */
  attempt({ attemptId, orderNumber, amountMinor, currency }: OrderSnapshot): AttemptReference {
    return { attemptId, orderNumber, amountMinor, currency, gatewayRef: null }
  }

  /** Starts and answers the challenge; money has not moved yet. */
  async challenged(number: string, action: 'confirm' | 'cancel' = 'confirm', order = this.order()) {
    const step = await this.start(order, number)
    if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`)
    const form = await this.harness.answerChallenge(step, action)
    return { order, form, reference: this.returned(this.reference(order, step.gatewayRef), form) }
  }

  async paid(number = this.harness.cards.pays) {
    const challenged = await this.challenged(number)
    const step = await this.harness.gateway.complete(challenged.reference)
    if (step.kind !== 'paid') throw new Error(`expected a payment, got ${step.kind}`)
    return { ...challenged, payment: step.payment }
  }
}

const CHARGED = {
  '02': 'hang after',
  '04': 'reset after',
  '06': '500 after',
  '08': '502 after',
  '09': 'slow body',
  '10': 'wrong amount',
  '11': 'wrong currency',
  '12': 'wrong order',
  '13': 'badly signed',
  '14': 'malformed',
}
const NOT_CHARGED = {
  '01': 'hang before',
  '03': 'reset before',
  '05': '500 before',
  '07': '502 before',
}

/**
 * Every broken answer at one step, but for the behaviours left out: all doubles misbehave by the
 * same numbers.
 */
export function brokenCards(
  step: 0 | 1 | 2 | 3,
  leftOut: string[] = [],
): Record<string, BrokenCard> {
  const cards = (behaviours: Record<string, string>, happened: boolean) =>
    Object.entries(behaviours)
      .filter(([behaviour]) => !leftOut.includes(behaviour))
      .map(([behaviour, name]) => [
        name,
        { number: bankCard(behaviour, { step }), happened, hangs: /hang|slow/.test(name) },
      ])
  return Object.fromEntries([...cards(CHARGED, true), ...cards(NOT_CHARGED, false)])
}

/** Gives the value, or skips the test where the gateway has no such card. */
export function orSkip<Value>(context: TestContext, value: Value | undefined): Value {
  if (value === undefined) context.skip('this gateway has no such test card')
  return value as Value
}
