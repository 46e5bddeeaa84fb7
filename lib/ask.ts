/**
 * The browser's client for our own calls. A read is repeated once when the answer says that it may
 * go better (S7.39: 408, 409, 425, 429, 500, 502, 503, 504) or when there was none; a write never.
 * Both are ofetch's own rules, and it comes to the browser only where somebody asks.
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

/**
 * S8.14: what went wrong is the answer's body where there is one, else the error itself. `status`
 * is null when nobody answered.
 */
export type Asked<T> =
  | { ok: true; status: number; answer: T }
  | { ok: false; status: number | null; error: unknown }

const TIMEOUT_MS = 10_000

const ASKED_AGAIN: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/**
 * S7.39 for requests that somebody else makes by `fetch` (the router asks for a page's data by
 * itself): sent once more when the answer says that it may go better, or when there was none. A
 * write never is.
 */
export async function askAgain(
  send: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(request)
  const second = request.clone()
  try {
    const answer = await send(request)
    if (!ASKED_AGAIN.has(answer.status)) return answer
    void answer.body?.cancel()
  } catch (error) {
    if (request.signal.aborted) throw error
  }
  return send(second)
}

/** Never rejects. */
export const ask = <T>(address: string, question: Question = {}): Promise<Asked<T>> =>
  answered<T>(address, question, 'json', (response) => response._data as T)

/** A file, and the name that it came under. Never rejects. */
export const askFile = (
  address: string,
  question: Question = {},
): Promise<Asked<{ file: Blob; name: string | null }>> =>
  answered<Blob, { file: Blob; name: string | null }>(address, question, 'blob', (response) => ({
    file: response._data as Blob,
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null,
  }))

async function answered<D, T = D>(
  address: string,
  { signal, timeoutMs = TIMEOUT_MS, ...question }: Question,
  responseType: 'json' | 'blob',
  read: (response: Response & { _data?: unknown }) => T,
): Promise<Asked<T>> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const { ofetch } = await import('ofetch')
    const response = await ofetch.raw<D, typeof responseType>(address, {
      ...question,
      responseType,
      headers: { accept: 'application/json', ...question.headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { ok: true, status: response.status, answer: read(response) }
  } catch (error) {
    const { status, data } = error as { status?: number; data?: unknown }
    return { ok: false, status: status ?? null, error: data || error }
  }
}
