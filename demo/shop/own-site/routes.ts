import { Hono } from 'hono'
import type { Assets } from '../assets.ts'
import { chooseLocale, isOwnForm } from '../browser-request.ts'
import { locales } from '../catalogue/product.ts'
import type { Platform } from '../platform.ts'
import { sendEdit } from './edit.ts'
import { cart, home, product, products, sendSite } from './pages.ts'
import { MAX_LENGTH, readParts, saveParts } from './parts.ts'
import { drawHoney, findHoney } from './products.ts'
import type { SiteContext, SiteEnv } from './site-context.ts'
import { say } from './texts.ts'

/**
 * The example of a site that no platform runs (S1.6): pages of its own making, and one on which its
 * owner edits what any owner would edit by hand.
 */
export function ownSiteRoutes(platform: Platform, assets: Assets) {
  const app = new Hono<SiteEnv>()
  app.route('/assets', assets.app)
  app.use(async (c, next) => {
    const locale = chooseLocale(c, locales, 'tr')
    c.set('site', { platform, assets, locale, t: (said) => say[said][locale] })
    await next()
  })

  app.get('/', home)
  app.get('/products', products)
  app.get('/products/:slug', product)
  app.get('/cart', cart)
  app.get('/jars/:file{[a-z]+\\.svg}', (c) => {
    const honey = findHoney(c.req.param('file').replace('.svg', ''))
    return honey
      ? c.body(drawHoney(honey), 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=86400',
          'x-content-type-options': 'nosniff',
        })
      : c.text('404', 404)
  })
  app.get('/.well-known/arasta-site.txt', (c) => {
    const { proof } = readParts(platform.db)
    return proof === '' ? c.text('404', 404) : c.text(proof, 200, { 'cache-control': 'no-store' })
  })

  app.get('/edit', (c) =>
    sendEdit(c, readParts(platform.db), c.req.query('saved') === '1' ? 'saved' : null),
  )
  app.post('/edit', async (c) => {
    if (!isOwnForm(c, new URL(c.req.url).origin))
      return sendEdit(c, readParts(platform.db), 'foreign', 403)
    const { head, proof } = await c.req.parseBody()
    const parts = { head: String(head ?? '').trim(), proof: String(proof ?? '').trim() }
    if (parts.head.length > MAX_LENGTH.head || parts.proof.length > MAX_LENGTH.proof)
      return sendEdit(c, parts, 'tooLong', 400)
    saveParts(platform.db, parts)
    return c.redirect('/edit?saved=1', 303)
  })

  app.notFound((c) => sendSite(c as SiteContext, { title: 'notFound', page: 'other', status: 404 }))
  app.onError((error, c) => {
    console.error(error)
    return c.text('500', 500)
  })
  return app
}
