import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Assets } from '../assets.ts'
import { contentTypeOf } from '../assets.ts'
import { isOwnForm } from '../browser-request.ts'
import { storeIds } from '../config.ts'
import type { StoreId } from '../config.ts'
import { getFrontManner } from '../connector/faults.ts'
import { findPackageFile, getPackageFile } from '../connector/packages.ts'
import { findPreview, previewHeader } from '../connector/previews.ts'
import type { PackageKeeper } from '../connector/packages.ts'
import { celebrationPath, celebrationRoutes } from '../hosted/celebration.ts'
import { videoPath, videoRoutes } from '../hosted/video.ts'
import { webhookRoutes } from '../hosted/webhooks.ts'
import { pictureRoutes } from '../pictures/picture.ts'
import { originOf } from '../platform.ts'
import type { Platform } from '../platform.ts'
import {
  account,
  confirmed,
  enter,
  leave,
  registration,
  saveRegistration,
  signInPage,
} from './account.ts'
import { add, cart, change } from './cart.ts'
import { home, list } from './home-and-list.ts'
import { sendMessage } from './layout.ts'
import { address, approve, approved, payment, saveAddress } from './order.ts'
import { product } from './product.ts'
import { readRequest } from './request.ts'
import type { ShopEnv } from './request.ts'

const forever = 'public, max-age=31536000, immutable'

/** What pages load. A preview shows an item; it does not hand its package out. */
const isPageFile = (name: string) =>
  !name.startsWith('arasta.') &&
  /\.(css|js|mjs|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|wasm|mp4|webm|mp3)$/i.test(
    name,
  )

/** The shop front of one store. */
export function frontRoutes(
  platform: Platform,
  assets: Assets,
  keeper: PackageKeeper,
  storeId: StoreId,
) {
  const app = new Hono<ShopEnv>()

  app.use(async (c, next) => {
    const token = c.req.header(previewHeader)
    if (token === undefined) return next()
    const preview = findPreview(platform, storeId, token)
    // Kept by a cache, it would be shown to everybody else at that address.
    if (!preview)
      return c.text('this preview is over', 410, {
        [previewHeader]: 'over',
        'cache-control': 'private, no-store',
        vary: previewHeader,
      })
    // A preview orders, stores and changes nothing.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
      return c.text('nothing is done in a preview', 405)
    c.set('preview', preview)
    return next()
  })

  app.route('/assets', assets.app)
  app.route('/pictures', pictureRoutes())
  app.get('/arasta/:sha256{[0-9a-f]{64}}/:path{.+}', (c) => {
    const name = c.req.param('path')
    const hash = c.req.param('sha256')
    const previewed = c.get('preview')?.packages.includes(hash) && isPageFile(name)
    const file = previewed
      ? findPackageFile(platform, hash, name)
      : getPackageFile(platform, storeId, hash, name)
    if (!file) return c.notFound()
    const body = Readable.toWeb(createReadStream(keeper.blobPath(file.blob))) as ReadableStream
    // Opened as a page of its own, a drawing of a package must not run scripts as the shop.
    return c.body(body, 200, {
      'content-type': contentTypeOf(name),
      'content-length': String(file.size),
      'cache-control': forever,
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
    })
  })

  // From server to server: no visit, no form of ours.
  app.route(`${celebrationPath}/webhooks`, webhookRoutes(platform, storeId, 'celebration'))

  app.use(async (c, next) => {
    const shop = readRequest(c, platform, assets, storeId)
    c.set('shop', shop)
    const { t } = shop
    if (shop.store.status === 'closed')
      return sendMessage(c, 'closed', t('closedTitle'), t('closedText'), 503)
    if (c.req.method === 'POST' && !isOwnForm(c, new URL(c.req.url).origin)) {
      return sendMessage(c, 'refused', t('foreignTitle'), t('wrongText'), 403)
    }
    await next()
  })

  app.use(async (c, next) => {
    const manner = getFrontManner(platform.db, storeId)
    const other = storeIds.find((id) => id !== storeId)
    if (manner === 'elsewhere' && other && c.req.path === '/')
      return c.redirect(`${originOf(platform, other)}/`, 302)
    if (manner === 'broken_product' && c.req.path.startsWith('/products/')) {
      const { t } = c.get('shop')
      return sendMessage(c, 'error', t('wrongTitle'), t('wrongText'), 500)
    }
    await next()
    if (manner === 'cdn') c.header('cf-ray', '8f3ad1e2b7c9-IST')
  })

  app.get('/', home)
  app.get('/products', list)
  app.get('/products/:slug', product)
  app.get('/cart', cart)
  app.post('/cart', add)
  app.post('/cart/lines/:id', change)
  app.get('/order/address', (c) => address(c))
  app.post('/order/address', saveAddress)
  app.get('/order/payment', (c) => payment(c))
  app.post('/order/payment', approve)
  app.get('/order/approve/:number', approved)
  app.get('/account', account)
  app.get('/account/register', (c) => registration(c))
  app.post('/account/register', saveRegistration)
  app.get('/account/confirmed', confirmed)
  app.get('/account/sign-in', (c) => signInPage(c))
  app.post('/account/sign-in', enter)
  app.post('/account/sign-out', leave)
  app.route(celebrationPath, celebrationRoutes(platform, storeId))
  app.route(videoPath, videoRoutes(platform, storeId))

  app.notFound((c) => {
    const shop = c.get('shop') as ReturnType<typeof readRequest> | undefined
    return shop
      ? sendMessage(c, 'not-found', shop.t('notFoundTitle'), shop.t('notFoundText'), 404)
      : c.text('404', 404)
  })
  app.onError((error, c) => {
    console.error(error)
    const shop = c.get('shop') as ReturnType<typeof readRequest> | undefined
    return shop
      ? sendMessage(c, 'error', shop.t('wrongTitle'), shop.t('wrongText'), 500)
      : c.text('500', 500)
  })
  return app
}
