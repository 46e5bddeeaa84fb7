import { describe, expect, test } from 'vitest'
import {
  factsOf,
  findReportErrors,
  findReviewErrors,
  MAX_REPORT_TEXT,
  MAX_TEXT,
  mayReview,
} from './rules.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
const use = (uninstalled: number | null) => ({
  version: '1.2.0',
  installedAt: day(0),
  uninstalledAt: uninstalled === null ? null : day(uninstalled),
})

describe('who may review (D14)', () => {
  test.each([
    ['who never had it', null, 0, 'never_installed'],
    ['who has it, since a moment ago', use(null), 0, null],
    ['who has it, for years', use(null), 900, null],
    ['who took it off 45 days ago', use(10), 55, null],
    ['who took it off 46 days ago', use(10), 56, 'too_late'],
  ] as const)('%s', (_, its, now, why) => {
    expect(mayReview(its, day(now))).toEqual(why === null ? { may: true } : { may: false, why })
  })

  test('facts count whole days until now or until it was taken off', () => {
    expect(factsOf(use(null), day(40.5))).toEqual({
      version: '1.2.0',
      installed_days: 40,
      still_installed: true,
    })
    expect(factsOf(use(12), day(40))).toEqual({
      version: '1.2.0',
      installed_days: 12,
      still_installed: false,
    })
    expect(factsOf(use(null), day(-1)).installed_days).toBe(0)
  })
})

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('S5.7 S2.25 a review needs one to five stars and no words, and no more words than are kept', () => {
  for (const rating of ['1', '5'])
    expect(findReviewErrors(formOf({ rating, text: '' }))).toEqual({})
  for (const rating of ['', '0', '6', '2.5', 'x'])
    expect(findReviewErrors(formOf({ rating, text: 'Good' })), rating).toEqual({
      rating: { code: 'field.stars' },
    })
  expect(findReviewErrors(formOf({ text: 'x'.repeat(MAX_TEXT + 1) }))).toEqual({
    rating: { code: 'field.stars' },
    text: { code: 'field.max', params: { n: MAX_TEXT } },
  })
  expect(findReviewErrors(formOf({ rating: '3', text: 'x'.repeat(MAX_TEXT) }))).toEqual({})
})

test('S5.7 a report on a review names what is wrong; what is added to it is short', () => {
  expect(findReportErrors(formOf({ reason: 'insult', text: '' }))).toEqual({})
  for (const reason of ['', 'boring'])
    expect(findReportErrors(formOf({ reason, text: '' }))).toEqual({
      reason: { code: 'field.required' },
    })
  expect(
    findReportErrors(formOf({ reason: 'other', text: 'x'.repeat(MAX_REPORT_TEXT + 1) })),
  ).toEqual({ text: { code: 'field.max', params: { n: MAX_REPORT_TEXT } } })
})
