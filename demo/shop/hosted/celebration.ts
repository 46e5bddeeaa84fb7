import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import type { StoreId } from '../config.ts'
import { readForm } from '../front/form.ts'
import { price } from '../front/money.ts'
import type { ShopContext, ShopEnv } from '../front/request.ts'
import type { Said } from '../front/texts.ts'
import { originOf } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { newsOf } from './webhooks.ts'
import { callsOf, MarketSaysNo, type Key } from './market-calls.ts'
import { ownerPages } from './owner-pages.ts'

/**
 * The server half of the app Celebration. It lives on the shop, as plugins do: the owner comes here
 * from the market, buys fireworks on the market's checkout, and the shop's pages ask here what was
 * bought.
 */
export const celebrationPath = '/apps/celebration'
const prefix = 'celebration'

export function celebrationRoutes(platform: Platform, storeId: StoreId) {
  const app = new Hono<ShopEnv>()
  const { db } = platform
  const market = callsOf(platform, prefix)
  const { enter, credentialOf, outside, page } = ownerPages(platform, storeId, {
    prefix,
    path: celebrationPath,
    title: 'appTitle',
    claim: market.claim,
  })

  /** For the app's script on the shop's pages: no secret, and nothing of anybody. */
  app.get('/products.json', (c) => {
    const rows = c.get('shop').preview
      ? []
      : db.all<{ product: string }>(
          'SELECT product FROM hosted_product WHERE store_id = ? AND prefix = ?',
          storeId,
          prefix,
        )
    c.header('cache-control', 'no-store')
    return c.json({ products: rows.map((row) => row.product) })
  })

  app.get('/', async (c) => {
    const token = c.req.query('arasta-token')
    if (token !== undefined) return enter(c, token)
    const credential = credentialOf(c)
    return credential ? ownerPage(c, credential) : outside(c)
  })

  app.post('/buy', async (c) => {
    const credential = credentialOf(c)
    if (!credential) return outside(c)
    const { product = '' } = await readForm(c)
    try {
      const asked = await market.ask(credential, {
        request_id: randomUUID(),
        product_id: product,
        return_url: `${originOf(platform, storeId)}${celebrationPath}/bought`,
      })
      return c.redirect(asked.checkout_url ?? celebrationPath, 303)
    } catch (error) {
      // Bought in another tab meanwhile: the page says so. A payment is under way: the page still
      // offers it.
      if (error instanceof MarketSaysNo && error.status === 409)
        return c.redirect(celebrationPath, 303)
      throw error
    }
  })

  // The address is a hint: what is believed is the market's signature.
  app.get('/bought', async (c) => {
    const credential = credentialOf(c)
    if (!credential) return outside(c)
    const { receipt } = await market.look(credential, c.req.query('arasta_purchase') ?? '')
    const told = receipt === null ? undefined : await market.read(receipt)
    return c.redirect(`${celebrationPath}${told?.state === 'paid' ? '?bought=1' : ''}`, 303)
  })

  async function ownerPage(c: ShopContext, credential: Key): Promise<Response> {
    const { t, locale } = c.get('shop')
    let owned: string[]
    try {
      owned = await market.owned(credential)
    } catch (error) {
      if (error instanceof MarketSaysNo && error.status < 500) return outside(c)
      throw error
    }
    keepOwned(owned)
    const products = await market.products(locale)
    return page(
      c,
      200,
      html`<h1 class="h2">${t('appTitle')}</h1><p class="lead">${t('appLead')}</p>
      ${c.req.query('bought') === undefined || owned.length === 0 ? '' : html`<p class="alert alert-success" role="status">${t('appThanks')}</p>`}
      <ul class="list-group my-4">${products.map(
        (
          one,
        ) => html`<li class="list-group-item d-flex flex-wrap justify-content-between align-items-center gap-3 p-4">
        <div><h2 class="h5 mb-1">${one.name}</h2><p class="mb-0 text-body-secondary">${one.description}</p></div>
        ${owned.includes(one.id) ? html`<p class="badge text-bg-success mb-0">${t('appBought')}</p>` : buyForm(t, one.id, price(Math.round(one.price * 100), one.currency, locale))}</li>`,
      )}</ul>
      <p class="text-body-secondary">${t(owned.length > 0 ? 'appTry' : 'appWhere')}</p>
      ${newsList(c, newsOf(platform, storeId, prefix))}`,
    )
  }

  /** What was paid back is not shown on the shop any more. */
  function keepOwned(products: readonly string[]): void {
    db.transaction(() => {
      db.run('DELETE FROM hosted_product WHERE store_id = ? AND prefix = ?', storeId, prefix)
      for (const product of new Set(products))
        db.run('INSERT INTO hosted_product VALUES (?, ?, ?)', storeId, prefix, product)
    })
  }

  return app
}

/** What the market said of this copy, for whoever looks after the app. */
function newsList(c: ShopContext, news: ReturnType<typeof newsOf>): Html {
  const { t, locale } = c.get('shop')
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Istanbul',
    numberingSystem: 'latn',
  })
  return news.length === 0
    ? html``
    : html`<h2 class="h5 mt-5">${t('appNews')}</h2><ul class="list-group">${news.map(
        (one) => html`<li class="list-group-item d-flex flex-wrap
    justify-content-between gap-2"><code dir="ltr">${one.type}</code><span class="text-body-secondary" dir="ltr">${one.version} · #${one.sequence}</span>
    <time datetime="${new Date(one.receivedAt * 1000).toISOString()}">${time.format(one.receivedAt * 1000)}</time></li>`,
      )}</ul>`
}

const buyForm = (t: (said: Said) => string, product: string, amount: Html): Html =>
  html`<form method="post" action="${celebrationPath}/buy"><input type="hidden" name="product" value="${product}"><button class="btn btn-primary">${t('appBuy')} ${amount}</button></form>`
