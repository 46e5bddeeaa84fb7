import { HttpFailure, type HttpAnswer } from '#lib/http.ts'

/**
 * How a page of a store answered. Unclear is what says nothing of the shop: a guard against
 * machines, an address that may not be asked.
 */
export type Answered = 'well' | 'badly' | 'unclear'

/** What answers so stands between us and the shop. */
const GUARDS = [401, 403, 407, 429, 451]

export function judgeAnswer(answer: Pick<HttpAnswer, 'status'> | unknown): Answered {
  if (answer instanceof HttpFailure)
    return answer.kind === 'blocked' ? 'unclear' : answer.kind === 'too_large' ? 'well' : 'badly'
  const { status } = answer as Pick<HttpAnswer, 'status'>
  if (status >= 200 && status < 300) return 'well'
  return status < 400 || GUARDS.includes(status) ? 'unclear' : 'badly'
}

/** Of several pages together: one that went bad is enough, and only if none did they are well. */
export const worstOf = (answers: readonly Answered[]): Answered =>
  answers.includes('badly')
    ? 'badly'
    : answers.length === 0 || answers.includes('unclear')
      ? 'unclear'
      : 'well'

export type Health = 'before' | 'waiting' | 'bad_once' | 'well' | 'bad' | 'unclear'

/**
 * After the release came: asked once, and where that went badly a second time, a minute later. A
 * store has turned bad when both did.
 */
export function healthAfter(state: 'waiting' | 'bad_once', answered: Answered): Health {
  if (answered !== 'badly') return answered
  return state === 'waiting' ? 'bad_once' : 'bad'
}

/** After the end of the run; what a shop keeps in memory for a moment is gone by then. */
export const FIRST_SECONDS = 20
export const AGAIN_SECONDS = 60
/** Longer than finding the pages and asking them may take: so long nobody else takes the run up. */
export const ASKING_SECONDS = 45
/** Of all stores together: our asking is nobody's load. */
export const PROBES = { key: 'store health probes', most: 60, seconds: 60 }
/**
 * Pages of a shop that anybody can open, by the words of `data-page` and the slots whose parts
 * stand on them alone. Pages of an order and of a membership show nothing without a cart or an
 * account; parts for every page are on the start page, too.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  product: ['placement:1004', 'theme'],
  list: ['placement:1003', 'theme'],
  cart: ['placement:1054', 'theme'],
}

/** The pages, beside the start page, where something stands in these slots. */
export const pagesWith = (slots: readonly string[]): string[] =>
  Object.keys(PAGES).filter((page) => PAGES[page]?.some((slot) => slots.includes(slot)))

/**
 * How a release fared on stores: runs that brought it or should have, and stores whose pages were
 * asked before and after.
 */
export interface Fared {
  ended: number
  failed: number
  asked: number
  bad: number
}
