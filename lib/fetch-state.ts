import { callApi, type ApiResult, type ApiRequest } from './api-client.ts'

/** S4.9: the state of a fetch. The last successful answer is kept while a new one is pending. */
export interface FetchState<T> {
  step: 'idle' | 'pending' | 'success' | 'error'
  answer: T | null
  /** HTTP status, null when there was no response. */
  status: number | null
  error: unknown
}

export const IDLE: FetchState<never> = { step: 'idle', answer: null, status: null, error: null }

const after = <T>(before: FetchState<T>, result: ApiResult<T>): FetchState<T> =>
  result.ok
    ? { step: 'success', answer: result.answer, status: result.status, error: null }
    : { step: 'error', answer: before.answer, status: result.status, error: result.error }

const pending = <T>(before: FetchState<T>): FetchState<T> => ({ ...before, step: 'pending' })

export interface Reader<T> {
  /**
   * Sends a request and cancels the pending one. Resolves to null when this one is cancelled in
   * turn.
   */
  read(
    address: string,
    request?: Omit<ApiRequest, 'method' | 'body' | 'signal'>,
  ): Promise<FetchState<T> | null>
  /** Back to idle. */
  stop(): void
}

/** For reads: a new one cancels the one before (D17). `onChange` receives every state. */
export function createReader<T>(onChange: (state: FetchState<T>) => void = () => {}): Reader<T> {
  let state: FetchState<T> = IDLE
  let running: AbortController | null = null
  const move = (next: FetchState<T>) => {
    state = next
    onChange(next)
  }
  return {
    async read(address, request) {
      running?.abort()
      const mine = (running = new AbortController())
      move(pending(state))
      const result = await callApi<T>(address, { ...request, signal: mine.signal })
      if (mine.signal.aborted) return null
      move(after(state, result))
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
  /** Sends a request. While one is pending, further calls return its outcome and send nothing. */
  write(
    address: string,
    request: Pick<ApiRequest, 'body' | 'headers' | 'query' | 'timeoutMs'> & {
      method: 'POST' | 'PUT' | 'DELETE'
    },
  ): Promise<FetchState<T>>
}

/** For writes: never repeated, never cancelled (D17). `onChange` receives every state. */
export function createWriter<T>(onChange: (state: FetchState<T>) => void = () => {}): Writer<T> {
  let state: FetchState<T> = IDLE
  let running: Promise<FetchState<T>> | null = null
  const move = (next: FetchState<T>) => {
    state = next
    onChange(next)
    return next
  }
  return {
    write(address, request) {
      running ??= (async () => {
        move(pending(state))
        const result = await callApi<T>(address, request)
        running = null
        return move(after(state, result))
      })()
      return running
    },
  }
}
