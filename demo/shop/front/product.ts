import { html } from 'hono/html'
import { picturePath, views } from '../pictures/picture.ts'
import type { View } from '../pictures/picture.ts'
import { delivery, maxQuantity } from '../storage/carts.ts'
import { findProducts, getProduct } from '../storage/products.ts'
import { priceLine, productGrid } from './home-and-list.ts'
import { breadcrumb, sendMessage, sendPage } from './layout.ts'
import { price } from './money.ts'
import type { ShopContext } from './request.ts'
import type { Said } from './texts.ts'

const viewNames: Record<View, Said> = { front: 'viewFront', close: 'viewClose', room: 'viewRoom' }

export function product(c: ShopContext): Promise<Response> {
  const shop = c.get('shop')
  const { t, locale, platform, store } = shop
  const found = getProduct(platform.db, store.id, c.req.param('slug') ?? '')
  if (!found) return sendMessage(c, 'not-found', t('notFoundTitle'), t('notFoundText'), 404)
  const name = found.name[locale]
  const asked = c.req.query('picture')
  const shown = views.find((view) => view === asked) ?? 'front'
  const others = findProducts(platform.db, store.id, { category: found.category }).filter(
    (other) => other.slug !== found.slug,
  )
  const free = delivery[store.currency].freeFrom
  const main = html`<div class="container py-4">
  ${breadcrumb(shop, { label: t(found.category), href: `/products?category=${found.category}` }, { label: name })}
  <div class="row g-4 g-lg-5">
    <div class="col-md-7" data-role="product-gallery">
      <a href="${picturePath(found.slug, shown, 'large')}" data-role="product-picture-large"
        aria-label="${t('largePicture')}"><img class="img-fluid rounded w-100 product-picture" data-role="product-picture"
          src="${picturePath(found.slug, shown)}" width="800" height="800" alt="${name}, ${t(viewNames[shown])}"></a>
      <ul class="list-unstyled d-flex gap-2 mt-2 mb-0" aria-label="${t('pictures')}">
        ${views.map(
          (view) => html`<li><a class="d-block" href="?picture=${view}" data-role="product-thumb"
          data-large="${picturePath(found.slug, view, 'large')}"${
            view === shown ? html` aria-current="true"` : ''
          }><img class="img-thumbnail thumb" src="${picturePath(found.slug, view)}"
              width="800" height="800" alt="${name}, ${t(viewNames[view])}"></a></li>`,
        )}
      </ul>
    </div>
    <div class="col-md-5">
      <h1 class="h2 mb-1" data-role="product-name">${name}</h1>
      <p class="lead mb-2">${found.line[locale]}</p>
      <p class="fs-4 fw-semibold">${priceLine(shop, found)}</p>
      <p>${found.about[locale]}</p>
      <dl class="row small mb-4">
        <dt class="col-4">${t('size')}</dt><dd class="col-8"><bdi>${found.size}</bdi></dd>
        <dt class="col-4">${t('material')}</dt><dd class="col-8">${found.material[locale]}</dd>
      </dl>
      <form id="add-to-cart" method="post" action="/cart" data-role="add-to-cart">
        <input type="hidden" name="slug" value="${found.slug}">
        <label class="form-label" for="quantity">${t('quantity')}</label>
        <div class="d-flex gap-2">
          <input class="form-control quantity" id="quantity" name="quantity" type="number" min="1" max="${maxQuantity}"
            value="1" required>
          <button class="btn btn-primary flex-grow-1" type="submit">${t('addToCart')}</button>
        </div>
      </form>
      <p class="small text-body-secondary mt-3 mb-0">${
        found.priceMinor >= free
          ? t('deliveryFree')
          : html`${t('deliveryFreeFrom')} ${price(free, store.currency, locale)}`
      }</p>
    </div>
  </div>
</div>`
  const aside =
    others.length === 0
      ? ''
      : html`<aside class="container mt-4" aria-label="${t('alsoHere')}">
    <h2 class="h4 mb-3">${t('alsoHere')}</h2>${productGrid(shop, others.slice(0, 4))}</aside>`
  return sendPage(c, {
    kind: 'product',
    title: name,
    main,
    aside,
    code: '1004',
    data: { 'product-id': found.slug },
  })
}
