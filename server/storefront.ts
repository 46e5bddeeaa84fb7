import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { ScreenContext } from '#apps/storefront/screen-context.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import type { Services } from '#kernel/context.ts'
import { readLocale } from '#lib/locale.ts'
import { isSharedPreview, type Market } from '#lib/market.ts'
import {
  dataPathOf,
  hasTokens,
  readPageAddress,
  withoutTokens,
  type PageAddress,
} from '#lib/page-address.ts'
import { isRefusal } from '#lib/refusal.ts'
import { readInsidePath } from '#lib/targets.ts'
import { currentWork } from '#lib/telemetry.ts'
import type { WireError } from '#lib/wire-error.ts'
import { makeCtx, makeSharedCtx, makeVisitorCtx, noteChanges, type Site } from './context.ts'
import { readLinkProblem } from './launch-links.ts'
import type { ShowFailure } from './errors.ts'
import {
  isHomePreview,
  makePreviewCtx,
  setPreviewHeaders,
  withLinksOutside,
} from './home-preview.ts'
import { hasFileForm, readFormKey, requireOwnBody, requireReadableForm } from './request-body.ts'
import { admitGuest } from './guest-gate.ts'
import {
  NO_BROWSER,
  browserCookies,
  clearSessionCookies,
  hasSessionCookie,
  visitorCookies,
} from './cookies.ts'
import { requireOwnOrigin } from './request-checks.ts'
import { compressPage, textOf } from './compress-page.ts'
import { hashInline } from './page-cache/page.ts'
import type { RenderShared } from './page-cache/serve-pages.ts'
import { screenOf } from './screen.ts'
import { buildFiles } from './static-files.ts'
import { byNonce, newNonce, pagePolicy } from './security-headers.ts'

type Build = ServerBuild & {
  entry: { module: { screenContext: RouterContext<ScreenContext>; MARKET: Market } }
}

/** Statuses of a lost session (S6.3); 202 is the router's redirect within a page. */
const LOST = [401, 302, 202]

export interface Storefront {
  showFailure: ShowFailure
  /** For the page cache. */
  renderShared: RenderShared
}

/** The screens of one market: static files, then the React Router build. */
export async function addStorefront(
  app: Hono,
  services: Services,
  site: Site,
  buildFolder: string,
): Promise<Storefront> {
  const folder = join(buildFolder, `storefront-${site.market}`)
  const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as Build
  const { MARKET, screenContext } = build.entry.module
  if (MARKET !== site.market)
    throw new Error(`the build in ${folder} is for ${MARKET}, not for ${site.market}`)
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
  app.route('/builds', buildFiles(join(folder, 'client/builds')))

  const parts: Parts = { services, site, key: screenContext, handle }
  app.all('*', async (c) => {
    if (c.req.method === 'POST') {
      requireOwnOrigin(c, site)
      if (!hasFile(c)) await requireReadableForm(c, { files: false })
    }
    return toCanonical(c) ?? (isHomePreview(c) ? renderPreview(c, parts) : render(c, parts, null))
  })
  return {
    showFailure: (c, failure) => render(c, parts, failure),
    renderShared: (pageRequest) => renderShared(pageRequest, parts),
  }
}

const hasFile = (c: Context): boolean => hasFileForm(c.req.path, c.req.header('content-type'))

/** A form with a file is read only now that its sender is known. */
async function requireOwnForm(c: Context, isGuest: boolean): Promise<void> {
  requireOwnBody(c, isGuest)
  if (c.req.method === 'POST' && hasFile(c)) await requireReadableForm(c, { files: !isGuest })
}

interface Parts {
  services: Services
  site: Site
  key: RouterContext<ScreenContext>
  handle: ReturnType<typeof createRequestHandler>
}

/**
 * A document that was asked for under another form of its path: the one address of its page. Data
 * and forms are answered as they come.
 */
function toCanonical(c: Context): Response | null {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return null
  const url = new URL(c.req.url)
  const page = readPageAddress(url.pathname)
  if (page.isCanonical || page.isData || readInsidePath(page.path) === null) return null
  return c.redirect(page.path + withoutTokens(url.search), 308)
}

