import { type Context, Hono } from 'hono'
import { CONNECT_SCOPES } from '#lib/market.ts'
import { isRefusal, refuse } from '#lib/refusal.ts'
import type { Services } from '#kernel/context.ts'
import { issueTokens, revokeToken } from '#modules/apps/public.ts'
import { type Site, addressesOf, makeCtx, makeVisitorCtx } from './context.ts'
import { clearSessionCookies, setSessionCookies } from './cookies.ts'
import { type NewSession, confirmEntry } from '#modules/stores/sessions/public.ts'
import { endSession } from '#modules/stores/sessions/sessions.ts'
import { leaveNewsletter } from '#modules/messaging/newsletter.ts'
import { readInsidePath } from '#lib/targets.ts'
import { localeOf } from './errors.ts'
import { requireOwnOrigin } from './request-checks.ts'
import { takeChallengePage, handleNotice, handleReturn } from '#modules/orders/public.ts'

/** OAuth 2.1 endpoints for apps' servers, in the protocol's own format, without cookies. */
export function oauthEndpoints(services: Services, site: Site): Hono {
  const endpoints = new Hono()
  const issuer = services.origins.app

  /** The form's fields; null when a name repeats or a value is too long. */
  async function readForm(c: Context): Promise<Record<string, string> | null> {
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
      return null
    const pairs = [...new URLSearchParams(await c.req.text())]
    const form = Object.fromEntries(pairs)
    return Object.keys(form).length === pairs.length &&
      pairs.every(([, value]) => value.length <= 1000 && !value.includes('\0'))
      ? form
      : null
  }

  const answer = async (
    c: Context,
    work: (form: Record<string, string>, ip: string) => Promise<object>,
  ): Promise<Response> => {
    c.header('cache-control', 'no-store')
    const form = await readForm(c)
    if (!form) return c.json({ error: 'invalid_request' }, 400)
    try {
      const said = await work(form, addressesOf(c, site.trustedHops).ip)
      return c.json(said, 'error' in said ? 400 : 200)
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'rate.limited') throw error
      c.header('retry-after', String(error.details.retryAfter ?? 60))
      return c.json({ error: 'temporarily_unavailable' }, 429)
    }
  }

  endpoints.post('/api/oauth/token', (c) =>
    answer(c, (form, ip) => issueTokens(services, form, ip)),
  )
  endpoints.post('/api/oauth/revoke', (c) =>
    answer(c, async (form, ip) => {
      await revokeToken(services, form, ip)
      return {}
    }),
  )
  // RFC 8414.
  endpoints.get('/.well-known/oauth-authorization-server', (c) =>
    c.json(
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/api/oauth/token`,
        revocation_endpoint: `${issuer}/api/oauth/revoke`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: CONNECT_SCOPES,
        authorization_response_iss_parameter_supported: true,
      },
      200,
      { 'cache-control': 'public, max-age=3600' },
    ),
  )
  return endpoints
}

/** Signing in from the panel, signing out (D5) and unsubscribing from the newsletter. */
export function sessionEndpoints(services: Services, site: Site): Hono {
  const endpoints = new Hono()

  endpoints.post('/enter', async (c) => {
    requireOwnOrigin(c, site)
    if (c.req.header('origin') !== undefined && c.req.header('origin') !== site.origin)
      throw refuse('request.foreign_origin')
    const form = await c.req.parseBody()
    const ctx = await makeCtx(c, services, site)
    const { session, targetPath } = await confirmEntry(ctx, String(form.entry ?? ''))
    await setSession(c, services, session)
    return c.redirect(readInsidePath(targetPath) ?? '/', 303)
  })

  endpoints.post('/sign-out', async (c) => {
    requireOwnOrigin(c, site)
    const ctx = await makeCtx(c, services, site)
    if (ctx.actor.kind === 'store') await endSession.run(ctx, {})
    clearSessionCookies(c)
    return c.redirect('/?signed=out', 303)
  })

  // RFC 8058: mail programs send this without a session; the token alone identifies the
  // subscriber. The page's form posts here too.
  endpoints.post('/newsletter/unsubscribe/:token', async (c) => {
    const token = c.req.param('token')
    await leaveNewsletter.run(makeVisitorCtx(c, services, site), {
      body: { unsubscribe_token: token },
    })
    const form = await c.req.parseBody()
    if (form['List-Unsubscribe'] === 'One-Click') return c.text('', 200)
    return c.redirect(
      `/newsletter/unsubscribe/${encodeURIComponent(token)}?left=1&hl=${localeOf(c, services)}`,
      303,
    )
  })

  return endpoints
}

/** Sets the session's cookies. */
export async function setSession(
  c: Context,
  services: Services,
  session: NewSession,
): Promise<void> {
  const store = await services.db
    .selectFrom('stores')
    .select(['domain', 'is_os2'])
    .where('id', '=', session.storeId)
    .executeTakeFirstOrThrow()
  setSessionCookies(c, session, { domain: store.domain, isOs2: store.is_os2 })
}

/**
 * A bank's challenge document has inline scripts and a form to the bank. It runs in a sandbox:
 * without our cookies and out of reach of our pages, and it may only load images.
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
 * Payment endpoints that the bank's page, the gateway, or a window without a session requests
 * (D20).
 */
export function paymentEndpoints(services: Services): Hono {
  const endpoints = new Hono()

  endpoints.get('/checkout/challenge/:attempt/:secret', async (c) => {
    c.header('cache-control', 'no-store')
    // The document is shown once, so not to a prefetch.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    if (/prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')) return c.body(null, 503)
    const html = await takeChallengePage(services, c.req.param('attempt'), c.req.param('secret'))
    if (html === null) throw refuse('request.challenge_over')
    c.header('content-security-policy', CHALLENGE_POLICY)
    c.header('referrer-policy', 'no-referrer')
    // The page that opened the window waits for it, and it goes on to the bank and back.
    c.header('cross-origin-opener-policy', 'unsafe-none')
    return c.html(html)
  })

  const redirectAfterBank = async (c: Context, form: Record<string, string>) => {
    const result = await handleReturn(services, c.req.param('gateway') ?? '', form)
    if (!result) throw refuse('input.malformed')
    c.header('cross-origin-opener-policy', 'unsafe-none')
    if ('path' in result) return c.redirect(result.path, 303)
    const base = result.framed ? '/market' : ''
    return c.redirect(
      `${base}/checkout/${result.succeeded ? 'success' : 'fail'}?order=${result.orderNumber}`,
      303,
    )
  }
  endpoints.post('/checkout/return/:gateway', async (c) => {
    const form = Object.entries(await c.req.parseBody()).map(([name, value]) => [
      name,
      String(value),
    ])
    return redirectAfterBank(c, { ...c.req.query(), ...Object.fromEntries(form) })
  })
  endpoints.get('/checkout/return/:gateway', (c) => redirectAfterBank(c, c.req.query()))

  endpoints.post('/checkout/notice/:gateway', async (c) => {
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
  return endpoints
}
