import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccessChange, advance, GRACE_DAYS, type Standing, unpaidDays } from './rules.ts'

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
  isDearer: false,
  chargeFrom: null,
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

const HOUR_MS = 3_600_000
const FROM = at('2028-02-29')
const hoursAfter = (hours: number) => new Date(FROM.getTime() + hours * HOUR_MS)
const PERIOD = { from: FROM, until: at('2028-03-31') }

/** The same, hour by hour. */
function daysByTheHour(changes: readonly AccessChange[], now: Date): number {
  const days = new Set<string>()
  let ends = GRACE_DAYS * 24
  const left = [...changes]
  for (let hour = 0; hoursAfter(hour) < now; hour += 1) {
    while (left[0] && left[0].at <= hoursAfter(hour)) {
      const { at: since, until } = left.shift()!
      const here = (since.getTime() - FROM.getTime()) / HOUR_MS
      ends = until === null ? Math.min(ends, here) : (until.getTime() - FROM.getTime()) / HOUR_MS
    }
    if (hour < ends) days.add(hoursAfter(hour).toISOString().slice(0, 10))
  }
  return Math.min(days.size, 31)
}

test('the days of an unpaid period are those on which the item worked, each counted once, and no more than the period has', () => {
  const change = fc.record({
    hour: fc.integer({ min: 0, max: 900 }),
    grace: fc.option(fc.integer({ min: 1, max: 30 })),
  })
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 6 }),
      fc.integer({ min: 0, max: 1_000 }),
      (drawn, hours) => {
        const changes = drawn
          .toSorted((a, b) => a.hour - b.hour)
          .filter(({ hour }) => hour <= hours)
          .map(({ hour, grace }) => ({
            at: hoursAfter(hour),
            until: grace === null ? null : hoursAfter((Math.floor(hour / 24) + grace) * 24),
          }))
        const now = hoursAfter(hours)
        expect(unpaidDays(PERIOD, 'UTC', changes, now)).toEqual({
          worked: daysByTheHour(changes, now),
          of: 31,
        })
      },
    ),
    { numRuns: 500 },
  )
})

test('who never pays has had fourteen days of grace, and who was paused at once none', () => {
  expect(unpaidDays(PERIOD, 'Europe/Istanbul', [], at('2028-05-01')).worked).toBe(14)
  expect(unpaidDays(PERIOD, 'UTC', [{ at: FROM, until: null }], at('2028-05-01')).worked).toBe(0)
})
