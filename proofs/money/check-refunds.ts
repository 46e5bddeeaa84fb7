import type { RequestedState } from './request-observer.ts'
import type {
  BankLedger,
  BankEntry,
  LedgerAttempt,
  LedgerOrder,
  LedgerRefund,
  MarketLedger,
} from './ledgers.ts'
import type { Invariant, Violation } from './violation.ts'

/** States of an order in which the store has paid. */
export const PAID = ['paid', 'partially_refunded', 'refunded']

/** One order with everything that both ledgers say of it. */
export interface Case {
  order: LedgerOrder
  attempts: LedgerAttempt[]
  refunds: LedgerRefund[]
  entries: BankEntry[]
  settled: boolean
  say: (invariant: Invariant, what: string) => void
}

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What the bank keeps of a payment after all that went back. */
export const heldOf = (entries: BankEntry[]): number =>
  sum(entries.map((entry) => (entry.kind === 'charge' ? entry.amountMinor : -entry.amountMinor)))

/**
 * No more goes back than was taken, by either book, and both say the same. Money of attempts that
 * the order did not want is no refund of the order.
 */
export function checkOrderRefunds({ order, attempts, refunds, entries, settled, say }: Case): void {
  for (const [paymentId, own] of Map.groupBy(entries, (entry) => entry.paymentId)) {
    if (heldOf(own) < 0)
      say('REFUND', `more went back than was taken by ${paymentId}: ${-heldOf(own)}`)
  }
  for (const attempt of attempts) {
    const own = refunds.filter((refund) => refund.attemptId === attempt.id)
    const promised = sum(
      own.filter((refund) => refund.state !== 'refused').map((refund) => refund.amountMinor),
    )
    if (promised > (attempt.capturedMinor ?? 0))
      say(
        'REFUND',
        `${promised} are to go back of attempt ${attempt.id}, which took ${attempt.capturedMinor}`,
      )
    if (own.some((refund) => refund.currency !== attempt.currency))
      say('REFUND', `attempt ${attempt.id} goes back in another currency`)
  }
  checkState(order, say)
  if (!settled) return
  for (const refund of refunds) {
    if (['requested', 'unknown'].includes(refund.state))
      say('REFUND', `${refund.key} is ${refund.state} still`)
  }
  const paidBy = attempts.find((attempt) => attempt.state === 'succeeded')
  const back = sum(
    refunds
      .filter((refund) => refund.attemptId === paidBy?.id && refund.state === 'succeeded')
      .map((refund) => refund.amountMinor),
  )
  if (Math.min(back, order.totalMinor) !== order.refundedMinor)
    say('REFUND', `the order says that ${order.refundedMinor} went back, its refunds ${back}`)
}

function checkState(order: LedgerOrder, say: Case['say']): void {
  const { state, refundedMinor, totalMinor, surchargeMinor } = order
  if (refundedMinor > totalMinor) say('REFUND', `${refundedMinor} went back of ${totalMinor}`)
  const whole = refundedMinor === totalMinor && totalMinor > 0
  // Of a payment in parts the order's whole price may be back, and what the bank took for waiting
  // not yet.
  if (PAID.includes(state) && (state === 'refunded') !== whole && !(whole && surchargeMinor > 0))
    say('REFUND', `${state}, and ${refundedMinor} of ${totalMinor} went back`)
  if (state === 'partially_refunded' && refundedMinor === 0)
    say('REFUND', 'partially refunded, and nothing went back')
  if (state === 'paid' && refundedMinor > 0) say('REFUND', `paid, and ${refundedMinor} went back`)
}

/**
 * I3 for money on its way back: the bank gave back what was recorded before, under that name,
 * and all that the market says it gave.
 */
export function checkRefundCalls(
  market: MarketLedger,
  bank: BankLedger,
  asked: RequestedState | undefined,
  found: Violation[],
): void {
  const numbers = new Map(market.orders.map((order) => [order.id, order.number]))
  const byKey = new Map(market.refunds.map((refund) => [refund.key, refund]))
  const given = new Map(
    bank.entries.filter((entry) => entry.kind === 'refund').map((entry) => [entry.key, entry]),
  )
  for (const entry of given.values()) {
    const say = (what: string) => found.push({ invariant: 'I3', order: entry.orderNumber, what })
    const refund = byKey.get(entry.key ?? '')
    if (!refund)
      say(`${entry.amountMinor} went back under the name ${entry.key}, which nobody wrote down`)
    else if (asked && asked.refunds.get(refund.key) !== true)
      say(
        `${refund.key} ${asked.refunds.has(refund.key) ? 'was not committed when the bank was asked' : 'was not asked for on the wire'}`,
      )
    else if (
      refund.amountMinor !== entry.amountMinor ||
      refund.currency !== entry.currency ||
      refund.attemptId !== entry.attemptId
    )
      say(`${refund.key} is not what went back: ${entry.amountMinor} ${entry.currency}`)
  }
  for (const refund of market.refunds) {
    if (refund.state === 'succeeded' && !given.has(refund.key)) {
      found.push({
        invariant: 'REFUND',
        order: numbers.get(refund.orderId) ?? refund.orderId,
        what: `${refund.key} succeeded, and the bank gave nothing back`,
      })
    }
  }
}
