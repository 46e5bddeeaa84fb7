import { personIn } from '#kernel/actor.ts'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
  createRequestHandler,
} from 'react-router'
import type { ConsoleScreen } from '#apps/console/screen-context.ts'
import { marketZone, type ConsoleCtx, type Services } from '#kernel/context.ts'
import { readLocale } from '#lib/locale.ts'
import { readPageAddress } from '#lib/page-address.ts'
import type { ErrorFacts, WireError } from '#lib/wire-error.ts'
import { compressAnswers } from '../compress-answers.ts'
import { readFormKey, requireOwnBody, requireReadableForm } from '../request-body.ts'
import { canonicalHost, pageMethods } from '../request-checks.ts'
import { beginRequest } from '../begin-request.ts'
import { type ShowFailure, renderFailure } from '../errors.ts'
import { admitGuest, shedGuests } from '../guest-gate.ts'
import { servePictures } from '../static-files.ts'
import { compressPage } from '../compress-page.ts'
import { byNonce, commonHeaders, newNonce, pagePolicy } from '../security-headers.ts'
import {
  type ConsoleSite,
  hasToken,
  makeConsoleCtx,
  makeNobodyCtx,
  makeTokenCtx,
  requireConsoleOrigin,
  writeCookies,
} from './context.ts'
import { makeApi } from '../http-transport.ts'
import { CONSOLE_OPERATIONS, requireConsoleOperation } from '../operations.ts'
import { CHECK_PACKAGES, recordStray } from '#modules/stores/platforms/setup/public.ts'
import { IDEMPOTENCY_KEY } from '#kernel/operation.ts'
import { nameForms } from '#lib/market-name.ts'
import { screenCalls } from '../screen-transport.ts'

const YEAR = 365 * 86_400

type Build = ServerBuild & { entry: { module: { consoleContext: RouterContext<ConsoleScreen> } } }

/** The console's app. Without `buildFolder` it has only the API (tests). */
export async function makeConsoleApp(
  services: Services,
  site: ConsoleSite,
  { buildFolder, pictureFolder }: { buildFolder?: string; pictureFolder?: string } = {},
): Promise<Hono> {
  const app = new Hono()
  app.use(beginRequest)
  app.use(commonHeaders)
  app.use(...compressAnswers())
  app.use(
    shedGuests(services, site.gate, /^\/(?:assets|pictures)\/|^\/(?:favicon\.svg|robots\.txt)$/),
  )
  // Scripts on this machine may use the API; everything else answers at the canonical host only.
  app.use(canonicalHost(site.origin, (path, isLocal) => isLocal && path.startsWith('/api/')))
  app.route('/api', makeConsoleApi(services, site))
  // Where no platform may look for packages.
  app.get(`${CHECK_PACKAGES}/:file`, async (c) => {
    await recordStray(services, c.req.param('file'))
    return c.text('Packages are at the installer.\n', 404)
  })
  app.use(pageMethods(services))
  // Search engines have no use for pages behind a sign-in.
  app.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /\n'))
  if (pictureFolder !== undefined) await servePictures(app, services, pictureFolder)
  const showFailure =
    buildFolder === undefined ? null : await addScreens(app, services, site, buildFolder)
  app.onError((error, c) => renderFailure(error, c, services, showFailure, '/'))
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
    // Only after authentication: anonymous callers must not make us parse a large body.
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
    c.res = await compressPage(
      response,
      c.req.header('accept-encoding'),
      failure === null ? {} : { status: failure.statusCode },
    )
    writeCookies(c, ctx)
    c.header(
      'content-security-policy',
      pagePolicy({
        path: '/',
        inline: byNonce(nonce),
        framers: [],
        formTargets: [],
        // Pages are opened without a new document, so every document needs them.
        stores: [...new Set(services.sites.map(({ origin }) => origin))],
      }),
    )
    c.header('cache-control', 'private, no-store')
    // Links in mails contain secrets that no other site may see.
    c.header('referrer-policy', 'same-origin')
    // Requests for a page's data (`.data`) may still have the previous language.
    const chosen = url.pathname.endsWith('.data')
      ? null
      : readLocale(c.req.query('hl'), services.languages)
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

/** The page of a request, also for the router's requests for its data. */
function pageOf(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('_routes')
  query.delete('hl')
  const { path } = readPageAddress(url.pathname)
  return query.size > 0 ? `${path}?${query}` : path
}

/** The API of the console, for its own pages (cookies) and partners' programs (tokens). */
const makeConsoleApi = (services: Services, site: ConsoleSite) =>
  makeApi<ConsoleCtx>(services, {
    operations: CONSOLE_OPERATIONS,
    title: () => `${services.branding.both.name} console`,
    hasDocs: false,
    gate: site.gate,
    async makeContext(c) {
      if (hasToken(c)) return makeTokenCtx(c, services, site)
      if (c.req.method !== 'GET') requireConsoleOrigin(c, site)
      return makeConsoleCtx(c, services, site)
    },
    onAnswer: writeCookies,
  })

/** Context of the console's loaders and actions. */
function consoleScreenOf(
  ctx: ConsoleCtx,
  {
    formKey,
    ...around
  }: {
    formKey: string | null
    nonce: string
    here: string
    failure: ErrorFacts | null
    sites: { app: string; theme: string }
  },
): ConsoleScreen {
  const person = personIn(ctx)
  return {
    ...screenCalls(ctx, {
      run(operation, input) {
        const given = (input ?? {}) as { headers?: Record<string, string> }
        // Every form carries an idempotency key.
        const headers =
          operation.method === 'post' && formKey !== null
            ? { ...given.headers, [IDEMPOTENCY_KEY]: formKey }
            : given.headers
        return requireConsoleOperation(operation.id).run(ctx, {
          ...given,
          ...(headers && { headers }),
        })
      },
    }),
    locale: ctx.locale,
    ...around,
    incident: ctx.requestId,
    languages: ctx.languages,
    timeZone: marketZone(ctx),
    searchKeys: /Mac|iPhone|iPad/.test(ctx.browser.userAgent) ? '⌘K' : 'Ctrl K',
    branding: {
      name: ctx.branding.both.name,
      logo: ctx.branding.both.logo,
      words: nameForms(ctx.branding.both.name, ctx.locale),
    },
    person: person && {
      name: person.name,
      email: person.email,
      emailVerified: person.emailVerified,
      hasSecondFactor: person.hasSecondFactor,
      secondMissing: person.secondMissing === true,
      operatorRole: person.operatorRole,
      partners: person.partners.map(({ id, name, role }) => ({ id, name, role })),
    },
  }
}
