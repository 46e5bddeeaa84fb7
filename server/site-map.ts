import { escapeXml } from '#lib/escape-xml.ts'
import { Hono, type Context } from 'hono'
import { ARTICLE_PATHS } from '#modules/market/public.ts'
import { listSitemapFiles, listSitemapItems } from '#modules/catalog/public.ts'
import type {
  listBundles as bundlesContract,
  listCategories as categoriesContract,
  listGoals as goalsContract,
} from '#modules/catalog/contract.ts'
import { listCategories, listGoals } from '#modules/catalog/list-merchandising.ts'
import { listBundles } from '#modules/catalog/store-bundles.ts'
import { type Services, defaultLanguage } from '#kernel/context.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { refuse } from '#lib/refusal.ts'
import { makeSharedCtx, noteChanges, type Site } from './context.ts'

/** Pages behind a session and endless searches. */
const DISALLOWED = [
  '/market',
  '/checkout',
  '/account',
  '/install',
  '/update',
  '/uninstall',
  '/enter',
  '/connect',
  '/newsletter',
  '/compare',
  '/preview',
  '/search',
  '/api',
]
/** How long search engines may cache it, in seconds. */
const KEPT = 3_600
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

function answer(c: Context, type: 'text/plain' | 'application/xml', body: string): Response {
  return c.body(body, 200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': `public, max-age=${KEPT}`,
  })
}

/**
 * robots.txt and the sitemap: an index, a file of pages and files of items, each address with its
 * languages (hreflang).
 */
export function siteMap(services: Services, site: Site): Hono {
  const app = new Hono()
  const { market, origin } = site

  /** One page in all languages. `path` may have a query. */
  function entry(path: string, changed?: Date): string {
    const at = (locale?: string) =>
      escapeXml(
        origin +
          path +
          (locale === undefined ? '' : `${path.includes('?') ? '&' : '?'}hl=${locale}`),
      )
    const languages = services.languages
      .map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${at(locale)}"/>`)
      .join('')
    return `<url><loc>${at()}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}${languages}<xhtml:link rel="alternate" hreflang="x-default" href="${at()}"/></url>`
  }
  const urls = (entries: readonly string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`

  app.get('/robots.txt', (c) =>
    answer(
      c,
      'text/plain',
      [
        'User-agent: *',
        ...DISALLOWED.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  )

  app.get('/sitemap.xml', async (c) => {
    const files = await services.cache.getOrLoad(`sitemap:${market}`, [`market:${market}`], () =>
      listSitemapFiles(services.db, market),
    )
    const places = ['/sitemap/pages.xml', ...files.map((file) => `/sitemap/items-${file}.xml`)]
    return answer(
      c,
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACES}>\n${places.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`,
    )
  })

  app.get('/sitemap/pages.xml', async (c) => {
    const ctx = makeSharedCtx(services, site, defaultLanguage(services), noteChanges(new Set()))
    const { data: categories } = (await listCategories.run(ctx, {})) as AnswerOf<
      typeof categoriesContract
    >
    const { data: bundles } = (await listBundles.run(ctx, {})) as AnswerOf<typeof bundlesContract>
    const { data: goals } = (await listGoals.run(ctx, {})) as AnswerOf<typeof goalsContract>
    return answer(
      c,
      'application/xml',
      urls([
        ...['/', '/list', ...ARTICLE_PATHS].map((path) => entry(path)),
        ...categories
          .filter((one) => one.count > 0)
          .map(({ slug }) => entry(`/list?category=${slug}`)),
        ...goals.filter((one) => one.count > 0).map(({ slug }) => entry(`/list?goal=${slug}`)),
        ...bundles.map(({ slug }) => entry(`/bundles/${slug}`)),
      ]),
    )
  })

  app.get('/sitemap/:file{items-[0-9]{1,6}\\.xml}', async (c) => {
    const items = await listSitemapItems(
      services.db,
      market,
      Number(/\d+/.exec(c.req.param('file'))?.[0]),
    )
    if (items.length === 0) throw refuse('not_found')
    return answer(
      c,
      'application/xml',
      urls(items.map((item) => entry(`/${item.slug}`, item.updated_at))),
    )
  })
  return app
}
