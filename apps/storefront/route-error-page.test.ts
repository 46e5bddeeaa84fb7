import { describe, expect, it } from 'vitest'
import { makeTranslate } from '#lib/locale.ts'
import { errorFacts } from './route-error-page.tsx'
import { readAllMessages } from '#locales/read.ts'

const messages = readAllMessages('en')

const words = { locale: 'en' as const, t: makeTranslate(messages, 'en') }
/** As the router hands over what a loader threw. */
const answer = (status: number, data: unknown) => ({
  status,
  statusText: '',
  internal: false,
  data,
})

describe('S8.15 what the error page says', () => {
  it('of a refusal: its own words, under the status of the answer', () => {
    const facts = { statusCode: 410, code: 'session.store_closed', message: 'The shop is closed' }
    expect(errorFacts(answer(410, facts), words)).toEqual(facts)
  })

  it('of an unexpected error: that it is our fault, and nothing of its text', () => {
    const facts = errorFacts(new Error('password=hunter2 at /srv/secret.ts:12'), words)
    expect(facts).toMatchObject({ statusCode: 500, message: 'Something went wrong' })
    expect(JSON.stringify(facts)).not.toMatch(/hunter2|secret/)
  })

  it('of an answer without words of ours: by its status', () => {
    expect(errorFacts(answer(404, 'x'), words)).toMatchObject({
      statusCode: 404,
      message: 'Page not found',
    })
    expect(errorFacts(answer(405, null), words)).toMatchObject({
      statusCode: 405,
      message: 'Unsuccessful',
    })
    expect(errorFacts(answer(502, '<html>'), words)).toMatchObject({
      statusCode: 500,
      message: 'Something went wrong',
    })
    expect(errorFacts(undefined, words).statusCode).toBe(500)
  })
})
