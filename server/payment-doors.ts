import { type Context, Hono } from 'hono'
import { takeChallengePage, handleNotice, handleReturn } from '#modules/orders/public.ts'
import type { Services } from '#kernel/context.ts'
import { refuse } from '#lib/refusal.ts'

/**
 * A challenge that came as a document runs as it is: its inline script, a form to wherever the bank
 * is. So it runs apart (`sandbox`): as nobody, without our cookies, and out of reach of our pages.
 * Unlike them it may not call, frame or load anything but pictures.
 */
const CHALLENGE_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: https:',
  'form-action *',
  "base-uri 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-scripts allow-forms allow-top-navigation',
].join('; ')

/**
 * Doors of a payment that are opened from elsewhere and so are answered before the router (D20): by
 * the bank's page, the gateway, and a window without a session.
 */
export function paymentDoors(services: Services): Hono {
  const doors = new Hono()

  doors.get('/checkout/challenge/:attempt/:secret', async (c) => {
    c.header('cache-control', 'no-store')
    // The document is shown once, so not to a browser that only looks ahead.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    if (/prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')) return c.body(null, 503)
    const html = await takeChallengePage(services, c.req.param('attempt'), c.req.param('secret'))
    if (html === null) throw refuse('request.challenge_over')
    c.header('content-security-policy', CHALLENGE_POLICY)
    c.header('referrer-policy', 'no-referrer')
    // The window was opened by the page that waits for it, and goes on to the bank and back.
    c.header('cross-origin-opener-policy', 'unsafe-none')
    return c.html(html)
  })

  const takeBack = async (c: Context, form: Record<string, string>) => {
    const result = await handleReturn(services, c.req.param('gateway') ?? '', form)
    if (!result) throw refuse('input.malformed')
    c.header('cross-origin-opener-policy', 'unsafe-none')
    const base = result.framed ? '/market/checkout' : '/checkout'
    return c.redirect(
      `${base}/${result.succeeded ? 'success' : 'fail'}?order=${result.orderNumber}`,
      303,
    )
  }
  doors.post('/checkout/return/:gateway', async (c) => {
    const form = Object.entries(await c.req.parseBody()).map(([name, value]) => [
      name,
      String(value),
    ])
    return takeBack(c, { ...c.req.query(), ...Object.fromEntries(form) })
  })
  doors.get('/checkout/return/:gateway', (c) => takeBack(c, c.req.query()))

  doors.post('/checkout/notice/:gateway', async (c) => {
    const authentic = await handleNotice(
      services,
      c.req.param('gateway'),
      await c.req.text(),
      c.req.header(),
    )
    return authentic
      ? c.body(null, 204)
      : c.json({ statusCode: 401, code: 'notice.not_authentic', message: 'not authentic' }, 401)
  })
  return doors
}
