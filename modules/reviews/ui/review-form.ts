import type { FieldMessage } from '#lib/refusal.ts'
import { MAX_REPORT_TEXT, MAX_TEXT, REPORT_REASONS } from '../rules.ts'

/**
 * What the page finds wrong with a review before it is sent (S5.8); the contract judges it all the
 * same.
 */
export function findReviewMistakes(form: FormData): Record<string, FieldMessage> {
  const text = form.get('text')
  return {
    ...(!/^[1-5]$/.test(String(form.get('rating') ?? '')) && { rating: { code: 'field.stars' } }),
    ...(typeof text === 'string' &&
      text.length > MAX_TEXT && { text: { code: 'field.max', params: { n: MAX_TEXT } } }),
  }
}

/** The same of a report on one. */
export function findReportMistakes(form: FormData): Record<string, FieldMessage> {
  const text = form.get('text')
  return {
    ...(!REPORT_REASONS.some((reason) => reason === form.get('reason')) && {
      reason: { code: 'field.required' },
    }),
    ...(typeof text === 'string' &&
      text.length > MAX_REPORT_TEXT && {
        text: { code: 'field.max', params: { n: MAX_REPORT_TEXT } },
      }),
  }
}
