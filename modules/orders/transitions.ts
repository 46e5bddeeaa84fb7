import type { AttemptState, OrderState } from './contract.ts'

/**
 * The two machines of D10. Screens, API and tests read these tables; `data.ts` moves a row only
 * along them, and the diagrams in the README are made from them.
 */
export const ORDER_MOVES: Record<OrderState, readonly OrderState[]> = {
  draft: ['awaiting_payment', 'paid', 'cancelled', 'expired'],
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  cancelled: [],
  expired: [],
}

export const ATTEMPT_MOVES: Record<AttemptState, readonly AttemptState[]> = {
  created: ['challenge', 'authorising', 'succeeded', 'declined', 'unknown', 'voided'],
  challenge: ['authorising', 'succeeded', 'declined', 'unknown', 'voided'],
  authorising: ['succeeded', 'declined', 'unknown', 'voided'],
  unknown: ['challenge', 'authorising', 'succeeded', 'declined', 'voided'],
  succeeded: [],
  declined: [],
  voided: [],
}

export const LIVE_ATTEMPTS: readonly AttemptState[] = [
  'created',
  'challenge',
  'authorising',
  'unknown',
]
/**
 * Money may be moving: nobody may start another attempt now. A challenge is not among them: no
 * money moves before we ask for it.
 */
export const MOVING_ATTEMPTS: readonly AttemptState[] = ['created', 'authorising', 'unknown']

/** An attempt that has not ended. */
export const isLive = (attempt: { state: string }): boolean =>
  LIVE_ATTEMPTS.some((state) => state === attempt.state)

/**
 * Is there a payment for which money may be moving? Then the order stays as it is until that has
 * ended.
 */
export const isMoving = (attempt: { state: string } | undefined): boolean =>
  MOVING_ATTEMPTS.some((state) => state === attempt?.state)

/** An order in these may still be paid, until it expires. */
export const OPEN_ORDERS: readonly OrderState[] = ['draft', 'awaiting_payment']

export const canMoveOrder = (from: OrderState, to: OrderState): boolean =>
  ORDER_MOVES[from].includes(to)
export const canMoveAttempt = (from: AttemptState, to: AttemptState): boolean =>
  ATTEMPT_MOVES[from].includes(to)

export const orderCan = {
  pay: (order: { state: string; expires_at: Date }, now: Date): boolean =>
    OPEN_ORDERS.some((state) => state === order.state) && order.expires_at > now,
}
