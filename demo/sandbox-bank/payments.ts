import { createHash, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { canonicalJson, newId } from '../../lib/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import { planWithoutHolder, type BankReason, type CardPlan } from './cards.ts'
import { offersFor } from './installments.ts'
import type { KeepWish, KeptCards, Means } from './kept-cards.ts'
import { inTransaction } from './ledger.ts'
import {
  planFor,
  type Change,
  type EntryRow,
  type PaymentRow,
  type PaymentRows,
} from './payment-rows.ts'
import type { ChargeInput, CheckInput, RefundInput, StartInput } from './schemas.ts'
import { sameText, type Keys } from './signing.ts'

export const CHALLENGE_SECONDS = 600
/** A payment that was not completed by then is voided, so that nobody waits for it for ever. */
export const OPEN_SECONDS = 3_600
export const CODE_TRIES = 3

/** What a merchant is told by a notice. */
export type EventType = 'payment.paid' | 'payment.declined' | 'payment.voided' | 'refund.made'

export type Recorded = { kind: 'payment'; payment: PaymentRow } | { kind: 'refused'; error: string }
export type Moved = { kind: 'payment'; payment: PaymentRow } | { kind: 'refused'; error: string }
export type Refunded =
  | { kind: 'refunded'; entry: EntryRow; payment: PaymentRow }
  | { kind: 'refused'; error: string }
export type ChallengeAnswer = { payment: PaymentRow; wrongCode: boolean; triesLeft: number }

export interface PaymentsNeeds {
  db: DatabaseSync
  rows: PaymentRows
  cards: KeptCards
  keys: Keys
  clock: Clock
  merchantId: string
  /** Called inside the transaction of the change that it tells of. */
  tell(payment: PaymentRow, event: EventType): void
}

const wishFor = (
  { customer_ref }: { customer_ref?: string | undefined },
  means: Means,
): KeepWish => ({
  ...(customer_ref && { customer_ref }),
  first_digits: means.firstDigits,
  expiry_month: means.expiryMonth,
  expiry_year: means.expiryYear,
})

/** What a new payment is, besides what the merchant said. */
type NewPayment = Pick<
  PaymentRow,
  'fingerprint' | 'reason' | 'installments' | 'keep' | 'return_url'
> & { isCheck?: true } & { plan: CardPlan; challenge: boolean }

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * The payments of the bank: every change is one transaction of the ledger, so two calls at once are
 * one after the other.
 */
export function createPayments({ db, rows, cards, keys, clock, merchantId, tell }: PaymentsNeeds) {
  const nowMs = () => clock.now().getTime()

  function endOverdue(payment: PaymentRow): PaymentRow {
    const age = (nowMs() - payment.created_at) / 1000
    if (payment.state === 'challenge' && age >= CHALLENGE_SECONDS) {
      return end(payment, 'declined', {
        reason: 'three_d_expired',
        challenge_status: 'failure',
        md_status: 5,
      })
    }
    if ((payment.state === 'started' || payment.state === 'ready') && age >= OPEN_SECONDS)
      return end(payment, 'voided', {})
    return payment
  }

  function end(
    payment: PaymentRow,
    to: 'paid' | 'declined' | 'voided',
    change: Change,
  ): PaymentRow {
    const moved = rows.move(payment, to, change, nowMs())
    // The merchant asks how a check ended.
    if (!moved.is_check) tell(moved, `payment.${to}`)
    return moved
  }

  const current = (payment: PaymentRow | undefined) => payment && endOverdue(payment)
  const find = (read: () => PaymentRow | undefined) => inTransaction(db, () => current(read()))

  function enter(
    kind: EntryRow['kind'],
    payment: PaymentRow,
    amountMinor: number,
    key: string | null,
  ): EntryRow {
    const [card, merchant] = [`card:${payment.card_hash.slice(0, 16)}`, `merchant:${merchantId}`]
    const [debit, credit] = kind === 'charge' ? [card, merchant] : [merchant, card]
    return rows.enter({
      kind,
      debit,
      credit,
      amount_minor: amountMinor,
      currency: payment.currency,
      key,
      payment_id: payment.payment_id,
      attempt_id: payment.attempt_id,
      order_number: payment.order_number,
      created_at: nowMs(),
    })
  }

  function reasonToDecline({
    plan,
    brand,
    cvc,
    expiryMonth,
    expiryYear,
  }: Means): BankReason | null {
    if (!plan) return 'unknown_card'
    const now = clock.now()
    const lastMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
    if (expiryYear * 12 + expiryMonth - 1 < lastMonth) return 'expired_card'
    if (cvc !== null && cvc.length !== (brand === 'amex' ? 4 : 3)) return 'invalid_cvc'
    return plan.threeDStartFails ? 'three_d_start_failed' : null
  }

  /** The total for that many parts is ours to say, not the merchant's. */
  const isOffered = (input: StartInput, { firstDigits }: Means) =>
    offersFor(firstDigits, input.price_minor ?? input.amount_minor, input.currency).some(
      (offer) => offer.count === input.installments && offer.total_minor === input.amount_minor,
    )

  type Written = Pick<
    StartInput | ChargeInput,
    | 'attempt_id'
    | 'order_number'
    | 'item_name'
    | 'amount_minor'
    | 'currency'
    | 'notice_url'
    | 'locale'
  >

  /** `writeNew` is called for an attempt that is not known yet. */
  function recordOnce(
    input: { attempt_id: string; [field: string]: unknown },
    writeNew: (fingerprint: string) => Recorded,
  ): Recorded {
    const fingerprint = keys.fingerprint(canonicalJson(input))
    return inTransaction(db, () => {
      const known = current(rows.byAttempt(input.attempt_id))
      if (!known) return writeNew(fingerprint)
      return known.fingerprint === fingerprint
        ? { kind: 'payment', payment: known }
        : { kind: 'refused', error: 'attempt_differs' }
    })
  }

  function write(input: Written, means: Means, more: NewPayment): Recorded {
    const { challenge, plan, isCheck, ...facts } = more
    const payment_id = newId('pay')
    rows.insert({
      ...facts,
      payment_id,
      attempt_id: input.attempt_id,
      order_number: input.order_number,
      item_name: input.item_name,
      amount_minor: input.amount_minor,
      currency: input.currency,
      state: more.reason ? 'declined' : challenge ? 'challenge' : 'started',
      plan: JSON.stringify(plan),
      brand: means.brand,
      last_four: means.lastFour,
      card_hash: means.cardHash,
      paying_card: means.kept?.card_token ?? null,
      is_check: isCheck ? 1 : 0,
      challenge_hash: challenge ? hashOf(keys.challengeToken(payment_id)) : null,
      challenge_code: challenge ? String(randomInt(1_000_000)).padStart(6, '0') : null,
      notice_url: input.notice_url,
      locale: input.locale,
      created_at: nowMs(),
      updated_at: nowMs(),
    })
    const payment = rows.byId(payment_id) as PaymentRow
    if (more.reason && !isCheck) tell(payment, 'payment.declined')
    return { kind: 'payment', payment }
  }

  return {
    byAttempt: (attemptId: string) => find(() => rows.byAttempt(attemptId)),
    byId: (paymentId: string) => find(() => rows.byId(paymentId)),
    byChallenge: (token: string) => find(() => rows.byChallengeHash(hashOf(token))),
    challengeToken: (payment: PaymentRow) =>
      payment.challenge_hash ? keys.challengeToken(payment.payment_id) : null,

    /**
     * Writes an attempt down without charging it; the same attempt again gives the payment it has
     * already.
     */
    record(input: StartInput): Recorded {
      const { cvc: _never, ...card } = input.card ?? {}
      return recordOnce({ ...input, card }, (fingerprint) => {
        const means = cards.meansOf(input)
        if (!means) return { kind: 'refused', error: 'unknown_card' }
        if (!isOffered(input, means)) return { kind: 'refused', error: 'installments_differ' }
        const { plan } = means
        const reason = reasonToDecline(means)
        return write(input, means, {
          fingerprint,
          plan: plan ?? {},
          reason,
          challenge:
            reason === null && (input.three_d_secure === 'force' || !plan?.noChallengeInAuto),
          installments: input.installments,
          keep: input.keep_card ? JSON.stringify(wishFor(input.keep_card, means)) : null,
          return_url: input.return_url,
        })
      })
    },

    /** Writes down a check of a card, always with a challenge. Otherwise like `record`. */
    recordCheck(input: CheckInput): Recorded {
      const { cvc: _never, ...card } = input.card
      return recordOnce({ ...input, card }, (fingerprint) => {
        const means = cards.meansOf(input)
        if (!means) return { kind: 'refused', error: 'unknown_card' }
        const reason = reasonToDecline(means)
        const about = {
          ...input,
          order_number: input.attempt_id,
          item_name: 'card check',
          amount_minor: 1,
          notice_url: '',
        }
        return write(about, means, {
          fingerprint,
          plan: means.plan ?? {},
          reason,
          challenge: reason === null,
          installments: 1,
          keep: JSON.stringify(wishFor(input.keep_card, means)),
          return_url: input.return_url,
          isCheck: true,
        })
      })
    },

    /**
     * Writes down a charge without the holder, who must have confirmed a payment with the card
     * before. Otherwise like `record`.
     */
    recordCharge(input: ChargeInput): Recorded {
      return recordOnce(input, (fingerprint) => {
        const means = cards.meansOf(input)
        if (!means?.kept) return { kind: 'refused', error: 'unknown_card' }
        const { holder_payments: holderPayments } = means.kept
        if (holderPayments === 0) return { kind: 'refused', error: 'holder_not_verified' }
        return write(input, means, {
          fingerprint,
          plan: planWithoutHolder(means.plan ?? {}, holderPayments),
          reason: reasonToDecline(means),
          challenge: false,
          installments: 1,
          keep: null,
          return_url: '',
        })
      })
    },

    /**
     * Money moves here and nowhere else. A payment that is not waiting for it is given back as it
     * is.
     */
    authorise(paymentId: string): PaymentRow | undefined {
      return inTransaction(db, () => {
        const payment = current(rows.byId(paymentId))
        if (!payment || (payment.state !== 'started' && payment.state !== 'ready')) return payment
        const { decline } = planFor(payment)
        if (decline) return end(payment, 'declined', { reason: decline })
        if (!payment.is_check) enter('charge', payment, payment.amount_minor, null)
        const paid = end(payment, 'paid', {})
        const keptCard =
          payment.keep && cards.keep(paid, JSON.parse(payment.keep) as KeepWish, nowMs())
        const card = keptCard ?? payment.paying_card
        if (card && payment.md_status === 1) cards.countHolderPayment(card)
        return keptCard ? rows.setKeptCard(paymentId, keptCard) : paid
      })
    },

    /**
     * The card holder's answer on the 3-D Secure page; `undefined` for an address that never was
     * one.
     */
    answerChallenge(
      token: string,
      answer: { action: 'confirm' | 'cancel'; code: string },
    ): ChallengeAnswer | undefined {
      return inTransaction(db, () => {
        const payment = current(rows.byChallengeHash(hashOf(token)))
        if (!payment) return undefined
        const done = (after: PaymentRow) => ({ payment: after, wrongCode: false, triesLeft: 0 })
        if (payment.state !== 'challenge') return done(payment)
        if (answer.action === 'cancel') {
          return done(
            end(payment, 'declined', {
              reason: 'three_d_cancelled',
              challenge_status: 'failure',
              md_status: 0,
            }),
          )
        }
        if (sameText(answer.code.replace(/\s/g, ''), payment.challenge_code ?? '')) {
          const mdStatus = planFor(payment).mdStatus ?? 1
          const passed = { challenge_status: 'success', md_status: mdStatus } as const
          if (mdStatus === 1) return done(rows.move(payment, 'ready', passed, nowMs()))
          return done(end(payment, 'declined', { reason: 'three_d_failed', ...passed }))
        }
        const triesLeft = CODE_TRIES - rows.countWrongCode(payment.payment_id, nowMs())
        if (triesLeft > 0) return { payment, wrongCode: true, triesLeft }
        return done(
          end(payment, 'declined', {
            reason: 'three_d_failed',
            challenge_status: 'failure',
            md_status: 0,
          }),
        )
      })
    },

    /**
     * Ends a payment for good: one that was not charged never will be, a charged one goes back
     * whole. Idempotent.
     */
    void(paymentId: string): Moved {
      return inTransaction(db, () => {
        const payment = current(rows.byId(paymentId))
        if (!payment) return { kind: 'refused', error: 'unknown_payment' }
        if (payment.state === 'voided') return { kind: 'payment', payment }
        if (payment.state === 'declined') return { kind: 'refused', error: 'already_declined' }
        if (payment.is_check) return { kind: 'refused', error: 'unknown_payment' }
        if (payment.state === 'paid') {
          if (planFor(payment).notRefundable) return { kind: 'refused', error: 'not_refundable' }
          if (rows.refundedMinor(paymentId) > 0)
            return { kind: 'refused', error: 'already_refunded' }
          enter('void', payment, payment.amount_minor, null)
        }
        return { kind: 'payment', payment: end(payment, 'voided', {}) }
      })
    },

    /** Gives a part or all back; the same key again gives the same refund. */
    refund(input: RefundInput): Refunded {
      return inTransaction(db, () => {
        const payment = current(rows.byId(input.payment_id))
        if (!payment) return { kind: 'refused', error: 'unknown_payment' }
        const known = rows.entryByKey(input.key)
        if (known) {
          const same =
            known.payment_id === input.payment_id &&
            known.amount_minor === input.amount_minor &&
            known.currency === input.currency
          return same
            ? { kind: 'refunded', entry: known, payment }
            : { kind: 'refused', error: 'refund_differs' }
        }
        if (payment.state !== 'paid' || payment.is_check)
          return { kind: 'refused', error: 'not_paid' }
        if (planFor(payment).notRefundable) return { kind: 'refused', error: 'not_refundable' }
        if (payment.currency !== input.currency)
          return { kind: 'refused', error: 'currency_differs' }
        if (rows.refundedMinor(payment.payment_id) + input.amount_minor > payment.amount_minor) {
          return { kind: 'refused', error: 'more_than_captured' }
        }
        const entry = enter('refund', payment, input.amount_minor, input.key)
        tell(payment, 'refund.made')
        return { kind: 'refunded', entry, payment }
      })
    },

    /** Ends what nobody came back for. */
    endAllOverdue(): void {
      const now = nowMs()
      const due = rows.overdue({
        challengeBefore: now - CHALLENGE_SECONDS * 1000,
        openBefore: now - OPEN_SECONDS * 1000,
      })
      for (const paymentId of due) find(() => rows.byId(paymentId))
    },
  }
}

export type Payments = ReturnType<typeof createPayments>
