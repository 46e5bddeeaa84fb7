import { expect, test } from 'vitest'
import { LOCALES } from '#lib/locale.ts'
import { dayOf, timeOf } from './dates.ts'

test('D18 days and times of the console name the month in every language, with the digits that the rest of it has', () => {
  const at = '2026-11-21T06:30:05Z'
  expect(LOCALES.map(locale => dayOf(at, locale))).toEqual(['21 Kas 2026', '21 Nov 2026', '21 نوفمبر 2026'])
  expect(LOCALES.map(locale => timeOf(at, locale))).toEqual(['21 Kas 2026 09:30:05', '21 Nov 2026, 09:30:05', '21 نوفمبر 2026، 9:30:05 ص'])
})
