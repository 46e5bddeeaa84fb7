import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../browser-request.ts'
import { picturePath } from '../pictures/picture.ts'
import { addToCart, maxQuantity, setQuantity } from '../storage/carts.ts'
import type { Notes } from '../storage/carts.ts'
import { getProduct } from '../storage/products.ts'
import { readForm } from './form.ts'
import { breadcrumb, sendMessage, sendPage } from './layout.ts'
import { price } from './money.ts'
import { ensureVisit } from './request.ts'
import type { ShopContext, ShopRequest } from './request.ts'

const quantity = z.coerce.number().int().min(0).max(maxQuantity)
const maxNotes = 10

/** What an article's notes say, one line each. */
export const noteList = (notes: Notes): Html | '' =>
  Object.keys(notes).length === 0
    ? ''
    : html`<ul class="list-unstyled small text-body-secondary mb-0"
    data-role="notes">${Object.entries(notes).map(([label, value]) => html`<li>${label}: <bdi>${value}</bdi></li>`)}</ul>`

/** The sums of the cart; the total is what the order will say. */
export function sums({ t, store, locale, cart }: ShopRequest): Html {
  const row = (label: string, value: Html | string, bold = false) =>
    html`<div class="d-flex justify-content-between${bold ? ' fw-semibold fs-5 border-top pt-2 mt-2' : ''}">
      <span>${label}</span><span>${value}</span></div>`
  return html`${row(t('goods'), price(cart.goodsMinor, store.currency, locale))}
    ${row(t('delivery'), cart.deliveryMinor === 0 ? t('free') : price(cart.deliveryMinor, store.currency, locale))}
    ${row(t('total'), html`<span data-role="total">${price(cart.totalMinor, store.currency, locale)}</span>`, true)}`
}

export function cart(c: ShopContext): Promise<Response> {
  const shop = c.get('shop')
  const { t, locale, store } = shop
  const { lines } = shop.cart
  const row = ({ id, product, quantity: count, notes }: (typeof lines)[number]) =>
    html`<li class="list-group-item d-flex gap-3 align-items-start" data-product-id="${product.slug}">
    <img class="rounded cart-picture" src="${picturePath(product.slug)}" width="800" height="800" alt="">
    <div class="flex-grow-1">
      <div class="d-flex justify-content-between gap-2"><a class="fw-semibold text-reset"
        href="/products/${product.slug}">${product.name[locale]}</a>
        <span class="fw-semibold text-nowrap">${price(product.priceMinor * count, store.currency, locale)}</span></div>
      ${noteList(notes)}
      <form class="d-flex flex-wrap gap-2 mt-2" method="post" action="/cart/lines/${id}">
        <input class="form-control form-control-sm quantity" name="quantity" type="number" min="0" max="${maxQuantity}"
          value="${count}" aria-label="${t('quantity')}: ${product.name[locale]}">
        <button class="btn btn-outline-secondary btn-sm">${t('update')}</button>
        <button class="btn btn-link btn-sm" name="remove" value="yes"
          aria-label="${t('remove')}: ${product.name[locale]}">${t('remove')}</button>
      </form>
    </div></li>`
  const main = html`<div class="container py-4">
  ${breadcrumb(shop, { label: t('cart') })}
  <h1 class="h2 mb-3">${t('cart')}</h1>
  ${
    c.req.query('added') === undefined || lines.length === 0
      ? ''
      : html`<div class="alert alert-success" role="status">${t('added')}</div>`
  }
  ${
    lines.length === 0
      ? html`<div class="alert alert-light border"><h2 class="h5">${t('cartEmpty')}</h2>
      <p class="mb-2">${t('cartEmptyText')}</p><a class="btn btn-primary" href="/products">${t('heroButton')}</a></div>`
      : html`<div class="row g-4">
    <div class="col-lg-8"><ul class="list-group">${lines.map(row)}</ul></div>
    <div class="col-lg-4"><div class="card"><div class="card-body"><h2 class="h5">${t('summary')}</h2>${sums(shop)}
      <a class="btn btn-primary w-100 mt-3" href="/order/address">${t('toOrder')}</a><a class="btn btn-link w-100 mt-1"
        href="/products">${t('keepShopping')}</a></div></div></div>
  </div>`
  }
</div>`
  return sendPage(c, { kind: 'cart', title: t('cart'), main, code: '1054' })
}

/**
 * `POST /cart`: `slug`, `quantity` and any `note[label]` that the page, or an app on it, put into
 * the form.
 */
export async function add(c: ShopContext): Promise<Response> {
  const { t, platform, store } = c.get('shop')
  const form = await readForm(c)
  const count = quantity.safeParse(form.quantity ?? '1')
  const product = getProduct(platform.db, store.id, form.slug ?? '')
  if (!product || !count.success || count.data === 0) {
    return sendMessage(c, 'not-found', t('notFoundTitle'), t('notFoundText'), 404)
  }
  addToCart(platform, ensureVisit(c), product.slug, count.data, readNotes(form))
  return c.redirect('/cart?added', 303)
}

function readNotes(form: Record<string, string>): Notes {
  const tidy = (text: string, max: number) =>
    text
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, max)
  const notes = Object.entries(form).flatMap(([name, value]) => {
    const label = /^note\[(.+)\]$/s.exec(name)?.[1]
    return label && tidy(label, 60) !== '' && tidy(value, 200) !== ''
      ? [[tidy(label, 60), tidy(value, 200)] as const]
      : []
  })
  return Object.fromEntries(notes.slice(0, maxNotes))
}

/** `POST /cart/lines/{id}`: another quantity; nought or `remove` takes the line out. */
export async function change(c: ShopContext): Promise<Response> {
  const { platform, visit } = c.get('shop')
  const form = await readForm(c)
  const count = quantity.safeParse(form.remove === 'yes' ? 0 : form.quantity)
  if (visit && count.success)
    setQuantity(platform, visit, Number(c.req.param('id')) || 0, count.data)
  return c.redirect('/cart', 303)
}
