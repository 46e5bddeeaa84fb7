import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import { setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import type { ConsoleScreen } from '#apps/console/screen-context.ts'
import type { Services } from '#contexts/ctx.ts'
import { directionOf, readLocale } from '#lib/locale.ts'
import { limitBody } from '../body-limit.ts'
import { newIncident, translatorOf } from '../context.ts'
import { toWireError, type WireError } from '../errors.ts'
import { byNonce, commonHeaders, newNonce, pagePolicy } from '../security-headers.ts'
import { makeConsoleApi } from './api.ts'
import { consoleLocaleOf, makeConsoleCtx, makeNobodyCtx, requireConsoleOrigin, writeCookies, type ConsoleSite } from './context.ts'
import { consoleScreenOf } from './screen.ts'

const MAX_FORM_BYTES = 64 * 1024
const YEAR = 365 * 86_400

type Build = ServerBuild & { entry: { module: { consoleContext: RouterContext<ConsoleScreen> } } }
type ShowFailure = (c: Context, failure: WireError) => Promise<Response>

/** Everything behind the console's address. Without `buildFolder` there are no screens, only the calls (tests). */
export async function makeConsoleApp(services: Services, site: ConsoleSite, { buildFolder }: { buildFolder?: string } = {}): Promise<Hono> {
  const app = new Hono()
  app.use(async (c, next) => {
    c.set('incident' as never, newIncident() as never)
    await next()
  })
  app.use(commonHeaders)
  app.use(compress())
  app.use(canonicalHost(site))
  app.get('/health', async c => {
    await services.db.selectFrom('platforms').select('id').limit(1).execute()
    return c.json({ ok: true })
  })
  app.route('/api', makeConsoleApi(services, site))
  app.use(limitBody(MAX_FORM_BYTES))
  // Nothing behind a sign-in is for search engines.
  app.get('/robots.txt', c => c.text('User-agent: *\nDisallow: /\n'))
  const showFailure = buildFolder === undefined ? null : await addScreens(app, services, site, buildFolder)
  app.onError((error, c) => failedPage(error, c, services, showFailure))
  return app
}

async function addScreens(app: Hono, services: Services, site: ConsoleSite, buildFolder: string): Promise<ShowFailure> {
  const folder = join(buildFolder, 'console')
  const build = await import(pathToFileURL(join(folder, 'server/index.js')).href) as Build
  const handle = createRequestHandler(build, 'production')
  const files = serveStatic({ root: relative(process.cwd(), join(folder, 'client')) || '.', precompressed: true })
  app.get('/assets/*', async (c, next) => {
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return files(c, next)
  })
  app.get('/favicon.svg', files)

  async function render(c: Context, failure: WireError | null): Promise<Response> {
    const ctx = failure === null ? await makeConsoleCtx(c, services, site) : makeNobodyCtx(c, services, site)
    const nonce = newNonce()
    const url = new URL(c.req.url)
    const provider = new RouterContextProvider()
    provider.set(build.entry.module.consoleContext, consoleScreenOf(ctx, { nonce, here: pageOf(url), failure, sites: { app: services.origins.app, theme: services.origins.theme } }))
    // The configured address, not the one that came in: the router compares a form's Origin with it.
    const address = site.origin + (failure === null ? url.pathname + url.search : '/')
    const request = failure === null ? new Request(address, c.req.raw) : new Request(address, { headers: c.req.raw.headers })
    const response = await handle(request, provider)
    c.res = new Response(response.body, failure === null ? response : { status: failure.statusCode, headers: response.headers })
    writeCookies(c, ctx)
    c.header('content-security-policy', pagePolicy({ path: '/', inline: byNonce(nonce), framers: [], formTargets: [] }))
    c.header('cache-control', 'private, no-store')
    // A link in a mail holds a secret: no other site is told of it.
    c.header('referrer-policy', 'same-origin')
    const chosen = readLocale(c.req.query('hl'))
    if (chosen) setCookie(c, 'hl', chosen, { path: '/', maxAge: YEAR, sameSite: 'Lax', httpOnly: true, secure: site.origin.startsWith('https:') })
    return c.res
  }

  app.all('*', async c => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') requireConsoleOrigin(c, site)
    return render(c, null)
  })
  return render
}

/** The page behind a request: a router's own request for a page's data is for that page. */
function pageOf(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('_routes')
  query.delete('hl')
  const path = url.pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '')
  return query.size > 0 ? `${path}?${query}` : path
}

/** D7: one address. `localhost` is for scripts. */
function canonicalHost(site: ConsoleSite) {
  const { host } = new URL(site.origin)
  return async (c: Context, next: () => Promise<void>) => {
    const asked = c.req.header('host') ?? ''
    if (asked === host || c.req.path === '/health' || (/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(asked) && c.req.path.startsWith('/api/'))) return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Misdirected request', 421)
    const url = new URL(c.req.url)
    return c.redirect(site.origin + url.pathname + url.search, 302)
  }
}

/** What fails beside the screens is shown by them all the same; only when they fail too is it a bare page. */
async function failedPage(error: unknown, c: Context, services: Services, showFailure: ShowFailure | null): Promise<Response> {
  const incident = c.get('incident' as never) as string
  const locale = consoleLocaleOf(c)
  const t = translatorOf(locale)
  const { wire, retryAfter, unexpected } = toWireError(error, t, incident)
  if (unexpected) services.log.error({ error, incident, path: c.req.path }, 'unexpected')
  if (retryAfter !== undefined) c.header('retry-after', String(retryAfter))
  c.header('cache-control', 'no-store')
  if (showFailure && c.req.header('accept')?.includes('text/html')) {
    try {
      return await showFailure(c, wire)
    } catch (second) {
      services.log.error({ error: second, incident }, 'the error page failed')
    }
  }
  return c.html(html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${wire.message}</title></head>
<body><main><h1>${wire.message}</h1><p><a href="/">${t('errors.back_to_home')}</a></p><p><small>${wire.statusCode}${wire.incident ? ` · ${wire.incident}` : ''}</small></p></main></body></html>`, wire.statusCode as ContentfulStatusCode)
}
