import { expect, test } from 'vitest'
import { advance, type Standing } from './rules.ts'

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const standing = (change: Partial<Standing>): Standing => ({
  state: 'active',
  timeZone: 'UTC',
  period: { no: 1, from: at('2028-01-31'), until: at('2028-02-29') },
  planPeriod: 'month',
  isAgreed: true,
  isCancelled: false,
  isFrozen: false,
  isDue: true,
  isChargeAsked: false,
  pastDueSince: null,
  chargesTried: 0,
  stopsCharging: false,
  remindedPeriod: null,
  priceRises: false,
  endedAt: null,
  ...change,
})

test('what is due is charged at least once, however long nobody looked, and then has all days of grace', () => {
  expect(advance(standing({}), at('2028-06-01'))).toEqual({ kind: 'charge', turn: 1 })
  const unpaid = { state: 'past_due', pastDueSince: at('2028-06-01'), chargesTried: 1 } as const
  const step = (day: string) => advance(standing(unpaid), at(day))
  expect(step('2028-06-01')).toEqual({ kind: 'wait', until: at('2028-06-02') })
  expect(step('2028-06-14')).toEqual({ kind: 'charge', turn: 2 })
  expect(step('2028-06-15')).toEqual({ kind: 'pause' })
  expect(step('2028-06-29')).toEqual({ kind: 'end', reason: 'unpaid' })
})

test('the last use of an ended subscription is charged on the days of an unpaid renewal, then no more', () => {
  const ended = { state: 'ended', endedAt: at('2028-03-01') } as const
  const step = (chargesTried: number, day: string, more: Partial<Standing> = {}) =>
    advance(standing({ ...ended, chargesTried, ...more }), at(day))
  expect(step(0, '2028-03-01')).toEqual({ kind: 'charge', turn: 1 })
  expect(step(1, '2028-03-01')).toEqual({ kind: 'wait', until: at('2028-03-02') })
  expect(step(5, '2028-05-01')).toEqual({ kind: 'wait', until: null })
  expect(step(1, '2028-03-09', { stopsCharging: true })).toEqual({ kind: 'wait', until: null })
  expect(step(0, '2028-03-01', { isDue: false })).toEqual({ kind: 'wait', until: null })
})
