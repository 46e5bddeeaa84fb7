import { AsyncLocalStorage } from 'node:async_hooks'
import dns from 'node:dns'
import type net from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request as undiciRequest, type Dispatcher } from 'undici'
import { originMatcher } from './allowed-origins.ts'
import { readBody } from './foreign/read-body.ts'
import { isLoopbackName } from './foreign/public-address.ts'
import {
  duration,
  type Labels,
  measured,
  methodLabel,
  statusLabel,
  traceHeaders,
} from './telemetry.ts'

/**
 * Outbound HTTP. Every client limits size and time, never follows redirects, and refuses to run
 * inside a database transaction. There are two, distinct by type: `createHttp` reaches only the
 * configured origins; `createForeignHttp` (lib/foreign) is for untrusted URLs (D7).
 */
export interface HttpClient {
  request(url: string, options?: HttpRequest): Promise<HttpAnswer>
}

/**
 * For configured URLs, which may be in a private network. Never for a URL that came from outside.
 */
export interface TrustedHttp extends HttpClient, HttpStreams {
  readonly reach: 'trusted'
}

/** For URLs that came from outside: the public Internet only. */
export interface ForeignHttp extends HttpClient {
  readonly reach: 'foreign'
}

export interface HttpRequest {
  method?: string
  /** The request target exactly as it is to be sent; the URL's own by default. */
  target?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange, in milliseconds. Default 10,000. */
  timeoutMs?: number
  /** Of the response body, compressed and decompressed. Default 1 MiB. */
  maxBytes?: number
  /** Truncate a body longer than `maxBytes` instead of failing, when only its beginning is read. */
  cut?: boolean
}

/** For bodies that are too large for memory. */
export interface HttpStreams {
  /**
   * `timeoutMs` is for the whole exchange (default ten minutes), `idleMs` between two chunks
   * (default 30,000).
   */
  open(
    url: string,
    options?: Omit<HttpRequest, 'body' | 'maxBytes' | 'cut' | 'target'> & {
      body?: Buffer | Readable
      idleMs?: number
    },
  ): Promise<HttpStream>
}

/** The body must be consumed or destroyed. */
export interface HttpStream {
  status: number
  headers: Record<string, string>
  stream: Readable
}

export interface HttpAnswer {
  status: number
  /** Lower-case names; repeated headers are joined by `, `. */
  headers: Record<string, string>
  body: Buffer
}

export type HttpFailureKind = 'blocked' | 'unreachable' | 'timeout' | 'too_large' | 'reset'

/** `sent: false` means that the server certainly did not receive the request. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind
  readonly sent: boolean
  constructor(kind: HttpFailureKind, sent: boolean, host: string) {
    super(`${kind} while calling ${host}`)
    this.name = 'HttpFailure'
    this.kind = kind
    this.sent = sent
  }
}

/** Set while a database transaction is open; see `db/client.ts`. */
export const insideTransaction = new AsyncLocalStorage<true>()

type Reach = TrustedHttp['reach'] | ForeignHttp['reach']

const outsideCalls = duration('http.client.request.duration', 'Calls to other systems.')

/** Without the address: shops' hosts would make series without end. */
const measuredCall = <R extends { status: number }>(
  reach: Reach,
  method: string,
  run: () => Promise<R>,
): Promise<R> =>
  measured(
    {
      instrument: outsideCalls,
      span: `${methodLabel(method)} ${reach}`,
      kind: 'client',
      labels: { 'http.request.method': methodLabel(method), 'arasta.reach': reach },
      ended: (end): Labels =>
        'result' in end
          ? { 'http.response.status_code': statusLabel(end.result.status) }
          : { 'error.type': end.error instanceof HttpFailure ? end.error.kind : 'fault' },
    },
    run,
  )

/** Limit on all headers of a response together. */
const MAX_HEADER_BYTES = 16 * 1024

/**
 * An agent with its own DNS lookup. HTTP/1 only, because the header limit is the HTTP/1 parser's.
 */
export const makeAgent = (lookup: net.LookupFunction): Agent =>
  new Agent({
    connect: { lookup, timeout: 5_000 },
    keepAliveTimeout: 4_000,
    connections: 64,
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
  })

