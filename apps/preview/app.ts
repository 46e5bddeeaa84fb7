import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Services } from '#kernel/context.ts'
import {
  endPreview,
  findPreview,
  previewOrigin,
  type LivePreview,
} from '#modules/installs/public.ts'
import { DeadlineExceeded, openDeadlinePool } from '#lib/foreign/deadline-pool.ts'
import { HttpFailure, type HttpAnswer } from '#lib/http.ts'
import { networkOf } from '#lib/client-address.ts'
import { nameWork } from '#lib/telemetry.ts'
import { readLocale, type Locale } from '#lib/locale.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { addressesOf } from '#server/context.ts'
import { localeOf, translatorOf } from '#server/errors.ts'
import { messagePage } from './message-page.ts'
import { COMMON_HEADERS, FILE_POLICY, pagePolicy } from './policy.ts'
import type { RewriteJob } from './rewrite-worker.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 12 * 2 ** 20
const CACHE_BYTES = 48 * 2 ** 20
/**
 * A page has about thirty files; more concurrent requests than those of a few visitors would be
 * abuse to load a shop.
 */
const MOST_AT_ONCE = 96

/**
 * Of one network. A preview shows two pages, before and after, of some thirty files each: six
 * previews at once, then one every four seconds. What is cached here costs the shop nothing and
 * does not count.
 */
const REQUESTS_OF_NETWORK = { burst: 360, perSecond: 16 }

/** 12 MB take a tenth of that. */
const REWRITE_MS = 3_000

const fileOf = (name: string) => readFileSync(join(import.meta.dirname, 'files', name))
const OWN_FILES: Record<string, { body: Buffer; type: string }> = {
  '/.arasta/preview.js': { body: fileOf('preview.js'), type: 'text/javascript; charset=utf-8' },
  '/.arasta/preview.css': { body: fileOf('preview.css'), type: 'text/css; charset=utf-8' },
}

const shopUrlOf = (c: Context, preview: LivePreview): string => {
  const { pathname, search } = new URL(c.req.url)
  return preview.shopOrigin + pathname + search
}

const cacheKey = (preview: LivePreview, target: string): string => `${preview.shopToken} ${target}`

const isStyle = ({ headers }: Pick<HttpAnswer, 'headers'>): boolean =>
  /^text\/css\b/i.test(headers['content-type'] ?? '')

/** What a person would see as a page of its own, in a frame or a tab. */
const wantsPage = (c: Context): boolean => /\btext\/html\b/.test(c.req.header('accept') ?? '')

interface Shown {
  preview: LivePreview
  token: string
  origin: string
  locale: Locale
}

/**
 * The server of live previews (S2.17, XSS-4, XSS-5): fetches a shop's pages with an item on them
 * and shows them in a sandbox. Each preview has its own host. The shop receives nothing of the
 * visitor but the requested address; the visitor receives nothing of the shop but bodies.
 */
