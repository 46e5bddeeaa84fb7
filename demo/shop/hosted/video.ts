import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../browser-request.ts'
import type { StoreId } from '../config.ts'
import type { ShopContext, ShopEnv } from '../front/request.ts'
import type { Platform } from '../platform.ts'
import { connecting, type Connected } from './connecting.ts'
import { callsOf, type Key } from './market-calls.ts'
import { ownKey } from './own-key.ts'
import { ownerPages } from './owner-pages.ts'

/**
 * The server half of the app Product Video. The owner comes here from the market; the app reads the
 * shop's products with a key of its own, its orders when it is asked to, and the shop's name from
 * the market, once the owner has connected it.
 */
export const videoPath = '/apps/video'
const prefix = 'video'

const products = z.object({
  data: z.array(z.object({ slug: z.string(), name: z.record(z.string(), z.string()) })),
})
const orders = z.object({
  data: z.array(z.object({ lines: z.array(z.object({ slug: z.string(), quantity: z.number() })) })),
})

export function videoRoutes(platform: Platform, storeId: StoreId) {
  const app = new Hono<ShopEnv>()
  const market = callsOf(platform, prefix)
  const { enter, credentialOf, outside, page } = ownerPages(platform, storeId, {
    prefix,
    path: videoPath,
    title: 'videoTitle',
    claim: market.claim,
  })
  const connection = () => connecting(platform, storeId, { prefix, path: videoPath })
  const read = ownKey(platform, storeId, { prefix, take: market.takeKey })

  app.get('/', async (c) => {
    const token = c.req.query('arasta-token')
    if (token !== undefined) return enter(c, token)
    const credential = credentialOf(c)
    return credential ? ownerPage(c, credential) : outside(c)
  })

  app.get('/connect', async (c) =>
    credentialOf(c) ? c.redirect(connection().begin(), 303) : outside(c),
  )

  app.get('/connected', async (c) => {
    if (!credentialOf(c)) return outside(c)
    const { code, state, iss } = c.req.query()
    return c.redirect(
      `${videoPath}${(await connection().end({ code, state, iss })) ? '' : '?refused=1'}`,
      303,
    )
  })

  async function ownerPage(c: ShopContext, credential: Key): Promise<Response> {
    const { t } = c.get('shop')
    return page(
      c,
      200,
      html`<h1 class="h2">${t('videoTitle')}</h1><p class="lead">${t('videoLead')}</p>
      ${c.req.query('refused') === undefined ? '' : html`<p class="alert alert-warning" role="status">${t('videoRefused')}</p>`}
      ${connectionPart(c, await connection().look())}${await productPart(c, credential)}`,
    )
  }

  function connectionPart(c: ShopContext, seen: Connected | 'cut' | undefined): Html {
    const { t } = c.get('shop')
    if (seen !== undefined && seen !== 'cut') {
      return html`<p class="alert alert-success" data-connected>${t('videoConnected')} <strong>${seen.name}</strong> (<bdi dir="ltr">${seen.domain}</bdi>): ${seen.languages.join(' · ')}</p>`
    }
    return html`${seen === 'cut' ? html`<p class="alert alert-warning" role="status" data-cut>${t('videoCut')}</p>` : ''}
      <p><a class="btn btn-primary" href="${videoPath}/connect">${t('videoConnect')}</a></p><p class="text-body-secondary">${t('videoConnectNote')}</p>`
  }

  async function productPart(c: ShopContext, credential: Key): Promise<Html> {
    const { t, locale } = c.get('shop')
    const found = await read(credential, 'products', products)
    if (found === 'not given')
      return html`<p class="alert alert-light" role="status">${t('videoNoAccess')}</p>`
    const counts = c.req.query('sold') === undefined ? undefined : await sold(credential)
    return html`<h2 class="h5 mt-4">${t('videoProducts')}</h2>
      ${counts === 'not given' ? html`<p class="alert alert-light" role="status">${t('videoNoOrders')}</p>` : ''}
      <ul class="list-group my-3" data-products>${found.data.map(
        (
          one,
        ) => html`<li class="list-group-item d-flex justify-content-between gap-3">${one.name[locale] ?? one.name.en ?? one.slug}
        ${counts instanceof Map ? html`<span class="text-body-secondary">${counts.get(one.slug) ?? 0} ${t('videoPieces')}</span>` : ''}</li>`,
      )}</ul>
      <p><a class="btn btn-outline-primary" href="${videoPath}?sold=1">${t('videoSold')}</a></p>`
  }

  /** Pieces by product. Orders are read for nothing else, and only when the owner asks. */
  async function sold(credential: Key): Promise<Map<string, number> | 'not given'> {
    const found = await read(credential, 'orders', orders)
    if (found === 'not given') return found
    const counts = new Map<string, number>()
    for (const { lines } of found.data)
      for (const { slug, quantity } of lines) counts.set(slug, (counts.get(slug) ?? 0) + quantity)
    return counts
  }
  return app
}
