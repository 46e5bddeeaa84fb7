/** The invariants of money. Their numbers are those that documentation and commits speak of. */
export const INVARIANTS = {
  I1: 'an order is charged at most once, and exactly once when it is paid',
  I2: 'a charge is what was agreed: amount, currency, order',
  I3: 'no call to the bank without an attempt that was written down before',
  I4: 'no paid order without a charge, no order that failed with money held, nothing left under way',
  I7: 'a coupon is used no more often than it may be',
  I8: 'total = subtotal − discount + tax, in whole minor units from 0 on; nothing to pay means no bank',
  I9: 'orders and attempts move only as the tables allow, and the event log tells the whole way',
  I12: 'nothing of a card is written down anywhere',
  REFUND: 'no more goes back than was taken, and both books say the same',
  REPLAY: 'what is asked again is answered, not done again',
  FORGERY: "what is not the bank's is not believed",
  LIVE: 'an order can always be brought to its end',
} as const
export type Invariant = keyof typeof INVARIANTS

/** One thing that must not be, with the order by which it can be looked up. */
export interface Violation {
  invariant: Invariant
  /** The order's number, or what names the case where there is no order. */
  order: string
  what: string
  /**
   * What was done to the order, where a part knows: step and place of a kill, sequence, situation.
   */
  case?: string | undefined
}

export const describeViolation = ({ invariant, order, what, case: from }: Violation): string =>
  `${invariant} ${order}: ${what}${from ? ` (${from})` : ''}`
