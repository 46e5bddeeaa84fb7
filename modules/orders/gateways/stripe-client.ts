import Stripe from 'stripe'
import type { z } from 'zod'
import { HttpFailure, type HttpClient } from '#lib/http.ts'

/**
 * The SDK speaks through our one client: its guards, its time-outs, and the rule that nobody calls
 * out inside a transaction.
 */
function fetchThrough(http: HttpClient, timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers).entries())
    const body = typeof init?.body === 'string' && init.body !== '' ? init.body : undefined
    const answer = await http.request(String(input), {
      method: init?.method ?? 'GET',
      headers,
      timeoutMs,
      maxBytes: 2 * 1024 * 1024,
      ...(body !== undefined && { body }),
    })
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'request-id': '', ...answer.headers },
    })
  }
}

export function openStripe(
  { url, secretKey, timeoutMs }: { url: string; secretKey: string; timeoutMs: number },
  http: HttpClient,
): Stripe {
  const { hostname, port, protocol } = new URL(url)
  return new Stripe(secretKey, {
    host: hostname,
    ...(port && { port: Number(port) }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(fetchThrough(http, timeoutMs)),
    // Ours ends first. What did not come is looked up, not sent again behind our back.
    timeout: timeoutMs + 1_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/**
 * An answer of the expected shape, a refusal, or nothing that can be read: `reached` is false when
 * Stripe certainly did nothing.
 */
export type Called<Answer> =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | {
      kind: 'refused'
      type: string
      code: string | undefined
      declineCode: string | undefined
      intent: unknown
    }
  | { kind: 'silent'; reached: boolean }

/** Makes one call of the SDK. Nothing that comes out holds what was sent. */
export async function calling<S extends z.ZodType>(
  shape: S,
  work: () => Promise<{ lastResponse: { headers: unknown } }>,
): Promise<Called<z.output<S>>> {
  try {
    const answer = await work()
    const read = shape.safeParse(answer)
    return read.success
      ? { kind: 'answer', answer: read.data, replayed: isReplay(answer.lastResponse.headers) }
      : { kind: 'silent', reached: true }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const failure = failureIn(error)
    if (failure) return { kind: 'silent', reached: failure.sent }
    // Too many calls at once, or for this key: nothing was done for this one.
    if (error.statusCode === 429) return { kind: 'silent', reached: false }
    const {
      statusCode = 0,
      rawType,
      code,
      decline_code: declineCode,
      payment_intent: intent,
    } = error
    const answered =
      statusCode >= 400 && statusCode < 500 && statusCode !== 409 && rawType !== undefined
    return answered
      ? { kind: 'refused', type: rawType, code, declineCode, intent }
      : { kind: 'silent', reached: true }
  }
}

/** By the fetch client they are `Headers`, whatever the SDK's types say. */
const isReplay = (headers: unknown): boolean =>
  headers instanceof Headers && headers.get('idempotent-replayed') === 'true'

function failureIn(error: { detail?: unknown; cause?: unknown }): HttpFailure | null {
  for (const inner of [error.detail, error.cause]) if (inner instanceof HttpFailure) return inner
  return null
}
