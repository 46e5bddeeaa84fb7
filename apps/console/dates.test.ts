import { expect, test } from 'vitest'
import { LOCALES } from '#lib/locale.ts'
import { datesIn } from './dates.ts'

test("D18 days and times of the console name the month in every language, in the reader's zone and with its name", () => {
  const at = '2026-11-21T06:30:05Z'
  const said = (what: 'day' | 'time', zone: string) =>
    LOCALES.map((locale) => datesIn(locale, zone)[what](at))
  expect(said('day', 'Europe/Istanbul')).toEqual([
    '21 Kas 2026',
    '21 Nov 2026',
    '21 نوفمبر 2026',
    '21. Nov. 2026',
    '21 nov 2026',
  ])
  expect(said('time', 'Europe/Istanbul')).toEqual([
    '21 Kas 2026 09:30:05 GMT+3',
    '21 Nov 2026, 09:30:05 GMT+3',
    '21 نوفمبر 2026، 9:30:05 ص غرينتش+3',
    '21. Nov. 2026, 09:30:05 GMT+3',
    '21 nov 2026, 09:30:05 (GMT+3)',
  ])
  expect(said('day', 'Pacific/Honolulu')).toEqual([
    '20 Kas 2026',
    '20 Nov 2026',
    '20 نوفمبر 2026',
    '20. Nov. 2026',
    '20 nov 2026',
  ])
  // a day of the calendar is the same everywhere
  expect(datesIn('en', 'Pacific/Honolulu').day('2026-11-21')).toBe('21 Nov 2026')
})
