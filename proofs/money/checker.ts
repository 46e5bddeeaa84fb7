import { ATTEMPT_MOVES, ORDER_MOVES } from '#modules/orders/rules.ts'
import type { RequestedState } from './request-observer.ts'
import type { BankLedger, MarketLedger } from './ledgers.ts'
import { checkCoupons } from './check-coupons.ts'
import {
  checkOrderRefunds,
  checkRefundCalls,
  heldOf,
  PAID,
  sum,
  type Case,
} from './check-refunds.ts'
import type { Invariant, Violation } from './violation.ts'

/** States of an order in which it never will be paid. */
const OVER = ['cancelled', 'expired']
const PENDING_STATES = ['created', 'authorising', 'unknown']

const groupBy = <T>(list: readonly T[], key: (one: T) => string): Map<string, T[]> =>
  Map.groupBy(list, key)

/**
 * Holds the market's book against the bank's and says everything that must not be. `settled`:
 * everything had time to come to its end, so that nothing may be in progress any more; `asked`:
 * what a witness saw on the proxy to the bank, where there is one. No clock is compared with
 * another. It knows neither how the market works nor what was done to it.
 */
export function checkLedgers(
  market: MarketLedger,
  bank: BankLedger,
  { settled, asked }: { settled: boolean; asked?: RequestedState },
): Violation[] {
  const found: Violation[] = []
  const attemptsOf = groupBy(market.attempts, (attempt) => attempt.orderId)
  const refundsOf = groupBy(market.refunds, (refund) => refund.orderId)
  const entriesOf = groupBy(bank.entries, (entry) => entry.orderNumber)
  for (const order of market.orders) {
    const one: Case = {
      order,
      attempts: attemptsOf.get(order.id) ?? [],
      entries: entriesOf.get(order.number) ?? [],
      refunds: refundsOf.get(order.id) ?? [],
      settled,
      say: (invariant, what) => found.push({ invariant, order: order.number, what }),
    }
    checkAmounts(one)
    checkCharges(one)
    checkOrderRefunds(one)
    if (settled) checkEnd(one)
  }
  checkCalls(market, bank, asked, found)
  checkRefundCalls(market, bank, asked, found)
  checkEvents(market, found)
  return [...found, ...checkCoupons(market, { settled })]
}

/** I8. */
function checkAmounts({ order, attempts, entries, say }: Case): void {
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = order
  if (totalMinor !== subtotalMinor - discountMinor + taxMinor)
    say('I8', `${totalMinor} is not ${subtotalMinor} − ${discountMinor} + ${taxMinor}`)
  for (const [name, amount] of Object.entries({
    subtotalMinor,
    discountMinor,
    taxMinor,
    totalMinor,
  })) {
    if (!Number.isSafeInteger(amount) || amount < 0) say('I8', `${name} is ${amount}`)
  }
  // A card may have been tried before a coupon made the order free; its money must not be there.
  if (
    totalMinor === 0 &&
    (heldOf(entries) > 0 || attempts.some((attempt) => attempt.state === 'succeeded'))
  )
    say('I8', 'there is nothing to pay, and money was taken')
}

/** I1 and I2. */
function checkCharges({ order, attempts, entries, say }: Case): void {
  const charges = entries.filter((entry) => entry.kind === 'charge')
  const held = [...groupBy(entries, (entry) => entry.paymentId)].filter(
    ([, own]) => heldOf(own) > 0,
  )
  if (held.length > 1)
    say('I1', `money of ${held.length} payments is held: ${held.map(([id]) => id).join(', ')}`)
  for (const charge of charges) {
    const attempt = attempts.find((one) => one.id === charge.attemptId)
    if (!attempt) {
      say(
        'I2',
        `${charge.paymentId} was charged for attempt ${charge.attemptId}, which is not one of this order`,
      )
      continue
    }
    if (charge.amountMinor !== attempt.amountMinor || charge.currency !== attempt.currency) {
      say(
        'I2',
        `charged ${charge.amountMinor} ${charge.currency}, agreed were ${attempt.amountMinor} ${attempt.currency}`,
      )
    }
    if (attempt.state === 'succeeded' && attempt.gatewayRef !== charge.paymentId)
      say(
        'I2',
        `attempt ${attempt.id} names payment ${attempt.gatewayRef}, charged was ${charge.paymentId}`,
      )
  }
  const succeeded = attempts.filter((attempt) => attempt.state === 'succeeded')
  if (succeeded.length > 1) say('I1', `${succeeded.length} attempts succeeded`)
  for (const attempt of succeeded) {
    if (
      attempt.amountMinor - attempt.surchargeMinor !== order.totalMinor ||
      attempt.surchargeMinor !== order.surchargeMinor ||
      attempt.currency !== order.currency
    ) {
      say(
        'I2',
        `paid were ${attempt.amountMinor} ${attempt.currency}, ${attempt.surchargeMinor} of it for parts; the order says ${order.totalMinor} ${order.currency} and ${order.surchargeMinor}`,
      )
    }
    if (!charges.some((charge) => charge.attemptId === attempt.id))
      say('I4', `attempt ${attempt.id} succeeded without a charge`)
    if (!PAID.includes(order.state))
      say('I4', `attempt ${attempt.id} succeeded and the order is ${order.state}`)
  }
  if (PAID.includes(order.state) && order.totalMinor > 0) {
    if (succeeded.length === 0) say('I4', `${order.state} without an attempt that succeeded`)
    if (charges.length === 0) say('I1', `${order.state} without a charge`)
  }
  if (PAID.includes(order.state) !== (order.paidAt !== null))
    say(
      'I4',
      `${order.state}, and the time of payment is ${order.paidAt === null ? 'missing' : 'there'}`,
    )
}