async function render(
  c: Context,
  { services, site, key, handle }: Parts,
  failure: WireError | null,
): Promise<Response> {
  const ctx = await makeCtx(c, services, site).catch((error: unknown) => {
    // S4.6: invalid tokens make a visitor. While a failure is rendered, the session itself may be
    // what failed.
    if (failure === null && !(isRefusal(error) && error.status === 401)) throw error
    return makeVisitorCtx(c, services, site)
  })
  const isGuest = ctx.actor.kind === 'visitor'
  if (failure === null) await requireOwnForm(c, isGuest)
  if (isGuest) admitGuest(site.gate, c)
  const nonce = newNonce()
  const platform = await requirePlatform(services, site.platformId)
  const url = new URL(c.req.url)
  const page = readPageAddress(url.pathname)
  const search = withoutTokens(url.search)
  // A failed form's error is shown on the first page. That page, and any whose address contains a
  // token, is not hydrated: its scripts would use the address that the browser shows.
  const isForm = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  const still = failure !== null && (isForm || hasTokens(url.search))
  const sent = failure === null ? await readFormKey(c.req.raw) : { request: c.req.raw, key: null }
  const provider = new RouterContextProvider()
  const browser = browserCookies(c, services, ctx)
  provider.set(
    key,
    screenOf(ctx, {
      origin: site.origin,
      nonce,
      platform,
      framed: page.isMarket,
      failure,
      brand: site.brand?.href ?? null,
      still,
      browser,
      here: hereOf(page, search),
      formKey: sent.key,
      hadSession: hasSessionCookie(c),
      linkProblem: readLinkProblem(search),
      keepsCookies: c.req.header('cookie') !== undefined,
      isDocument: !page.isData,
    }),
  )
  // Use the configured address: the router compares a form's Origin with it.
  const address =
    site.origin +
    (still && isForm
      ? page.isMarket
        ? '/market'
        : '/'
      : (page.isData ? dataPathOf(page.path) : page.path) + search)
  const request =
    failure === null
      ? new Request(address, sent.request)
      : new Request(address, { headers: c.req.raw.headers })
  const response = await (isGuest && site.gate
    ? site.gate.render(() => handle(request, provider))
    : handle(request, provider))
  const framers =
    ctx.actor.kind === 'store' && ctx.actor.panelOrigin
      ? [ctx.actor.panelOrigin]
      : platform.panel_origins
  const answer = await compressPage(response, c.req.header('accept-encoding'))
  c.res = answer
  await browser.write()
  c.header(
    'content-security-policy',
    pagePolicy({
      path: page.path,
      inline: byNonce(nonce),
      framers,
      formTargets: services.gateway.browser.forms,
      previews: services.origins.preview,
      cardFields: services.gateway.browser.element,
    }),
  )
  setHeadersOf(c, page.path)
  c.header('vary', 'accept-language, cookie, apps-token', { append: true })
  if (!answer.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
  // Opening a page chooses its language. Requests of an open page still use the old one and may
  // be answered late.
  if (!page.isData) {
    const asked = {
      hl: readLocale(c.req.query('hl'), services.languages),
      utm_source: c.req.query('utm_source'),
      utm_medium: c.req.query('utm_medium'),
    }
    for (const cookie of visitorCookies(asked)) c.header('set-cookie', cookie, { append: true })
  }
  // S4.6: the token was refused where one is required: delete everything stored.
  if (ctx.actor.kind === 'visitor' && hasSessionCookie(c) && LOST.includes(answer.status))
    clearSessionCookies(c)
  return c.res
}

/** See `home-preview.ts`. */
async function renderPreview(
  c: Context,
  { services, site, key, handle }: Parts,
): Promise<Response> {
  const ctx = makePreviewCtx(c, services, site)
  admitGuest(site.gate, c)
  const nonce = newNonce()
  const provider = new RouterContextProvider()
  provider.set(
    key,
    screenOf(ctx, {
      origin: site.origin,
      nonce,
      platform: await requirePlatform(services, site.platformId),
      framed: false,
      failure: null,
      brand: site.brand?.href ?? null,
      still: true,
      browser: NO_BROWSER,
      here: '/',
      hadSession: false,
      linkProblem: null,
      keepsCookies: true,
      isDocument: true,
    }),
  )
  const work = async () => handle(new Request(`${site.origin}/`), provider)
  const response = await (site.gate ? site.gate.render(work) : work())
  const html = withLinksOutside(await textOf(response))
  c.res = await compressPage(
    new Response(html, { status: response.status, headers: response.headers }),
    c.req.header('accept-encoding'),
  )
  setPreviewHeaders(c, services, byNonce(nonce))
  return c.res
}

/** What some pages need besides. */
function setHeadersOf(c: Context, path: string): void {
  // The result page notifies the page that opened its window (D20), so both must stay in one
  // browsing context group. It has no authority.
  if (/\/checkout\/(success|fail)$/.test(path))
    c.header('cross-origin-opener-policy', 'unsafe-none')
  if (isSharedPreview(path)) {
    c.header('referrer-policy', 'no-referrer')
    c.header('x-robots-tag', 'noindex, nofollow')
  }
}

/** Where to return to, also for the router's requests for data. */
function hereOf({ path }: PageAddress, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('_routes')
  return query.size > 0 ? `${path}?${query}` : path
}

/** Renders one page for all visitors from path, known query and language only. */
async function renderShared(
  { path, address, locale }: Parameters<RenderShared>[0],
  { services, site, key, handle }: Parts,
): ReturnType<RenderShared> {
  const tags = new Set([`market:${site.market}`, `platform:${site.platformId}`])
  const noted = noteChanges(tags)
  const ctx = makeSharedCtx(services, site, locale, noted)
  const nonce = newNonce()
  const platform = await requirePlatform(services, site.platformId)
  let complete = true
  const provider = new RouterContextProvider()
  provider.set(
    key,
    screenOf(ctx, {
      origin: site.origin,
      nonce,
      platform,
      framed: false,
      failure: null,
      brand: site.brand?.href ?? null,
      still: false,
      browser: NO_BROWSER,
      here: address,
      hadSession: false,
      linkProblem: null,
      keepsCookies: true,
      isDocument: true,
      shared: {
        onTrouble: () => {
          complete = false
        },
      },
    }),
  )
  const work = async () => {
    const answer = await handle(
      new Request(site.origin + address, { headers: { 'accept-language': locale } }),
      provider,
    )
    return {
      status: answer.status,
      headers: new Headers(answer.headers),
      text: await textOf(answer),
    }
  }
  const { status, headers, text } = await (site.gate ? site.gate.render(work) : work())
  const { html, ...inline } = hashInline(text, nonce)
  headers.set(
    'content-security-policy',
    pagePolicy({ path, inline, framers: [], formTargets: services.gateway.browser.forms }),
  )
  const name = currentWork()?.name ?? 'page'
  return { name, status, headers, html, tags, complete, until: noted.until() }
}
