import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Services } from '#kernel/context.ts'
import { clientAddress, networkOf } from '#lib/client-address.ts'
import { watchEventLoop } from '#lib/event-loop.ts'
import { refuse } from '#lib/refusal.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import type { Config } from './config.ts'
import { renderFailure, describeFailure } from './errors.ts'

/**
 * Limits what guests (callers without a session) cost. Cached answers are always given; rendering
 * is limited by address and concurrency, and refused while the process is overloaded. Signed-in
 * callers are never refused here.
 */
export interface GuestGate {
  isBusy(): boolean
  /** Counts one rendering per request for the caller's address. Returns 0, or the seconds to wait. */
  waitFor(incoming: IncomingMessage): number
  /** Runs a rendering when there is capacity; refuses when too many wait. */
  render<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

/** Rendering is bound by the CPU: more at once would only delay everybody. */
const RENDERINGS_AT_ONCE = 4
const RENDERINGS_WAITING = 100
const RETRY_AFTER = 2

type Settings = Pick<Config, 'trustedHops' | 'shedAtLagMs' | 'pagesPerMinute'>

export function openGuestGate({ trustedHops, shedAtLagMs, pagesPerMinute }: Settings): GuestGate {
  const loop = watchEventLoop(shedAtLagMs)
  const buckets = createTokenBuckets({
    burst: Math.ceil(pagesPerMinute / 2),
    perSecond: pagesPerMinute / 60,
  })
  const asked = new WeakMap<IncomingMessage, number>()
  return {
    isBusy: loop.isBusy,
    waitFor(incoming) {
      const known = asked.get(incoming)
      if (known !== undefined) return known
      const seconds = buckets.take(networkOf(clientAddress(incoming, trustedHops)))
      asked.set(incoming, seconds)
      return seconds
    },
    render: createTurnstile({ most: RENDERINGS_AT_ONCE, waiting: RENDERINGS_WAITING }),
    stop: loop.stop,
  }
}

/** Refuses a guest while the process is overloaded. */
export function refuseGuestWhenBusy(gate: GuestGate | undefined): void {
  if (gate?.isBusy()) throw refuse('busy', { retryAfter: RETRY_AFTER })
}

/** Refuses a guest while the process is overloaded; otherwise counts one rendering for the address. */
export function admitGuest(gate: GuestGate | undefined, c: Context): void {
  refuseGuestWhenBusy(gate)
  const retryAfter = gate?.waitFor((c.env as HttpBindings).incoming) ?? 0
  if (retryAfter > 0) throw refuse('pages.too_many', { retryAfter })
}

/** Requests of gateways, banks and monitors. */
const NEVER_SHED = /^\/(?:health$|checkout\/(?:notice|return|challenge)\/)/
const CREDENTIALS = ['apps-token', 'authorization', 'arasta-signature', 'arasta-key-id'] as const

const claimsSession = (c: Context): boolean =>
  CREDENTIALS.some((name) => c.req.header(name) !== undefined) ||
  /apps-token=|console\./.test(c.req.header('cookie') ?? '')

/**
 * Refuses guests early while the process is overloaded. A claimed session is verified later.
 * `spared`: cheap paths.
 */
export const shedGuests =
  (services: Services, gate: GuestGate | undefined, spared = /^$/): MiddlewareHandler =>
  async (c, next) => {
    if (
      !gate?.isBusy() ||
      NEVER_SHED.test(c.req.path) ||
      spared.test(c.req.path) ||
      claimsSession(c)
    )
      return next()
    const refusal = refuse('busy', { retryAfter: RETRY_AFTER })
    if (c.req.header('accept')?.includes('text/html'))
      return renderFailure(refusal, c, services, null, '/')
    const wire = describeFailure(refusal, c, services)
    return c.json(wire, wire.statusCode as ContentfulStatusCode)
  }
