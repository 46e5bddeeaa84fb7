import { expect, test } from 'vitest'
import { dayIn, isTimeZone, momentIn, startOfDay } from './time-zone.ts'

const hoursOf = (zone: string, day: string, next: string) =>
  (startOfDay(zone, next).getTime() - startOfDay(zone, day).getTime()) / 3_600_000

test('a day of Berlin has 23 hours in March, 25 in October and 24 otherwise', () => {
  expect(hoursOf('Europe/Berlin', '2026-03-29', '2026-03-30')).toBe(23)
  expect(hoursOf('Europe/Berlin', '2026-10-25', '2026-10-26')).toBe(25)
  expect(hoursOf('Europe/Berlin', '2026-11-21', '2026-11-22')).toBe(24)
})

test('every moment of a year belongs to the day that has begun last', () => {
  for (const zone of ['Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Asia/Kathmandu']) {
    for (let at = Date.parse('2026-01-01T00:00Z'); at < Date.parse('2027-01-01T00:00Z');) {
      const day = dayIn(zone, new Date(at))
      expect(startOfDay(zone, day).getTime(), `${zone} ${day}`).toBeLessThanOrEqual(at)
      at += 179 * 60_000
    }
  }
})

test('a time that clocks show twice is the first, one that they skip is an hour later', () => {
  expect(momentIn('Europe/Berlin', '2026-10-25T02:30')?.toISOString()).toBe(
    '2026-10-25T00:30:00.000Z',
  )
  expect(momentIn('Europe/Berlin', '2026-03-29T02:30')?.toISOString()).toBe(
    '2026-03-29T01:30:00.000Z',
  )
  // Midnight does not exist on this day.
  expect(startOfDay('Africa/Cairo', '2026-04-24').toISOString()).toBe('2026-04-23T22:00:00.000Z')
  expect(momentIn('Europe/Istanbul', '2026-11-21T09:30:00')?.toISOString()).toBe(
    '2026-11-21T06:30:00.000Z',
  )
  expect(momentIn('Europe/Berlin', 'tomorrow')).toBeNull()
})

test('only names of the time zone database are time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
