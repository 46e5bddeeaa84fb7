import { z } from 'zod'
import { isPartnerToken } from '#lib/access-token.ts'
import { createHttp, HttpFailure } from '#lib/http.ts'
import type { Locale } from '#lib/locale.ts'

export const TOKEN_VARIABLE = 'ARASTA_TOKEN'
export const CONSOLE_VARIABLE = 'ARASTA_CONSOLE'
/** Where a market that was started with `npm start` answers. */
const USUAL_CONSOLE = 'http://console.localhost:3200'

/** The market said no: its own words, and what is wrong by field. */
export class MarketRefusal extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}
/** Nobody could be asked: no token, no network, no market there. */
export class MarketUnreachable extends Error {
  readonly why: 'no_token' | 'malformed_token' | 'address' | 'unreachable'
  readonly address: string
  constructor(why: MarketUnreachable['why'], address: string) {
    super(why)
    this.why = why
    this.address = address
  }
}

const refusal = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()).optional(),
})
const UPLOAD_MS = 120_000
const MOST_BYTES = 4 * 1024 * 1024

export interface Call {
  query?: Record<string, string>
  json?: unknown
  bytes?: { content: Buffer; type: string }
}
export interface MarketClient {
  address: string
  call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    answer: z.ZodType<T>,
    given?: Call,
  ): Promise<T>
}

/**
 * Talks to the console of a market as a program. The token comes from the environment and goes into
 * one header: it is in no message of ours and in no address.
 */
export function marketClient(
  env: Record<string, string | undefined>,
  locale: Locale,
): MarketClient {
  const address = (env[CONSOLE_VARIABLE] || USUAL_CONSOLE).replace(/\/$/, '')
  const token = env[TOKEN_VARIABLE]?.trim()
  const origin = URL.canParse(address) ? new URL(address).origin : null
  // A secret goes in clear text to this machine only.
  if (
    origin === null ||
    origin !== address ||
    !(
      origin.startsWith('https:') ||
      /^http:\/\/(?:localhost|127\.0\.0\.1|[a-z0-9.-]+\.localhost)(?::\d+)?$/.test(origin)
    )
  )
    throw new MarketUnreachable('address', address)
  if (!token) throw new MarketUnreachable('no_token', address)
  if (!isPartnerToken(token)) throw new MarketUnreachable('malformed_token', address)
  const http = createHttp({ allowOrigins: [origin] })
  return {
    address,
    async call(method, path, answer, { query = {}, json, bytes } = {}) {
      const search = new URLSearchParams(query).toString()
      const body =
        bytes?.content ??
        (json === undefined ? (method === 'GET' ? undefined : '{}') : JSON.stringify(json))
      const reply = await http
        .request(`${origin}/api${path}${search && `?${search}`}`, {
          method,
          timeoutMs: UPLOAD_MS,
          maxBytes: MOST_BYTES,
          ...(body !== undefined && { body }),
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            'accept-language': locale,
            ...(body !== undefined && { 'content-type': bytes?.type ?? 'application/json' }),
          },
        })
        .catch((error: unknown) => {
          throw error instanceof HttpFailure ? new MarketUnreachable('unreachable', address) : error
        })
      const said = parse(reply.body)
      if (reply.status === 200) return answer.parse(said)
      const read = refusal.safeParse(said)
      if (!read.success) throw new MarketUnreachable('unreachable', address)
      const fields = Object.entries(read.data.fields ?? {}).map(
        ([name, wrong]) => `${name}: ${typeof wrong === 'string' ? wrong : JSON.stringify(wrong)}`,
      )
      throw new MarketRefusal(
        reply.status,
        read.data.code,
        [read.data.message, ...fields].join('\n  '),
      )
    },
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
