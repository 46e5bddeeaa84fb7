/** The invariants of billing. */
export const INVARIANTS = {
  B1: 'a charge is the priced time and use less credits, to the minor unit',
  B2: 'no time is paid for twice, and none is left out between two paid periods',
  B3: 'nobody has access beyond the days of grace without payment, or none although it is paid',
  B4: 'use is counted once, charged once, and never above the cap',
  B5: 'what is paid and brings nothing is given back',
  B6: 'a subscription, its orders and its charges say the same, and nothing is left open',
  B7: 'a card is charged on the days that were promised, and never after a final refusal',
  B8: 'what is due is done',
  MONEY: "the bank's ledger and the market's agree",
} as const
export type Invariant = keyof typeof INVARIANTS

export interface Violation {
  invariant: Invariant
  /** A subscription, or an order. */
  of: string
  what: string
}

export const describeViolation = ({ invariant, of, what }: Violation): string =>
  `${invariant} ${of}: ${what}`
