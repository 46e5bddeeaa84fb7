import { personIn } from '#kernel/actor.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import { setCookie } from 'hono/cookie'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { ConsoleScreen } from '#apps/console/screen-context.ts'
import type { Services } from '#kernel/context.ts'
import { readLocale } from '#lib/locale.ts'
import { readPageAddress } from '#lib/page-address.ts'
import type { WireError } from '#lib/wire-error.ts'
import { requireOwnBody } from '../body-limits.ts'
import { canonicalHost } from '../canonical-host.ts'
import { newIncident } from '../translator.ts'
import { failedPage, type ShowFailure } from '../failures.ts'
import { pageMethods } from '../page-methods.ts'
import { requireReadableForm } from '../readable-form.ts'
import { admitGuest, shedGuests } from '../guest-gate.ts'
import { servePictures } from '../serve-pictures.ts'
import { byNonce, commonHeaders, newNonce, pagePolicy } from '../security-headers.ts'
import { makeConsoleApi } from './console-api.ts'
import { readFormKey } from '../form-key.ts'
import {
  makeConsoleCtx,
  makeNobodyCtx,
  requireConsoleOrigin,
  writeCookies,
  type ConsoleSite,
} from './context.ts'
import { consoleScreenOf } from './screen.ts'

const YEAR = 365 * 86_400

type Build = ServerBuild & { entry: { module: { consoleContext: RouterContext<ConsoleScreen> } } }

/**
 * Everything behind the console's address. Without `buildFolder` there are no screens, only the
 * calls (tests).
 */
export async function makeConsoleApp(
  services: Services,
  site: ConsoleSite,
  { buildFolder, pictureFolder }: { buildFolder?: string; pictureFolder?: string } = {},
): Promise<Hono> {
  const app = new Hono()
  app.use(async (c, next) => {
    c.set('incident' as never, newIncident() as never)
    await next()
  })
  app.use(commonHeaders)
  app.use(compress())
  app.use(
    shedGuests(services, site.gate, /^\/(?:assets|pictures)\/|^\/(?:favicon\.svg|robots\.txt)$/),
  )
  // A script on this machine may use the calls; nothing else answers anywhere else.
  app.use(canonicalHost(site.origin, (path, isLocal) => isLocal && path.startsWith('/api/')))
  app.get('/health', async (c) => {
    await services.db.selectFrom('platforms').select('id').limit(1).execute()
    return c.json({ ok: true })
  })
  app.route('/api', makeConsoleApi(services, site))
  app.use(pageMethods(services))
  // Nothing behind a sign-in is for search engines.
  app.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /\n'))
  if (pictureFolder !== undefined) await servePictures(app, services, pictureFolder)
  const showFailure =
    buildFolder === undefined ? null : await addScreens(app, services, site, buildFolder)
  app.onError((error, c) => failedPage(error, c, services, showFailure, '/'))
  return app
}

async function addScreens(
  app: Hono,
  services: Services,
  site: ConsoleSite,
  buildFolder: string,
): Promise<ShowFailure> {
  const folder = join(buildFolder, 'console')
  const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as Build
  const handle = createRequestHandler(build, 'production')
  const files = serveStatic({
    root: relative(process.cwd(), join(folder, 'client')) || '.',
    precompressed: true,
  })
  app.get('/assets/*', async (c, next) => {
    c.header('cache-control', 'public, max-age=31536000, immutable')
    return files(c, next)
  })
  app.get('/favicon.svg', files)

  async function render(c: Context, failure: WireError | null): Promise<Response> {
    const ctx =
      failure === null ? await makeConsoleCtx(c, services, site) : makeNobodyCtx(c, services, site)
    const isGuest = personIn(ctx) === null
    if (failure === null) requireOwnBody(c, isGuest)
    if (isGuest) admitGuest(site.gate, c)
    // Only now: whoever merely claims a session must not make us read and parse a large body.
    if (failure === null && c.req.method === 'POST') await requireReadableForm(c, { files: true })
    const nonce = newNonce()
    const sent = failure === null ? await readFormKey(c.req.raw) : { request: c.req.raw, key: null }
    const url = new URL(c.req.url)
    const provider = new RouterContextProvider()
    provider.set(
      build.entry.module.consoleContext,
      consoleScreenOf(ctx, {
        formKey: sent.key,
        nonce,
        here: pageOf(url),
        failure,
        sites: { app: services.origins.app, theme: services.origins.theme },
      }),
    )
    // The configured address, not the one that came in: the router compares a form's Origin with
    // it.
    const address = site.origin + (failure === null ? url.pathname + url.search : '/')
    const request =
      failure === null
        ? new Request(address, sent.request)
        : new Request(address, { headers: c.req.raw.headers })
    const response = await (isGuest && site.gate
      ? site.gate.render(() => handle(request, provider))
      : handle(request, provider))
    c.res = new Response(
      response.body,
      failure === null ? response : { status: failure.statusCode, headers: response.headers },
    )
    writeCookies(c, ctx)
    c.header(
      'content-security-policy',
      pagePolicy({ path: '/', inline: byNonce(nonce), framers: [], formTargets: [] }),
    )
    c.header('cache-control', 'private, no-store')
    // A link in a mail holds a secret: no other site is told of it.
    c.header('referrer-policy', 'same-origin')
    // A page's own requests (`.data`) are late answers of the language before.
    const chosen = url.pathname.endsWith('.data') ? null : readLocale(c.req.query('hl'))
    if (chosen)
      setCookie(c, 'hl', chosen, {
        path: '/',
        maxAge: YEAR,
        sameSite: 'Lax',
        httpOnly: true,
        secure: site.origin.startsWith('https:'),
      })
    return c.res
  }

  app.all('*', async (c) => {
    if (c.req.method === 'POST') requireConsoleOrigin(c, site)
    return render(c, null)
  })
  return render
}

/** The page behind a request: a router's own request for a page's data is for that page. */
function pageOf(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('_routes')
  query.delete('hl')
  const { path } = readPageAddress(url.pathname)
  return query.size > 0 ? `${path}?${query}` : path
}
