import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { type HttpClient, HttpFailure } from '#lib/http.ts'

/**
 * What happens to a piece of work: it dies at a statement, before or after the database has it, or
 * after a call to the bank; or the bank is not reached, or its answer is lost.
 */
export type Fate =
  | { kind: 'statement'; number: number; moment: 'before' | 'after' }
  | { kind: 'called' | 'unreached' | 'unanswered' }

export class Died extends Error {}

interface Life {
  fate: Fate
  statements: number
  isDead: boolean
}

const lives = new AsyncLocalStorage<Life>()
let deaths = 0
export const countDeaths = (): number => deaths

function die(life: Life): never {
  if (!life.isDead) deaths += 1
  life.isDead = true
  throw new Died('the process died')
}

/** Does a piece of work that may die. Nothing of it goes on afterwards: no statement and no call. */
export const withFate = <T>(fate: Fate, work: () => Promise<T>): Promise<T> =>
  lives.run({ fate, statements: 0, isDead: false }, work)

const textOf = (first: unknown): string =>
  typeof first === 'string' ? first : String((first as { text?: string }).text ?? '')

/** Counts the statements of work that may die. What a database undoes by itself is let through. */
async function sendIn(life: Life, text: string, send: () => Promise<unknown>): Promise<unknown> {
  if (text === 'rollback') return send()
  if (life.isDead) return die(life)
  life.statements += 1
  const { fate } = life
  if (fate.kind !== 'statement' || fate.number !== life.statements) return send()
  if (fate.moment === 'after') await send()
  return die(life)
}

const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const life = lives.getStore()
  // Calls with a callback are the pool's own.
  if (!life || typeof given.at(-1) === 'function') return send.apply(this, given)
  return sendIn(life, textOf(given[0]), async () => send.apply(this, given))
} as typeof pg.Client.prototype.query

/** The line to the bank. */
export const mortalHttp = (http: HttpClient): HttpClient => ({
  async request(url, options) {
    const life = lives.getStore()
    if (!life) return http.request(url, options)
    if (life.isDead) return die(life)
    const { kind } = life.fate
    if (kind === 'unreached') throw new HttpFailure('unreachable', false, 'the bank')
    const answer = await http.request(url, options)
    if (kind === 'unanswered') throw new HttpFailure('timeout', true, 'the bank')
    if (kind === 'called') return die(life)
    return answer
  },
})
