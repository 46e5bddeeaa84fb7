/**
 * The browser's client for our own calls. A read is repeated once when the answer says that it may go better (S7.39: 408, 409, 425, 429,
 * 500, 502, 503, 504) or when there was none; a write never. Both are ofetch's own rules, and it comes to the browser only where
 * somebody asks.
 */
export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | undefined>
  /** Sent as JSON. */
  body?: object
  headers?: Record<string, string>
  /** Gives the question up. */
  signal?: AbortSignal
  /** For all tries together, milliseconds. Default 10,000. */
  timeoutMs?: number
}

/** S8.14: what went wrong is the answer's body where there is one, else the error itself. `status` is null when nobody answered. */
export type Asked<T> = { ok: true; status: number; answer: T } | { ok: false; status: number | null; error: unknown }

const TIMEOUT_MS = 10_000

/** Never rejects. */
export async function ask<T>(address: string, { signal, timeoutMs = TIMEOUT_MS, ...question }: Question = {}): Promise<Asked<T>> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const { ofetch } = await import('ofetch')
    const response = await ofetch.raw<T>(address, {
      ...question,
      responseType: 'json',
      headers: { accept: 'application/json', ...question.headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { ok: true, status: response.status, answer: response._data as T }
  } catch (error) {
    const { status, data } = error as { status?: number; data?: unknown }
    return { ok: false, status: status ?? null, error: data || error }
  }
}
