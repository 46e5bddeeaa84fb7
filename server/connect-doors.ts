import { type Context, Hono } from 'hono'
import { CONNECT_SCOPES } from '#lib/market.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Services } from '#kernel/context.ts'
import { issueTokens, revokeToken } from '#modules/apps/public.ts'
import { addressesOf, type Site } from './context.ts'

/**
 * The doors of OAuth 2.1 that speak its own forms, not ours: for apps' servers, without cookies.
 */
export function connectDoors(services: Services, site: Site): Hono {
  const doors = new Hono()
  const issuer = services.origins.app

  /** A form with each name once, or nothing. */
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

  doors.post('/api/oauth/token', (c) => answer(c, (form, ip) => issueTokens(services, form, ip)))
  doors.post('/api/oauth/revoke', (c) =>
    answer(c, async (form, ip) => {
      await revokeToken(services, form, ip)
      return {}
    }),
  )
  // RFC 8414.
  doors.get('/.well-known/oauth-authorization-server', (c) =>
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
  return doors
}
