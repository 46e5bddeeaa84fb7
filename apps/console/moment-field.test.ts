import { expect, test } from 'vitest'
import { localTimeOf, momentOf } from './moment-field.tsx'

const read = (typed: string, zone: string) =>
  momentOf((name) => (name === 'from' ? typed : zone), 'from')

test('a moment is typed and shown in the zone of whoever types it', () => {
  expect(read('2026-11-21T09:30', 'Europe/Istanbul')).toBe('2026-11-21T06:30:00.000Z')
  expect(read('2026-07-01T09:30', 'Europe/Berlin')).toBe('2026-07-01T07:30:00.000Z')
  expect(localTimeOf('2026-07-01T07:30:00Z', 'Europe/Berlin')).toBe('2026-07-01T09:30')
  expect(localTimeOf('2026-11-21T06:30:00Z', 'Asia/Tokyo')).toBe('2026-11-21T15:30')
})

test('an empty field is no moment, and what is none is left to the operation', () => {
  expect([
    read('', 'Europe/Berlin'),
    read('soon', 'Europe/Berlin'),
    read('2026-11-21', 'Mars'),
  ]).toEqual([null, 'soon', '2026-11-21'])
})
