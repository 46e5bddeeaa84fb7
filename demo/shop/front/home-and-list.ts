import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import { categories, isCategory } from '../catalogue/product.ts'
import { picturePath } from '../pictures/picture.ts'
import { allProducts, findProducts } from '../storage/products.ts'
import type { Product } from '../storage/products.ts'
import { breadcrumb, sendPage } from './layout.ts'
import { price } from './money.ts'
import type { ShopContext, ShopRequest } from './request.ts'

/** Price, and where it is lowered the one before it. */
export function priceLine({ t, store, locale }: ShopRequest, product: Product): Html {
  const now = price(product.priceMinor, store.currency, locale)
  if (product.wasMinor === null) return html`<span data-role="price">${now}</span>`
  const before = price(product.wasMinor, store.currency, locale)
  return html`<s class="text-body-secondary fw-normal me-2"><span class="visually-hidden">${t('before')} </span>${before}</s>
    <span class="text-danger"><span class="visually-hidden">${t('now')} </span><span data-role="price">${now}</span></span>`
}

/** `level` is the heading's: cards stand under a section's heading, or right under the page's. */
function productCard(shop: ShopRequest, product: Product, level: 2 | 3): Html {
  const { t, locale } = shop
  return html`<div class="col">
  <article class="card h-100" data-product-id="${product.slug}">
    <img class="card-img-top" src="${picturePath(product.slug)}" width="800" height="800" alt="" loading="lazy">
    ${
      product.wasMinor === null
        ? ''
        : html`<span class="badge text-bg-danger position-absolute top-0 start-0 m-2">${t('sale')}</span>`
    }
    <div class="card-body d-flex flex-column">
      <h${level} class="card-title h6 fw-semibold mb-1"><a class="stretched-link text-reset text-decoration-none"
        href="/products/${product.slug}">${product.name[locale]}</a></h${level}>
      <p class="card-text small text-body-secondary flex-grow-1 mb-2">${product.line[locale]}</p>
      <p class="card-text fw-semibold mb-0">${priceLine(shop, product)}</p>
    </div>
  </article>
</div>`
}

export const productGrid = (
  shop: ShopRequest,
  products: readonly Product[],
  level: 2 | 3 = 3,
): Html =>
  html`<div class="row row-cols-2 row-cols-md-3 row-cols-lg-4 g-3 g-lg-4"
    data-role="product-grid">${products.map((product) => productCard(shop, product, level))}</div>`

export function home(c: ShopContext): Promise<Response> {
  const shop = c.get('shop')
  const { t, locale, platform, store } = shop
  const products = allProducts(platform.db, store.id)
  const promises = [
    ['promiseDelivery', 'promiseDeliveryText'],
    ['promiseReturn', 'promiseReturnText'],
    ['promiseHand', 'promiseHandText'],
  ] as const
  const main = html`<header class="text-bg-primary hero">
  <div class="container"><div class="row align-items-center g-4 py-5">
    <div class="col-md-6"><h1 class="display-4 fw-bold text-reset">${t('heroTitle')}</h1>
      <p class="lead">${t('heroText')}</p><a class="btn btn-light btn-lg" href="/products">${t('heroButton')}</a></div>
    <div class="col-md-6 text-center"><img class="img-fluid rounded-circle hero-picture"
      src="${picturePath('tile-plate', 'close')}" width="800" height="800" alt=""></div>
  </div></div>
</header>
<section class="container py-5" data-role="shelf">
  <div class="d-flex justify-content-between align-items-baseline mb-3">
    <h2 class="h3 mb-0">${t('onTheShelf')}</h2><a href="/products">${t('seeAll')}</a></div>
  ${productGrid(shop, products.slice(0, 8))}
</section>
<section class="container pb-5">
  <h2 class="h3 mb-3">${t('categories')}</h2>
  <div class="row row-cols-1 row-cols-md-3 g-3">
    ${categories.map((category) => {
      const first = products.filter((product) => product.category === category)[2]
      return html`<div class="col"><div class="card text-bg-dark overflow-hidden department"><img class="card-img"
        src="${picturePath(first?.slug ?? 'kilim', 'close')}" width="800" height="800" alt="" loading="lazy">
          <div class="card-img-overlay d-flex align-items-end"><a class="btn btn-light stretched-link"
            href="/products?category=${category}">${t(category)}</a></div></div></div>`
    })}
  </div>
</section>
<section class="bg-body-tertiary border-top py-4"><div class="container"><div class="row g-3">
  ${promises.map(
    ([title, text]) => html`<div class="col-md-4"><h2 class="h6 mb-1">${t(title)}</h2>
    <p class="text-body-secondary mb-0">${t(text)}</p></div>`,
  )}
</div></div></section>`
  return sendPage(c, { kind: 'home', title: store.names[locale], main })
}

export function list(c: ShopContext): Promise<Response> {
  const shop = c.get('shop')
  const { t, platform, store } = shop
  const asked = c.req.query('category') ?? ''
  const category = isCategory(asked) ? asked : undefined
  const words = (c.req.query('q') ?? '').slice(0, 80)
  const products = findProducts(platform.db, store.id, { category, words })
  const title = category === undefined ? t('products') : t(category)
  const tab = (label: string, href: string, active: boolean) =>
    html`<li class="nav-item"><a class="${active ? 'nav-link active' : 'nav-link'}"
      href="${href}"${active ? html` aria-current="page"` : ''}>${label}</a></li>`
  const main = html`<div class="container py-4">
  ${breadcrumb(shop, ...(category === undefined ? [] : [{ label: t('products'), href: '/products' }]), { label: title })}
  <h1 class="h2 mb-3">${title}</h1>
  <form class="row g-2 mb-3" role="search" aria-label="${t('searchFor')}" action="/products">
    ${category === undefined ? '' : html`<input type="hidden" name="category" value="${category}">`}
    <div class="col-sm-6 col-lg-4"><input class="form-control" type="search" name="q" maxlength="80" value="${words}"
      aria-label="${t('searchFor')}" placeholder="${t('searchFor')}"></div>
    <div class="col-auto"><button class="btn btn-primary">${t('search')}</button></div>
  </form>
  <ul class="nav nav-pills mb-4">${tab(t('all'), '/products', category === undefined)}${categories.map(
    (one) => tab(t(one), `/products?category=${one}`, one === category),
  )}</ul>
  ${
    products.length === 0
      ? html`<div class="alert alert-light border"><h2 class="h5">${t('nothingFound')}</h2>
      <p class="mb-2">${t('nothingFoundText')}</p><a class="btn btn-outline-primary btn-sm" href="/products">${t('seeAll')}</a>
        </div>`
      : html`<p class="text-body-secondary">${t('found')}: <span data-role="found">${products.length}</span>
      </p>${productGrid(shop, products, 2)}`
  }
</div>`
  return sendPage(c, { kind: 'list', title, main, code: '1003' })
}