/** Browsers resolve `*.localhost`, Node does not (RFC 6761, 6.3). */
export const lookupLoopback: net.LookupFunction = (_host, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

/** Creates a client that reaches exactly these origins, private or public, and nothing else. */
export function createHttp({ allowOrigins }: { allowOrigins: readonly string[] }): TrustedHttp {
  const isAllowed = originMatcher(allowOrigins)
  const agent = makeAgent((host, options, done) =>
    isLoopbackName(host) ? lookupLoopback(host, options, done) : dns.lookup(host, options, done),
  )

  function check(url: string): URL {
    const target = URL.parse(url)
    if (!target || !isAllowed(target.origin) || target.username !== '' || target.password !== '')
      throw new HttpFailure('blocked', false, target?.host ?? 'no address')
    return target
  }

  return {
    reach: 'trusted',
    request: async (url, options) => exchange(agent, 'trusted', check(url), options),
    open: async (url, options = {}) =>
      measuredCall('trusted', options.method ?? 'GET', () =>
        openStream(agent, check(url), options),
      ),
  }
}

async function openStream(
  agent: Agent,
  target: URL,
  {
    method = 'GET',
    headers = {},
    body,
    timeoutMs = 600_000,
    idleMs = 30_000,
  }: NonNullable<Parameters<HttpStreams['open']>[1]>,
): Promise<HttpStream> {
  requireNoTransaction()
  try {
    const answer = await undiciRequest(target, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, ...traceHeaders(target.origin) },
      body: body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    })
    return { status: answer.statusCode, headers: flatHeaders(answer.headers), stream: answer.body }
  } catch (error) {
    throw asFailure(error, target.host)
  }
}

/** Sends one request to a URL that was checked; limits the response. */
export const exchange = (
  agent: Agent,
  reach: Reach,
  target: URL,
  options: HttpRequest = {},
): Promise<HttpAnswer> =>
  measuredCall(reach, options.method ?? 'GET', () => sendRequest(agent, target, options))

async function sendRequest(
  agent: Agent,
  target: URL,
  {
    method = 'GET',
    target: path = target.pathname + target.search,
    headers = {},
    body,
    timeoutMs = 10_000,
    maxBytes = 1024 * 1024,
    cut = false,
  }: HttpRequest,
): Promise<HttpAnswer> {
  requireNoTransaction()
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await agent.request({
      origin: target.origin,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'identity', ...headers, ...traceHeaders(target.origin) },
      body: body ?? null,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const flat = flatHeaders(answer.headers)
    const isEmpty =
      method === 'HEAD' ||
      answer.statusCode === 204 ||
      answer.statusCode === 304 ||
      flat['content-length'] === '0'
    const read = await readBody(answer.body, {
      encoding: isEmpty ? undefined : flat['content-encoding'],
      maxBytes,
      cut,
      signal,
    })
    if (read === 'too_large') throw new HttpFailure('too_large', true, target.host)
    return { status: answer.statusCode, headers: flat, body: read }
  } catch (error) {
    throw asFailure(error, target.host)
  }
}

function requireNoTransaction(): void {
  if (insideTransaction.getStore()) throw new Error('an outside call inside a database transaction')
}

const flatHeaders = (
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )

const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
const TIMED_OUT = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

function asFailure(error: unknown, host: string): HttpFailure {
  if (error instanceof HttpFailure) return error
  const code = codeOf(error)
  if (code === 'EBLOCKED') return new HttpFailure('blocked', false, host)
  if (code !== undefined && NOT_SENT.has(code)) return new HttpFailure('unreachable', false, host)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new HttpFailure('too_large', true, host)
  return new HttpFailure(
    (error as Error).name === 'TimeoutError' || (code !== undefined && TIMED_OUT.has(code))
      ? 'timeout'
      : 'reset',
    true,
    host,
  )
}

function codeOf(error: unknown): string | undefined {
  const top = error as { code?: unknown; cause?: unknown; errors?: unknown[] }
  return (
    (typeof top.code === 'string' ? top.code : undefined) ??
    (top.cause ? codeOf(top.cause) : undefined) ??
    (top.errors?.[0] ? codeOf(top.errors[0]) : undefined)
  )
}
