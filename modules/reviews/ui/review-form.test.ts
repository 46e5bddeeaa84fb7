import { expect, test } from 'vitest'
import { MAX_REPORT_TEXT, MAX_TEXT } from '../rules.ts'
import { findReportMistakes, findReviewMistakes } from './review-form.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('S5.7 S2.25 a review needs one to five stars and no words, and no more words than are kept', () => {
  for (const rating of ['1', '5'])
    expect(findReviewMistakes(formOf({ rating, text: '' }))).toEqual({})
  for (const rating of ['', '0', '6', '2.5', 'x'])
    expect(findReviewMistakes(formOf({ rating, text: 'Good' })), rating).toEqual({
      rating: { code: 'field.stars' },
    })
  expect(findReviewMistakes(formOf({ text: 'x'.repeat(MAX_TEXT + 1) }))).toEqual({
    rating: { code: 'field.stars' },
    text: { code: 'field.max', params: { n: MAX_TEXT } },
  })
  expect(findReviewMistakes(formOf({ rating: '3', text: 'x'.repeat(MAX_TEXT) }))).toEqual({})
})

test('S5.7 a report on a review names what is wrong; what is added to it is short', () => {
  expect(findReportMistakes(formOf({ reason: 'insult', text: '' }))).toEqual({})
  for (const reason of ['', 'boring'])
    expect(findReportMistakes(formOf({ reason, text: '' }))).toEqual({
      reason: { code: 'field.required' },
    })
  expect(
    findReportMistakes(formOf({ reason: 'other', text: 'x'.repeat(MAX_REPORT_TEXT + 1) })),
  ).toEqual({ text: { code: 'field.max', params: { n: MAX_REPORT_TEXT } } })
})
