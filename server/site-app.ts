import { getRequestListener } from '@hono/node-server'
import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import { validKeys } from '#modules/catalog/public.ts'
import { type Ctx, marketNameAt, type Services } from '#kernel/context.ts'
import { readPageAddress } from '#lib/page-address.ts'
import { beginRequest } from './begin-request.ts'
import { shedGuests } from './guest-gate.ts'
import { iconSets } from './icons.ts'
import { canonicalHost, pageMethods, requireOwnOrigin } from './request-checks.ts'
import { compressAnswers } from './compress-answers.ts'
import { type Site, makeCtx, marketQuery, servicesAt } from './context.ts'
import { renderFailure } from './errors.ts'
import { oauthEndpoints, sessionEndpoints, paymentEndpoints } from './endpoints.ts'
import { MARKET_OPERATIONS } from './operations.ts'
import { handleLaunchLink } from './launch-links.ts'
import { connectorPlugin, platformLogos, servePictures } from './static-files.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import type { Outgoing } from './page-cache/page.ts'
import { type RenderShared, answerShared, servePages } from './page-cache/serve-pages.ts'
import { commonHeaders } from './security-headers.ts'
import { sharePictures } from './share-pictures.ts'
import { siteMap } from './site-map.ts'
import { type Storefront, addStorefront } from './storefront.ts'
import { refuse } from '#lib/refusal.ts'
import type { Actor } from '#kernel/actor.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import type { Operation } from '#kernel/operation.ts'
import { findConnectedApp, findSignedApp } from '#modules/apps/public.ts'
import { clearSessionCookies, hasSessionCookie } from './cookies.ts'
import { makeApi } from './http-transport.ts'

type RequestListener = (incoming: IncomingMessage, outgoing: Outgoing) => unknown

/** Build files and pictures: read from disk, and cached pages need them. */
const STATIC =
  /^\/(?:assets|builds|icons|pictures|\.well-known)\/|^\/(?:favicon\.svg|brand\.css|robots\.txt)$/

export interface SiteOptions {
  buildFolder?: string
  pictureFolder: string
  /** S7.38. */
  iconUpstream?: string | null
  /** Cache of pages; without it every page is rendered per request. */
  pageCache?: PageCache | null
}

/** The request listener of one market, with the page cache in front. */
export async function makeSiteListener(
  everywhere: Services,
  site: Site,
  options: SiteOptions,
): Promise<RequestListener> {
  const services = servicesAt(everywhere, site)
  const { app, storefront } = await makeSite(services, site, options)
  const listener = getRequestListener(app.fetch) as unknown as RequestListener
  if (!options.pageCache || !storefront) return listener
  const [renderPage, answerCall] = [storefront.renderShared, answerShared(services, site)]
  const render: RenderShared = (request) =>
    request.path.startsWith('/api/') ? answerCall(request) : renderPage(request)
  return servePages(
    {
      origin: site.origin,
      cache: options.pageCache,
      render,
      languages: services.languages,
      gate: site.gate,
    },
    listener,
  )
}

/** One market's app. Without `buildFolder` it has only the API (tests). */
export const makeSiteApp = async (
  services: Services,
  site: Site,
  options: SiteOptions,
): Promise<Hono> => (await makeSite(servicesAt(services, site), site, options)).app

async function makeSite(
  services: Services,
  site: Site,
  options: SiteOptions,
): Promise<{ app: Hono; storefront: Storefront | null }> {
  const app = new Hono()
  app.use(beginRequest)
  app.use(commonHeaders)
  app.use(...compressAnswers())
  app.use(shedGuests(services, site.gate, STATIC))
  // The API answers at localhost too.
  app.use(
    canonicalHost(
      site.origin,
      (path, isLocal) => isLocal || path.startsWith('/api/') || path.startsWith('/.well-known/'),
    ),
  )
  // Before our own API: OAuth defines their format.
  app.route('/', oauthEndpoints(services, site))
  app.route('/api', makeMarketApi(services, site, MARKET_OPERATIONS))
  app.route(
    '/icons',
    iconSets({
      upstream: options.iconUpstream ?? null,
      http: services.trustedHttp,
      clock: services.clock,
    }),
  )
  app.use(pageMethods(services))
  app.route('/', sessionEndpoints(services, site))
  app.route('/', paymentEndpoints(services))
  app.route('/', siteMap(services, site))
  app.route('/', platformLogos(services))
  app.route('/', connectorPlugin(services, site))
  // Apps verify receipts and launch tokens with these keys, from browsers too.
  app.get('/.well-known/arasta-keys.json', (c) =>
    c.json({ keys: validKeys(services) }, 200, {
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'content-type': 'application/jwk-set+json',
    }),
  )
  // The design may change while the process runs.
  app.get('/brand.css', (c, next) =>
    !site.brand
      ? next()
      : c.body(site.brand.css, 200, {
          'content-type': 'text/css; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
        }),
  )
  app.get('*', async (c, next) => (await handleLaunchLink(c, services, site)) ?? next())
  await servePictures(app, services, options.pictureFolder)
  app.route('/', sharePictures({ services, site, pictureFolder: options.pictureFolder }))
  const storefront =
    options.buildFolder === undefined
      ? null
      : await addStorefront(app, services, site, options.buildFolder)
  app.onError((error, c) =>
    renderFailure(
      error,
      c,
      services,
      storefront?.showFailure ?? null,
      readPageAddress(new URL(c.req.url).pathname).isMarket ? '/market' : '/',
    ),
  )
  return { app, storefront }
}

/** The API of a market or of its installer. `part` follows the market's name in its title. */
export const makeMarketApi = (
  services: Services,
  site: Site,
  operations: readonly DefinedOperation<Ctx>[],
  part = '',
) =>
  makeApi<Ctx>(services, {
    operations,
    title: () => marketNameAt(services, site.market, site.platformId) + part,
    hasDocs: true,
    gate: site.gate,
    async makeContext(c, operation, market) {
      const asked = marketQuery(c, services)
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
