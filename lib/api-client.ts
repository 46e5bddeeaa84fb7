/**
 * The browser's client for our API. A failed read (S7.39: status 408, 409, 425, 429, 500, 502, 503,
 * 504, or no response) is retried once, a write never; these are ofetch's defaults. ofetch is
 * loaded with the first call.
 */
export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, string | number | undefined>
  /** Sent as JSON. */
  body?: object
  headers?: Record<string, string>
  /** Cancels the call. */
  signal?: AbortSignal
  /** For all attempts together, in milliseconds. Default 10,000. */
  timeoutMs?: number
}

/**
 * S8.14: `error` is the response's body where there is one, otherwise the thrown error. `status` is
 * null when there was no response.
 */
export type ApiResult<T> =
  | { ok: true; status: number; answer: T }
  | { ok: false; status: number | null; error: unknown }

const TIMEOUT_MS = 10_000

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

/**
 * Applies the retry rule of S7.39 to a request that other code sends with `fetch` (the router's
 * data requests): a read is retried once after a temporary failure, a write never.
 */
export async function fetchWithRetry(
  send: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(request)
  const second = request.clone()
  try {
    const answer = await send(request)
    if (!RETRIED_STATUSES.has(answer.status)) return answer
    void answer.body?.cancel()
  } catch (error) {
    if (request.signal.aborted) throw error
  }
  return send(second)
}

/** Never rejects. */
export const callApi = <T>(address: string, request: ApiRequest = {}): Promise<ApiResult<T>> =>
  send<T>(address, request, 'json', (response) => response._data as T)

/** Fetches a file with its name from Content-Disposition. Never rejects. */
export const downloadFile = (
  address: string,
  request: ApiRequest = {},
): Promise<ApiResult<{ file: Blob; name: string | null }>> =>
  send<Blob, { file: Blob; name: string | null }>(address, request, 'blob', (response) => ({
    file: response._data as Blob,
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null,
  }))

async function send<D, T = D>(
  address: string,
  { signal, timeoutMs = TIMEOUT_MS, ...request }: ApiRequest,
  responseType: 'json' | 'blob',
  read: (response: Response & { _data?: unknown }) => T,
): Promise<ApiResult<T>> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const { ofetch } = await import('ofetch')
    const response = await ofetch.raw<D, typeof responseType>(address, {
      ...request,
      responseType,
      headers: { accept: 'application/json', ...request.headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { ok: true, status: response.status, answer: read(response) }
  } catch (error) {
    const { status, data } = error as { status?: number; data?: unknown }
    return { ok: false, status: status ?? null, error: data || error }
  }
}