export function makePreviewApp(services: Services, trustedHops: number): Hono {
  const app = new Hono()
  const requests = createTokenBuckets(REQUESTS_OF_NETWORK)
  const cache = assetCache(CACHE_BYTES)
  const { host: base } = new URL(services.origins.preview)
  const framers = () => services.sites.map((one) => one.origin)
  const rewriting = openDeadlinePool<RewriteJob, Uint8Array<ArrayBuffer>>(
    join(import.meta.dirname, 'rewrite-worker.ts'),
    { threads: 2, deadlineMs: REWRITE_MS, waiting: MOST_AT_ONCE },
  )
  let under = 0

  function say(
    c: Context,
    locale: Locale,
    status: ContentfulStatusCode,
    words: 'over' | 'away' | 'busy' | 'nothing' | 'outside',
    shown?: Shown,
  ) {
    const t = translatorOf(locale, services.branding.both.name)
    const failed = words === 'nothing' || words === 'outside' ? undefined : words
    c.header(
      'content-security-policy',
      pagePolicy({
        origin: shown?.origin ?? services.origins.preview,
        assets: [],
        framers: [...framers(), ...(shown?.preview.panelOrigins ?? [])],
        shopPolicy: "default-src 'none'",
      }),
    )
    c.header('cache-control', 'private, no-store')
    const back = failed || !shown ? {} : { back: t('preview.back') }
    return c.html(
      messagePage({
        locale,
        title: t(`preview.${words}.title`),
        text: t(`preview.${words}.text`),
        ...back,
        ...(failed && { failed }),
      }),
      status,
    )
  }

  // At its hosts every path is a shop's.
  app.use(async (c, next) => {
    nameWork('preview')
    await next()
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value)
    if (!c.res.headers.has('content-security-policy'))
      c.header('content-security-policy', FILE_POLICY)
  })
  app.use(compress())
  app.onError((error, c) => {
    services.log.error({ error }, 'preview')
    return c.text('Something went wrong here.', 500)
  })

  app.get('/.arasta/:name', (c) => {
    const file = OWN_FILES[c.req.path]
    return file
      ? c.body(file.body as Uint8Array<ArrayBuffer>, 200, {
          'content-type': file.type,
          'cache-control': 'public, max-age=300',
        })
      : c.text('not found', 404)
  })

  app.all('*', async (c) => {
    const asked = (c.req.header('host') ?? '').toLowerCase()
    const token = asked.endsWith(`.${base}`) ? asked.slice(0, -base.length - 1) : ''
    const preview = /^[0-9a-z]{26}$/.test(token) ? await findPreview(services, token) : undefined
    if (!preview) return say(c, localeOf(c, services), 404, 'over')
    const locale =
      readLocale(c.req.query('hl')) ?? readLocale(preview.locale) ?? localeOf(c, services)
    const shown: Shown = { preview, token, locale, origin: previewOrigin(services.origins, token) }
    if (preview.state === 'over') return say(c, locale, 410, 'over', shown)
    // A preview is read-only: the shop is not even called.
    if (c.req.method === 'POST') return say(c, locale, 200, 'nothing', shown)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return c.text('not allowed', 405, { allow: 'GET, HEAD, POST' })
    const target = shopUrlOf(c, preview)
    const cached = cache.get(cacheKey(preview, target))
    // A style sheet is rewritten for each preview.
    const costs = !cached || isStyle(cached)
    const wait = costs ? requests.take(networkOf(addressesOf(c, trustedHops).ip)) : 0
    const isFull = costs && under >= MOST_AT_ONCE
    if (wait > 0 || isFull) {
      c.header('retry-after', String(wait || 1))
      const status = wait > 0 ? 429 : 503
      return wantsPage(c) ? say(c, locale, status, 'busy', shown) : c.text('busy', status)
    }
    under++
    try {
      return await show(c, shown, cached ?? (await ask(c, preview, target)))
    } catch (error) {
      if (!(error instanceof HttpFailure || error instanceof DeadlineExceeded)) throw error
      services.log.warn({ error, shop: preview.shopOrigin }, 'a shop could not be previewed')
      return say(c, locale, 502, 'away', shown)
    } finally {
      under--
    }
  })

  async function ask(c: Context, preview: LivePreview, target: string): Promise<HttpAnswer> {
    const headers: Record<string, string> = {
      'arasta-preview': preview.shopToken,
      'user-agent': 'arasta-preview',
      accept: c.req.header('accept') ?? '*/*',
    }
    const answer = await services.http.request(target, {
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    cache.keep(cacheKey(preview, target), answer)
    return answer
  }

  async function show(c: Context, shown: Shown, { status, headers, body }: HttpAnswer) {
    const { preview, token, origin, locale } = shown
    if (status === 410 && headers['arasta-preview'] === 'over') {
      await endPreview(services, token)
      return say(c, locale, 410, 'over', shown)
    }
    if (status >= 300 && status < 400) {
      const target = URL.parse(
        headers.location ?? '',
        preview.shopOrigin + new URL(c.req.url).pathname,
      )
      if (target?.origin === preview.shopOrigin)
        return c.redirect(target.pathname + target.search, 302)
      return say(c, locale, 404, 'outside', shown)
    }
    if (status < 200 || status > 599) return say(c, locale, 502, 'away', shown)
    const type = headers['content-type'] ?? 'application/octet-stream'
    const isPage = /^(text\/html|application\/xhtml\+xml)\b/i.test(type)
    // The shop has closed: the next preview request asks the platform and learns why.
    if (status === 503) await endPreview(services, token)
    if (isPage && status >= 500) return say(c, locale, 502, 'away', shown)
    c.header(
      'cache-control',
      /\bimmutable\b/.test(headers['cache-control'] ?? '')
        ? 'private, max-age=900'
        : 'private, no-store',
    )
    if (isPage) {
      c.header(
        'content-security-policy',
        pagePolicy({
          origin,
          assets: preview.assetOrigins,
          framers: [...framers(), ...preview.panelOrigins],
          shopPolicy: headers['content-security-policy'],
        }),
      )
      const t = translatorOf(locale, services.branding.both.name)
      const how = {
        shopOrigin: preview.shopOrigin,
        origin,
        note: t('preview.nothing.text'),
        outside: t('preview.outside.text'),
      }
      return c.body(
        await rewriting.run({ kind: 'page', body, how }),
        status as ContentfulStatusCode,
        { 'content-type': 'text/html; charset=utf-8' },
      )
    }
    const bytes = isStyle({ headers })
      ? await rewriting.run({
          kind: 'style',
          body,
          how: { shopOrigin: preview.shopOrigin, origin, note: '', outside: '' },
        })
      : (body as Uint8Array<ArrayBuffer>)
    return c.body(bytes, status as ContentfulStatusCode, { 'content-type': type })
  }
  return app
}

/**
 * Caches immutable files, so that many visitors of a preview cost the shop one fetch. The oldest
 * are evicted.
 */
function assetCache(maxBytes: number) {
  const kept = new Map<string, HttpAnswer>()
  let bytes = 0
  return {
    get: (key: string): HttpAnswer | undefined => kept.get(key),
    keep(key: string, answer: HttpAnswer): void {
      const { status, headers, body } = answer
      if (
        status !== 200 ||
        !/\bimmutable\b/.test(headers['cache-control'] ?? '') ||
        body.length > maxBytes / 8 ||
        kept.has(key)
      )
        return
      kept.set(key, answer)
      bytes += body.length
      for (const [oldest, { body: gone }] of kept) {
        if (bytes <= maxBytes) break
        kept.delete(oldest)
        bytes -= gone.length
      }
    },
  }
}
