import { ask, type Asked, type Question } from './ask.ts'

/** S4.9: where a fetch is. The last good answer stays while a new one is on its way. */
export interface FetchState<T> {
  step: 'idle' | 'pending' | 'success' | 'error'
  answer: T | null
  /** Status of the answer, null when nobody answered. */
  status: number | null
  error: unknown
}

export const IDLE: FetchState<never> = { step: 'idle', answer: null, status: null, error: null }

const after = <T>(before: FetchState<T>, asked: Asked<T>): FetchState<T> =>
  asked.ok
    ? { step: 'success', answer: asked.answer, status: asked.status, error: null }
    : { step: 'error', answer: before.answer, status: asked.status, error: asked.error }

const pending = <T>(before: FetchState<T>): FetchState<T> => ({ ...before, step: 'pending' })

export interface Reader<T> {
  /**
   * Asks; one that is still under way is cancelled and never heard of again. Null when this one is
   * cancelled in its turn.
   */
  read(
    address: string,
    question?: Omit<Question, 'method' | 'body' | 'signal'>,
  ): Promise<FetchState<T> | null>
  /** Back to idle. */
  stop(): void
}

/** Reads: a repeated one cancels the one before (D17). `tell` hears of every step. */
export function createReader<T>(tell: (state: FetchState<T>) => void = () => {}): Reader<T> {
  let state: FetchState<T> = IDLE
  let running: AbortController | null = null
  const move = (next: FetchState<T>) => {
    state = next
    tell(next)
  }
  return {
    async read(address, question) {
      running?.abort()
      const mine = (running = new AbortController())
      move(pending(state))
      const asked = await ask<T>(address, { ...question, signal: mine.signal })
      if (mine.signal.aborted) return null
      move(after(state, asked))
      return state
    },
    stop() {
      running?.abort()
      running = null
      move(IDLE)
    },
  }
}

export interface Writer<T> {
  /** Sends; while one is under way, a repeated press gets that one's outcome and sends nothing. */
  write(
    address: string,
    question: Pick<Question, 'body' | 'headers' | 'query' | 'timeoutMs'> & {
      method: 'POST' | 'PUT' | 'DELETE'
    },
  ): Promise<FetchState<T>>
}

/** Writes: never repeated, never cancelled (D17). */
export function createWriter<T>(tell: (state: FetchState<T>) => void = () => {}): Writer<T> {
  let state: FetchState<T> = IDLE
  let running: Promise<FetchState<T>> | null = null
  const move = (next: FetchState<T>) => {
    state = next
    tell(next)
    return next
  }
  return {
    write(address, question) {
      running ??= (async () => {
        move(pending(state))
        const asked = await ask<T>(address, question)
        running = null
        return move(after(state, asked))
      })()
      return running
    },
  }
}
