import { AsyncLocalStorage } from 'node:async_hooks'
import dns from 'node:dns'
import net from 'node:net'
import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { Agent, request as undiciRequest } from 'undici'

/**
 * The one client for calls to the outside. Refuses what would let a stranger reach our own network (D7): addresses are
 * checked on the parsed host and again at connect time (an IP literal never passes the look-up, a name may be rebound),
 * redirects are not followed, size and time are capped, and inside a database transaction every call is refused.
 */
export interface HttpClient {
  request(url: string, options?: HttpRequest): Promise<HttpAnswer>
}

export interface HttpRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Whole exchange, milliseconds. Default 10,000. */
  timeoutMs?: number
  /** Of the answer's body. Default 1 MiB. */
  maxBytes?: number
}

/** The same for what is too large to be held in memory. */
export interface HttpStreams {
  /** `timeoutMs` is for the whole exchange (default ten minutes); in between nothing may rest for longer than `idleMs` (default 30,000). */
  open(url: string, options?: Omit<HttpRequest, 'body' | 'maxBytes'> & { body?: Buffer | Readable; idleMs?: number }): Promise<HttpStream>
}

/** The body must be read to its end or destroyed. */
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

/** `sent: false` means that the other side certainly did not get the request. */
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

/** Set while a database transaction is open; see `lib/transaction.ts`. */
export const insideTransaction = new AsyncLocalStorage<true>()

const isLoopbackName = (host: string) => host === 'localhost' || host.endsWith('.localhost')

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast'
}

/** Node does not resolve `*.localhost` by itself, browsers do (RFC 6761, 6.3). */
function lookupAllowing(allowedHost: (host: string) => boolean): net.LookupFunction {
  return (host, options, done) => {
    if (isLoopbackName(host)) {
      const loopback = [{ address: '127.0.0.1', family: 4 }]
      return options.all ? done(null, loopback) : done(null, '127.0.0.1', 4)
    }
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 4)
      if (!allowedHost(host) && found.some(entry => !isPublic(entry.address))) {
        return done(Object.assign(new Error('blocked address'), { code: 'EBLOCKED' }), '', 4)
      }
      if (options.all) return done(null, found)
      const first = found[0]
      return first ? done(null, first.address, first.family) : done(new Error('no address'), '', 4)
    })
  }
}

/** Makes a client. `allowOrigins` are exact origins (ours and the configured platforms') that may lie in private ranges. */
export function createHttp({ allowOrigins = [] }: { allowOrigins?: string[] } = {}): HttpClient & HttpStreams {
  const allowed = new Set(allowOrigins.map(origin => new URL(origin).origin))
  const allowedHosts = new Set([...allowed].map(origin => new URL(origin).hostname))
  const agent = new Agent({
    connect: { lookup: lookupAllowing(host => allowedHosts.has(host)), timeout: 5_000 },
    keepAliveTimeout: 4_000,
    connections: 64,
  })

  function check(url: string): URL {
    const target = new URL(url)
    if (allowed.has(target.origin)) return target
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const literal = net.isIP(host) !== 0
    const refused = !['http:', 'https:'].includes(target.protocol) || target.username !== '' || target.password !== ''
      || (target.port !== '' && target.port !== '80' && target.port !== '443') || isLoopbackName(host)
      || (literal && !isPublic(host)) || (!literal && (!host.includes('.') || domainToASCII(host) === ''))
    if (refused) throw new HttpFailure('blocked', false, target.host)
    return target
  }

  return {
    async request(url, { method = 'GET', headers = {}, body, timeoutMs = 10_000, maxBytes = 1024 * 1024 } = {}) {
      if (insideTransaction.getStore()) throw new Error('an outside call inside a database transaction')
      const target = check(url)
      try {
        const answer = await undiciRequest(target, {
          method: method as 'GET', headers, body: body ?? null, dispatcher: agent,
          signal: AbortSignal.timeout(timeoutMs), headersTimeout: timeoutMs, bodyTimeout: timeoutMs,
        })
        const chunks: Buffer[] = []
        let size = 0
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          size += chunk.length
          if (size > maxBytes) {
            answer.body.destroy()
            throw new HttpFailure('too_large', true, target.host)
          }
          chunks.push(chunk)
        }
        return { status: answer.statusCode, headers: flatHeaders(answer.headers), body: Buffer.concat(chunks) }
      } catch (error) {
        throw asFailure(error, target.host)
      }
    },
    async open(url, { method = 'GET', headers = {}, body, timeoutMs = 600_000, idleMs = 30_000 } = {}) {
      if (insideTransaction.getStore()) throw new Error('an outside call inside a database transaction')
      const target = check(url)
      try {
        const answer = await undiciRequest(target, {
          method: method as 'GET', headers, body: body ?? null, dispatcher: agent, signal: AbortSignal.timeout(timeoutMs), headersTimeout: idleMs, bodyTimeout: idleMs,
        })
        return { status: answer.statusCode, headers: flatHeaders(answer.headers), stream: answer.body }
      } catch (error) {
        throw asFailure(error, target.host)
      }
    },
  }
}

const flatHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value ?? '']))

const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function asFailure(error: unknown, host: string): HttpFailure {
  if (error instanceof HttpFailure) return error
  const code = codeOf(error)
  if (code === 'EBLOCKED') return new HttpFailure('blocked', false, host)
  if (code !== undefined && NOT_SENT.has(code)) return new HttpFailure('unreachable', false, host)
  const timedOut = (error as Error).name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
  return new HttpFailure(timedOut ? 'timeout' : 'reset', true, host)
}

function codeOf(error: unknown): string | undefined {
  const top = error as { code?: string; cause?: unknown; errors?: unknown[] }
  return top.code ?? (top.cause ? codeOf(top.cause) : undefined) ?? (top.errors?.[0] ? codeOf(top.errors[0]) : undefined)
}
