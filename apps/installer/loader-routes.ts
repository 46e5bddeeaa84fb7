import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import { z } from 'zod'
import { readPackageFile, servedMediaType } from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'
import { findSiteSet, recordVisit, visit } from '#modules/installs/public.ts'
import {
  addPageRule,
  findSiteByKey,
  isOriginOf,
  isOwnerTicket,
  isPackageOnSite,
  recordSeen,
  recordTrouble,
  pageRule,
  releasedFile,
} from '#modules/stores/platforms/public.ts'
import { networkOf } from '#lib/client-address.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { addressesOf } from '#server/context.ts'
import { matchesEtag } from '#server/page-cache/page.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

const trouble = z.object({
  code: z.enum(['set', 'signature', 'expired', 'file', 'part', 'types']),
  effect: z
    .string()
    .max(80)
    .regex(/^[\w-]*$/)
    .default(''),
  path: z.string().max(300).startsWith('/'),
})
const ownRule = z.object({ ticket: z.string().max(200), rule: z.unknown() })
const MAX_BODY = 4096
/** Trouble reported from one network: a page reports each kind once. */
const REPORTS = { burst: 30, perSecond: 0.2 }
/** Measured visits from one network; the market counts fewer of them for each store. */
const VISITS = { burst: 40, perSecond: 0.1 }

type Site = NonNullable<Awaited<ReturnType<typeof findSiteByKey>>>

/**
 * What pages of sites request (D4c, docs/loader.md): the loader, the signed set of a site, files of
 * packages on it; and what they report: problems, rules that an owner makes by clicking, and what
 * visits of any shop measured (docs/decisions/0064). No cookie is read or set.
 */
export function makeLoaderRoutes(services: Services, trustedHops: number): Hono {
  const routes = new Hono()
  const reports = createTokenBuckets(REPORTS)
  const visits = createTokenBuckets(VISITS)
  const cache = fileCache(32 * 1024 * 1024)
  routes.use(compress())
  routes.use(async (c, next) => {
    await next()
    c.res.headers.set('cross-origin-resource-policy', 'cross-origin')
    // Nothing runs when this is opened as a page.
    c.res.headers.set(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    c.res.headers.set('x-content-type-options', 'nosniff')
  })

  const siteOf = (c: Context, key = c.req.param('key') ?? '') =>
    /^site-[0-9a-z]{16}$/.test(key) ? findSiteByKey(services.db, key) : undefined

  /** Only pages of the site's own address may read: a copied script tag shows nothing elsewhere. */
  function allow(c: Context, site: Site | undefined): boolean {
    const origin = c.req.header('origin') ?? ''
    c.header('vary', 'origin', { append: true })
    if (!site || !isOriginOf(site.domain, origin)) return false
    c.header('access-control-allow-origin', origin)
    return true
  }

  async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T | null> {
    const text = await c.req.text()
    try {
      return text.length > MAX_BODY ? null : schema.parse(JSON.parse(text))
    } catch {
      return null
    }
  }

  routes.get('/sites/:file', async (c) => {
    const site = await siteOf(c, /^(.+)\.json$/.exec(c.req.param('file'))?.[1] ?? '')
    const mine = allow(c, site)
    if (!site) return c.json({}, 404)
    c.header('cache-control', 'no-cache')
    const set = site.disconnected_at === null ? await findSiteSet(services, site) : null
    if (!set) return c.json({}, 410)
    if (mine)
      await recordSeen(
        services.db,
        site.store_id,
        { version: /^\d[\d.]{0,10}$/.exec(c.req.query('v') ?? '')?.[0] ?? '', stamp: set.stamp },
        services.clock.now(),
      )
    const etag = `"${set.stamp}-${set.signature.slice(0, 12)}"`
    c.header('etag', etag)
    if (matchesEtag(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304)
    return c.json({ text: set.text, signature: set.signature })
  })

  routes.post('/sites/:key/trouble', async (c) => {
    const [site, said] = [await siteOf(c), await readBody(c, trouble)]
    const network = networkOf(addressesOf(c, trustedHops).ip)
    if (site && said && allow(c, site) && reports.take(network) === 0)
      await recordTrouble(
        services.db,
        site.store_id,
        { code: said.code, effectId: said.effect, path: said.path },
        services.clock.now(),
      )
    return c.body(null, 204)
  })

  routes.post('/visits', async (c) => {
    const ip = networkOf(addressesOf(c, trustedHops).ip)
    const said = visits.take(ip) === 0 ? await readBody(c, visit) : null
    if (said) await recordVisit(services, { origin: c.req.header('origin') ?? '', ip, visit: said })
    return c.body(null, 204)
  })

  routes.post('/sites/:key/rules', async (c) => {
    const [site, said] = [await siteOf(c), await readBody(c, ownRule)]
    if (!site || !allow(c, site) || site.disconnected_at !== null)
      return c.json({ code: 'not_found' }, 404)
    if (
      !said ||
      !isOwnerTicket(services.downloadTokenKey, site.site_key, said.ticket, services.clock.now())
    )
      return c.json({ code: 'ticket' }, 403)
    const rule = pageRule.safeParse(said.rule)
    if (!rule.success) return c.json({ code: 'rule' }, 422)
    return (await addPageRule(services, site.store_id, rule.data))
      ? c.json({ ok: true })
      : c.json({ code: 'many' }, 422)
  })

  routes.get('/files/:sha256/:path{.+}', async (c) => {
    const { sha256, path } = c.req.param()
    c.header('access-control-allow-origin', '*')
    // The site's own pages may learn what a file weighed.
    c.header('timing-allow-origin', '*')
    const type = servedMediaType(path)
    if (
      !/^[0-9a-f]{64}$/.test(sha256) ||
      type === null ||
      !(await isPackageOnSite(services.db, sha256))
    )
      return c.json({ code: 'not_found' }, 404)
    const bytes = await cache.read(`${sha256}/${path}`, () =>
      readPackageFile(services, sha256, path),
    )
    if (!bytes) return c.json({ code: 'not_found' }, 404)
    return c.body(new Uint8Array(bytes), 200, { 'content-type': type, 'cache-control': IMMUTABLE })
  })

  routes.get('/:file', (c) => {
    const bytes = releasedFile(c.req.param('file'))
    c.header('access-control-allow-origin', '*')
    return bytes
      ? c.body(new Uint8Array(bytes), 200, {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': IMMUTABLE,
        })
      : c.json({ code: 'not_found' }, 404)
  })
  return routes
}

/**
 * Caches package files, because opening a package reads the whole of it. The oldest are evicted;
 * concurrent requests share one read.
 */
function fileCache(maxBytes: number) {
  const kept = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  function keep(key: string, file: Buffer): void {
    if (file.length > maxBytes / 8 || kept.has(key)) return
    kept.set(key, file)
    bytes += file.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break
      kept.delete(oldest)
      bytes -= length
    }
  }

  return {
    async read(key: string, open: () => Promise<Buffer | null>): Promise<Buffer | null> {
      const known = kept.get(key)
      if (known) return known
      const running = reading.get(key) ?? open().finally(() => reading.delete(key))
      reading.set(key, running)
      const file = await running
      if (file) keep(key, file)
      return file
    },
  }
}
