import { z } from 'zod'
import { type Clock, systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import { type RunningDouble, startDouble } from './doubles/start.support.ts'
import { createStripeGateway } from './stripe.ts'

/**
 * For tests: a really started double of Stripe, a client of it, and the buyer at its fields and at
 * the bank's page.
 */

export const STRIPE_KEYS = {
  secretKey: 'sk_test_only-this-test-run',
  publishableKey: 'pk_test_only-this-test-run',
  webhookSecret: 'whsec_only-this-test-run',
}

export const startStripeDouble = (noticeUrl: string): Promise<RunningDouble> =>
  startDouble('stripe-double.support.ts', {
    SECRET_KEY: STRIPE_KEYS.secretKey,
    PUBLISHABLE_KEY: STRIPE_KEYS.publishableKey,
    WEBHOOK_SECRET: STRIPE_KEYS.webhookSecret,
    NOTICE_URL: noticeUrl,
  })

export function stripeTo(
  url: string,
  { timeoutMs = 15_000, clock = systemClock }: { timeoutMs?: number; clock?: Clock } = {},
) {
  return createStripeGateway(
    { url, scriptUrl: `${url}/v3/`, ...STRIPE_KEYS, timeoutMs },
    { http: createHttp({ allowOrigins: [url] }), clock },
  )
}

/** What the browser's script does when the buyer has typed a card. */
export async function tokenFor(url: string, number: string): Promise<string> {
  const answer = await createHttp({ allowOrigins: [url] }).request(`${url}/js/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STRIPE_KEYS.publishableKey}` },
    body: JSON.stringify({ number, exp_month: 12, exp_year: 2039 }),
  })
  return z.object({ id: z.string() }).parse(JSON.parse(answer.body.toString())).id
}

/** The holder at the bank's page; gives the address that the browser goes back to. */
export async function answerAt(url: string, action: 'confirm' | 'cancel'): Promise<URL> {
  const answer = await createHttp({ allowOrigins: [new URL(url).origin] }).request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `action=${action}`,
  })
  return new URL(answer.headers.location ?? '')
}