/** I4: after everything had its time. */
function checkEnd({ order, attempts, entries, refunds, say }: Case): void {
  for (const attempt of attempts) {
    if (PENDING_STATES.includes(attempt.state))
      say('I4', `attempt ${attempt.id} is ${attempt.state} still`)
    const held = heldOf(entries.filter((entry) => entry.attemptId === attempt.id))
    if (held > 0 && attempt.state !== 'succeeded')
      say('I4', `${held} are held for attempt ${attempt.id}, which is ${attempt.state}`)
  }
  const held = heldOf(entries)
  if (OVER.includes(order.state) && held > 0) say('I4', `${order.state}, and ${held} are held`)
  const paidBy = attempts.find((attempt) => attempt.state === 'succeeded')
  const due =
    (paidBy?.capturedMinor ?? 0) -
    sum(
      refunds
        .filter((refund) => refund.attemptId === paidBy?.id && refund.state === 'succeeded')
        .map((refund) => refund.amountMinor),
    )
  if (PAID.includes(order.state) && held !== due)
    say('I1', `${order.state}: ${due} should be held, the bank holds ${held}`)
}

/** I3, and payments of orders that nobody knows. */
function checkCalls(
  market: MarketLedger,
  bank: BankLedger,
  asked: RequestedState | undefined,
  found: Violation[],
): void {
  const attempts = new Map(market.attempts.map((attempt) => [attempt.id, attempt]))
  const orders = new Map(market.orders.map((order) => [order.id, order]))
  for (const payment of bank.payments) {
    const say = (invariant: Invariant, what: string) =>
      found.push({ invariant, order: payment.orderNumber, what })
    const attempt = attempts.get(payment.attemptId)
    if (!attempt) {
      say('I3', `the bank knows attempt ${payment.attemptId}, the market does not`)
      continue
    }
    if (asked && asked.attempts.get(attempt.id) !== true)
      say(
        'I3',
        `attempt ${attempt.id} ${asked.attempts.has(attempt.id) ? 'was not committed when the bank was asked' : 'was not asked for on the wire'}`,
      )
    if (orders.get(attempt.orderId)?.number !== payment.orderNumber)
      say('I2', `attempt ${attempt.id} belongs to order ${orders.get(attempt.orderId)?.number}`)
  }
}

/**
 * I9: the way of every order and attempt is unbroken, begins where it must and ends where the row
 * stands.
 */
function checkEvents(market: MarketLedger, found: Violation[]): void {
  const numbers = new Map(market.orders.map((order) => [order.id, order.number]))
  const check = (
    what: string,
    number: string,
    {
      first,
      end,
      moves,
      events,
    }: {
      first: readonly string[]
      end: string
      moves: Record<string, readonly string[]>
      events: { from: string | null; to: string | null }[]
    },
  ) => {
    let at: string | null = null
    for (const { from, to } of events) {
      if (from !== at)
        found.push({
          invariant: 'I9',
          order: number,
          what: `${what}: ${from} → ${to} was written down in state ${at}`,
        })
      const isListed = from === null ? first.includes(to ?? '') : moves[from]?.includes(to ?? '')
      if (!isListed)
        found.push({ invariant: 'I9', order: number, what: `${what} went from ${from} to ${to}` })
      at = to
    }
    if (at !== end)
      found.push({
        invariant: 'I9',
        order: number,
        what: `${what} is ${end}, its events end with ${at}`,
      })
  }
  const byOrder = groupBy(
    market.events.filter((event) => event.kind === 'order'),
    (event) => event.orderId,
  )
  for (const order of market.orders)
    check('the order', order.number, {
      // One that follows from an agreement is no draft.
      first: ['draft', 'awaiting_payment'],
      end: order.state,
      moves: ORDER_MOVES,
      events: byOrder.get(order.id) ?? [],
    })
  const byAttempt = groupBy(
    market.events.filter((event) => event.kind === 'attempt'),
    (event) => event.attemptId ?? '',
  )
  for (const { id, orderId, state } of market.attempts) {
    check(`attempt ${id}`, numbers.get(orderId) ?? orderId, {
      first: ['created'],
      end: state,
      moves: ATTEMPT_MOVES,
      events: byAttempt.get(id) ?? [],
    })
  }
  for (const [from, moves] of Object.entries(ORDER_MOVES)) {
    if (PAID.includes(from) && moves.some((to) => !PAID.includes(to)))
      found.push({
        invariant: 'I9',
        order: 'the table',
        what: `lets an order go from ${from} to ${moves.join(', ')}`,
      })
  }
}
