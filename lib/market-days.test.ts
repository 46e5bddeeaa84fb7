import { expect, test } from 'vitest'
import {
  marketDay,
  marketDayStart,
  type MarketZones,
  nextZone,
  zoneAt,
  zonesFrom,
} from './market-days.ts'
import { dayAfter } from './time-zone.ts'

const ZONES = [
  'Europe/Istanbul',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
]

test('after any change of the zone every moment belongs to one day, which has begun and not ended', () => {
  for (const from of ZONES)
    for (const to of ZONES)
      for (const hour of [0, 7, 12, 22]) {
        const now = new Date(Date.UTC(2026, 9, 23, hour, 30))
        const before = zonesFrom(from)
        const zones: MarketZones = [...before, nextZone(before, to, now)]
        for (let at = now.getTime(); at < now.getTime() + 6 * 86_400_000; at += 1_799_000) {
          const moment = new Date(at)
          const day = marketDay(zones, moment)
          const where = `${from} → ${to} at ${moment.toISOString()}: ${day}`
          expect(marketDayStart(zones, day) <= moment, where).toBe(true)
          expect(marketDayStart(zones, dayAfter(day)) > moment, where).toBe(true)
        }
        // The day of the change and those before it stay as they were.
        expect(marketDay(zones, now)).toBe(marketDay(before, now))
        expect(zoneAt(zones, new Date(now.getTime() + 4 * 86_400_000))).toBe(to)
      }
})

test("a market in Berlin has Berlin's days of 23 and 25 hours", () => {
  const zones = zonesFrom('Europe/Berlin')
  const hours = (day: string) =>
    (marketDayStart(zones, dayAfter(day)).getTime() - marketDayStart(zones, day).getTime()) /
    3_600_000
  expect(['2026-03-29', '2026-10-25', '2026-11-21'].map(hours)).toEqual([23, 25, 24])
  expect(marketDay(zones, new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20')
  expect(marketDay(zones, new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21')
})
