import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, data, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import type { ScreenContext } from '#apps/storefront/screen-context.ts'
import { requirePlatform } from '#contexts/platforms/public.ts'
import type { Ctx, Services } from '#contexts/ctx.ts'
import { readLocale } from '#lib/locale.ts'
import { isMarketPath, type Market } from '#lib/market.ts'
import { COMMON_REFUSALS, Refusal } from '#lib/refusal.ts'
import { makeCtx, makeVisitorCtx, type Site } from './context.ts'
import { clearSessionCookies, hasSessionCookie, setCampaignCookies, setLocaleCookie } from './cookies.ts'
import { toWireError, type WireError } from './errors.ts'
import { implementationOf } from './operations.ts'
import { requireOwnOrigin } from './origin.ts'
import { newNonce, pagePolicy } from './security-headers.ts'

type Build = ServerBuild & { entry: { module: { screenContext: RouterContext<ScreenContext>; MARKET: Market; PLATFORM_ID: number } } }

/** Shows a failure as the storefront's error page. */
export type ShowFailure = (c: Context, failure: WireError) => Promise<Response>

/** The screens of one market: static files, then the React Router build with its second door to the operations. */
export async function addStorefront(app: Hono, services: Services, site: Site, buildFolder: string): Promise<ShowFailure> {
  const folder = join(buildFolder, `storefront-${site.market}`)
  const build = await import(pathToFileURL(join(folder, 'server/index.js')).href) as Build
  const { MARKET, PLATFORM_ID, screenContext } = build.entry.module
  if (MARKET !== site.market || PLATFORM_ID !== site.platformId) {
    throw new Error(`the build in ${folder} is for ${MARKET} on platform ${PLATFORM_ID}, not for ${site.market} on platform ${site.platformId}`)
  }
  const handle = createRequestHandler(build, 'production')
  const files = serveStatic({ root: relative(process.cwd(), join(folder, 'client')) || '.', precompressed: true })

  app.get('/assets/*', async (c, next) => {
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return files(c, next)
  })
  for (const path of ['/favicon.svg', '/robots.txt']) app.get(path, files)

  app.all('*', async c => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') requireOwnOrigin(c, site)
    return renderScreen(c, null)
  })

  const renderScreen = (c: Context, failure: WireError | null) => render(c, { services, site, key: screenContext, handle, failure })
  return (c, failure) => renderScreen(c, failure)
}

interface Rendering {
  services: Services
  site: Site
  key: RouterContext<ScreenContext>
  handle: ReturnType<typeof createRequestHandler>
  failure: WireError | null
}

async function render(c: Context, { services, site, key, handle, failure }: Rendering): Promise<Response> {
  // What failed may be the session itself.
  const ctx = await makeCtx(c, services, site).catch((error: unknown) => {
    if (failure === null) throw error
    return makeVisitorCtx(c, services, site)
  })
  const nonce = newNonce()
  const platform = await requirePlatform(services, site.platformId)
  const url = new URL(c.req.url)
  // A form that failed has no page of its own: its failure is shown on the first page, which then does not wake up.
  const still = failure !== null && c.req.method !== 'GET'
  const provider = new RouterContextProvider()
  provider.set(key, screenOf(ctx, { site, nonce, platform: { id: platform.id, name: platform.name }, panelOrigins: platform.panel_origins, framed: isMarketPath(url.pathname), failure, still }))
  // The configured address, not the one that came in: the router compares a form's Origin with it.
  const address = site.origin + (still ? (isMarketPath(url.pathname) ? '/market' : '/') : url.pathname + url.search)
  const request = failure === null ? new Request(address, c.req.raw) : new Request(address, { headers: c.req.raw.headers })
  const response = await handle(request, provider)
  const framers = ctx.actor.kind === 'store' && ctx.actor.panelOrigin ? [ctx.actor.panelOrigin] : platform.panel_origins
  const answer = new Response(response.body, response)
  c.res = answer
  c.header('content-security-policy', pagePolicy({ path: url.pathname, nonce, framers, formTargets: [services.origins.bank] }))
  // The result of a payment tells the page that opened its window (D20): the two must stay in one group. It holds no authority.
  if (/\/checkout\/(success|fail)$/.test(url.pathname)) c.header('cross-origin-opener-policy', 'unsafe-none')
  c.header('vary', 'accept-language, cookie', { append: true })
  if (!answer.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
  const asked = readLocale(c.req.query('hl'))
  if (asked) setLocaleCookie(c, asked)
  setCampaignCookies(c)
  // S4.6: the token was refused where one is needed: all that was stored goes.
  if (ctx.actor.kind === 'visitor' && hasSessionCookie(c) && (answer.status === 401 || answer.status === 302)) clearSessionCookies(c)
  return c.res
}

interface Around { site: Site; nonce: string; platform: { id: number; name: string }; panelOrigins: string[]; framed: boolean; failure: WireError | null; still: boolean }

/** The second door: what loaders and actions get. A form's `store` field names the store its page was rendered for. */
function screenOf(ctx: Ctx, around: Around): ScreenContext {
  const incident = ctx.requestId
  const wireOf = (error: unknown) => {
    const { wire, unexpected } = toWireError(error, ctx.t, incident)
    if (unexpected) ctx.log.error({ error, incident }, 'unexpected')
    return wire
  }
  const run: ScreenContext['call'] = async (operation, input) => {
    const { expectedStoreId, ...rest } = (input ?? {}) as { expectedStoreId?: string }
    return await implementationOf(operation.id).run(expectedStoreId === undefined ? ctx : { ...ctx, expectedStoreId }, rest) as never
  }
  return {
    call: async (operation, input) => {
      try {
        return await run(operation, input)
      } catch (error) {
        const wire = wireOf(error)
        throw data(wire, { status: wire.statusCode })
      }
    },
    attempt: async (operation, input) => {
      try {
        return { ok: true, answer: await run(operation, input) }
      } catch (error) {
        return { ok: false, error: wireOf(error) }
      }
    },
    refusal: code => {
      const status = COMMON_REFUSALS[code as keyof typeof COMMON_REFUSALS] ?? (code === 'session.store_closed' ? 410 : 404)
      const wire = wireOf(new Refusal(code, status))
      return data(wire, { status: wire.statusCode })
    },
    locale: ctx.locale, market: ctx.market, framed: around.framed, platform: around.platform,
    session: ctx.actor.kind !== 'store' ? null : {
      storeId: ctx.actor.storeId, domain: ctx.actor.domain, storeUrl: ctx.actor.storeUrl, storeStatus: ctx.actor.storeStatus, isOs2: ctx.actor.isOs2,
      account: { name: ctx.actor.account.name }, expiresAt: ctx.actor.expiresAt.toISOString(),
    },
    panelOrigins: around.panelOrigins, sites: { app: ctx.origins.app, theme: ctx.origins.theme }, origin: around.site.origin, nonce: around.nonce, incident, failure: around.failure, still: around.still,
    report: error => ctx.log.error({ error, incident }, 'screen'),
  }
}
