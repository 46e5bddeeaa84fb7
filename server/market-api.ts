import type { Context } from 'hono'
import { refuse } from '#lib/refusal.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import type { Operation } from '#kernel/operation.ts'
import { findConnectedApp, findSignedApp } from '#modules/apps/public.ts'
import { makeCtx, marketQuery, type Site } from './context.ts'
import { clearSessionCookies, hasSessionCookie } from './cookies.ts'
import { makeApi } from './http-transport.ts'
import { requireOwnOrigin } from './origin.ts'

/** The API of a market, or of its installer. `part` follows the market's name in its title. */
export const makeMarketApi = (
  services: Services,
  site: Site,
  operations: readonly DefinedOperation<Ctx>[],
  part = '',
) =>
  makeApi<Ctx>(services, {
    operations,
    title: () => services.faces[site.market].name + part,
    hasDocs: true,
    gate: site.gate,
    async makeContext(c, operation, market) {
      const asked = marketQuery(c)
      if (market !== undefined && asked.market !== undefined && asked.market !== market)
        throw refuse('input.invalid', { fields: { market: { code: 'field.invalid' } } })
      if (c.req.method !== 'GET') requireOwnOrigin(c, site)
      const app = await findApp(c, services, operation)
      const ctx = await makeCtx(c, services, site, {
        ...asked,
        ...(market === undefined ? {} : { market }),
      })
      return app ? { ...ctx, actor: app, platformId: app.platformId } : ctx
    },
    // S4.6: the call needed a session and the stored one is invalid: clear everything stored.
    onRefusal(c, { statusCode }) {
      if (statusCode === 401 && hasSessionCookie(c)) clearSessionCookies(c)
    },
  })

/** The app that signed the request or sent an access token, for operations that apps may call. */
async function findApp(
  c: Context,
  services: Services,
  { policy }: Operation,
): Promise<Extract<Actor, { kind: 'app' | 'connected' }> | null> {
  if (policy.who === 'connected')
    return findConnectedApp(
      services,
      /^Bearer ([\w-]{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '',
    )
  const keyId = c.req.header('arasta-key-id')
  if (keyId === undefined || !['app', 'store-or-app'].includes(policy.who)) return null
  const { pathname, search } = new URL(c.req.url)
  const header = (name: string) => c.req.header(`arasta-${name}`) ?? ''
  return findSignedApp(services, {
    method: c.req.method,
    path: pathname + search,
    keyId,
    timestamp: header('timestamp'),
    nonce: header('nonce'),
    signature: header('signature'),
    body: await c.req.text(),
  })
}
