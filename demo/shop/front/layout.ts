import { html } from 'hono/html'
import { directionOf, inLanguage, languageNames } from '../browser-request.ts'
import type { Html } from '../browser-request.ts'
import { categories } from '../catalogue/product.ts'
import type { PlacementCode } from '../connector/slots.ts'
import { placement, themeStylesheet } from './placements.ts'
import type { ShopContext, ShopRequest } from './request.ts'
import { isMeasured, visitScript } from './visits.ts'

export interface ShopPage {
  /** What the page is to an app that looks at it: `data-page` of the body. */
  kind: string
  title: string
  main: Html
  /** What follows the main part, outside of it. */
  aside?: Html | ''
  /** The page's own placement; it stands at the end of the main part. */
  code?: PlacementCode
  /** Further `data-…` of the body, e.g. `{ 'product-id': 'tulip-vase' }`. */
  data?: Record<string, string>
  status?: 200 | 400 | 403 | 404 | 409 | 422 | 500 | 503
}

/** Sends a whole page of the shop with the headers that every page has. */
export async function sendPage(c: ShopContext, page: ShopPage): Promise<Response> {
  const shop = c.get('shop')
  const measured = isMeasured(shop, page.kind)
  const connect = measured ? ` ${shop.platform.config.installer}` : ''
  c.header('content-security-policy', policy(shop.nonce, connect))
  c.header('cache-control', shop.preview ? 'private, no-store' : 'private, no-cache')
  c.header('referrer-policy', 'strict-origin-when-cross-origin')
  c.header('x-content-type-options', 'nosniff')
  return c.html(document(c, shop, page, measured), page.status ?? 200)
}

/**
 * Everything comes from the shop itself; an inline script or style needs the nonce. A worker may be
 * made from a blob.
 */
const policy = (nonce: string, connect: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `font-src 'self' data:`,
    `media-src 'self'`,
    `connect-src 'self'${connect}`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; ')

function document(c: ShopContext, shop: ShopRequest, page: ShopPage, measured: boolean): Html {
  const { assets, locale, store } = shop
  const name = store.names[locale]
  const data = Object.entries(page.data ?? {}).map(([key, value]) => html` data-${key}="${value}"`)
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.kind === 'home' ? name : `${page.title} · ${name}`}</title>
${measured ? visitScript(shop) : ''}<link rel="icon" href="/pictures/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${themeStylesheet(shop)}" data-role="theme">
<link rel="stylesheet" href="${assets.url('shop.css')}">
<script src="${assets.url('bootstrap.js')}" defer></script>
${placement(shop, '1')}${page.kind === 'member-confirmation' ? placement(shop, '5') : ''}</head>
<body class="d-flex flex-column min-vh-100" data-page="${page.kind}" data-store-id="${store.id}"${data}>
${placement(shop, '2')}<a class="visually-hidden-focusable position-absolute p-2 bg-body" href="#main">${shop.t('skip')}</a>
${navbar(c, shop)}
<main id="main">
${page.main}
${page.code === undefined ? '' : html`<div class="container" data-placement="${page.code}">${placement(shop, page.code)}</div>`}
</main>
${page.aside ?? ''}
${footer(c, shop)}
${placement(shop, '3')}</body>
</html>
`
}

function navbar(c: ShopContext, { t, store, locale, cart, member }: ShopRequest): Html {
  const { pathname, searchParams } = new URL(c.req.url)
  const here = (category: string) =>
    pathname === '/products' && searchParams.get('category') === category
  const count = cart.lines.reduce((sum, line) => sum + line.quantity, 0)
  return html`<nav class="navbar navbar-expand-lg bg-primary" data-bs-theme="dark" aria-label="${t('menu')}">
  <div class="container">
    <a class="navbar-brand" href="/">${store.names[locale]}</a>
    <a class="btn btn-light btn-sm ms-auto me-2 order-lg-3 ms-lg-2 me-lg-0" href="/cart"
      data-role="cart">${t('cart')} <span class="badge text-bg-primary" data-role="cart-count">${count}</span></a>
    <button class="navbar-toggler" type="button" data-bs-toggle="collapse" data-bs-target="#menu" aria-controls="menu"
      aria-expanded="false" aria-label="${t('menu')}"><span class="navbar-toggler-icon"></span></button>
    <div class="collapse navbar-collapse" id="menu">
      <ul class="navbar-nav me-auto">
        ${categories.map(
          (
            category,
          ) => html`<li class="nav-item"><a class="${here(category) ? 'nav-link active' : 'nav-link'}"
          href="/products?category=${category}">${t(category)}</a></li>`,
        )}
        <li class="nav-item"><a class="${pathname.startsWith('/account') ? 'nav-link active' : 'nav-link'}"
          href="${member ? '/account' : '/account/register'}">${t(member ? 'account' : 'registerTitle')}</a></li>
      </ul>
      <form class="d-flex my-2 my-lg-0" role="search" aria-label="${t('search')}" action="/products">
        <input class="form-control form-control-sm" type="search" name="q" maxlength="80" aria-label="${t('searchFor')}"
          placeholder="${t('searchFor')}">
        <button class="btn btn-light btn-sm ms-2" type="submit">${t('search')}</button>
      </form>
    </div>
  </div>
</nav>`
}

function footer(c: ShopContext, { t, store, locale, locales }: ShopRequest): Html {
  return html`<footer class="bg-body-tertiary border-top mt-auto py-4">
  <div class="container d-flex flex-wrap gap-3 justify-content-between align-items-start">
    <div><strong>${store.names[locale]}</strong><p class="text-body-secondary small mb-0">${t('footerText')}</p></div>
    <ul class="list-inline mb-0" aria-label="${t('language')}">
      ${locales.map(
        (other) => html`<li class="list-inline-item"><a class="link-body-emphasis" lang="${other}"
        href="${inLanguage(c, other)}"${other === locale ? html` aria-current="true"` : ''}>${languageNames[other]}</a></li>`,
      )}
    </ul>
  </div>
</footer>`
}

/** Where the reader is; the last one is this page. */
export function breadcrumb(
  { t }: ShopRequest,
  ...way: ReadonlyArray<{ label: string; href?: string }>
): Html {
  return html`<nav aria-label="breadcrumb"><ol class="breadcrumb">
    <li class="breadcrumb-item"><a href="/">${t('home')}</a></li>
    ${way.map(({ label, href }) =>
      href === undefined
        ? html`<li class="breadcrumb-item active" aria-current="page">${label}</li>`
        : html`<li class="breadcrumb-item"><a href="${href}">${label}</a></li>`,
    )}
  </ol></nav>`
}

/** A page that only says something: title, sentence, one way on. */
export function sendMessage(
  c: ShopContext,
  kind: string,
  title: string,
  text: string,
  status: NonNullable<ShopPage['status']>,
): Promise<Response> {
  const { t } = c.get('shop')
  return sendPage(c, {
    kind,
    title,
    status,
    main: html`<div class="container py-5 text-center">
      <h1>${title}</h1><p class="lead">${text}</p><a class="btn btn-primary" href="/products">${t('heroButton')}</a></div>`,
  })
}
