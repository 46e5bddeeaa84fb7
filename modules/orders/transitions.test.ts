import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ATTEMPT_MOVES,
  canMoveAttempt,
  canMoveOrder,
  LIVE_ATTEMPTS,
  MOVING_ATTEMPTS,
  ORDER_MOVES,
  orderCan,
} from './transitions.ts'
import { ATTEMPT_STATES, ORDER_STATES } from './contract.ts'

const reachable = <S extends string>(moves: Record<S, readonly S[]>, start: S): Set<S> => {
  const seen = new Set<S>([start])
  for (const state of seen) for (const next of moves[state]) seen.add(next)
  return seen
}

describe('the machines of orders and attempts (D10)', () => {
  test('reach every state from the first one', () => {
    expect([...reachable(ORDER_MOVES, 'draft')].sort()).toEqual([...ORDER_STATES].sort())
    expect([...reachable(ATTEMPT_MOVES, 'created')].sort()).toEqual([...ATTEMPT_STATES].sort())
  })

  test('a paid order is never unpaid, cancelled or expired', () => {
    for (const state of ['draft', 'awaiting_payment', 'cancelled', 'expired'] as const)
      for (const paid of ['paid', 'partially_refunded', 'refunded'] as const)
        expect(canMoveOrder(paid, state)).toBe(false)
  })

  test('an attempt that has ended stays as it is, whatever comes late', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('succeeded' as const, 'declined' as const, 'voided' as const),
        fc.constantFrom(...ATTEMPT_STATES),
        (ended, any) => {
          expect(canMoveAttempt(ended, any)).toBe(false)
        },
      ),
    )
  })

  test('money can be moving only in an attempt that is alive, and a challenge that waits moves none', () => {
    expect(MOVING_ATTEMPTS.every((state) => LIVE_ATTEMPTS.includes(state))).toBe(true)
    expect(MOVING_ATTEMPTS).not.toContain('challenge')
  })

  test('an order can be paid until it expires, to the second', () => {
    const expires_at = new Date('2026-01-02T00:00:00Z')
    expect(orderCan.pay({ state: 'draft', expires_at }, new Date('2026-01-01T23:59:59.999Z'))).toBe(
      true,
    )
    expect(orderCan.pay({ state: 'draft', expires_at }, expires_at)).toBe(false)
    for (const state of ['paid', 'expired', 'cancelled', 'refunded'])
      expect(orderCan.pay({ state, expires_at }, new Date(0))).toBe(false)
  })
})
